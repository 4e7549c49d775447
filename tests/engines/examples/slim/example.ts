// A page that loads the core from where it likes, while it does other things.
import { classify, init } from 'retriage/slim';

const ready: Promise<void> = init(fetch('/assets/core.wasm'));
await init(new URL('https://cdn.example/core.wasm'));
await init(new Uint8Array(8));
await init(await WebAssembly.compileStreaming(fetch('/assets/core.wasm')));
// @ts-expect-error a text is neither bytes nor a URL
await init('/assets/core.wasm');

export const explain = async (failure: Error): Promise<string> => {
  await ready;
  return classify(failure).explain;
};
