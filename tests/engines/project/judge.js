// What every engine runs: the corpus through its own copy of the package. It imports nothing, so it runs everywhere.

/** Each case's verdict, in order; an error stands where a verdict should. */
export function judge({ classify }, cases) {
  return cases.map(({ id, failure }) => {
    try {
      return { id, verdict: classify(failure) };
    } catch (error) {
      return { id, error: `${error?.stack ?? error}` };
    }
  });
}

/** Where the core is refused: the first call and `init` give the one typed error, and misuse is still told. */
export async function refused({ classify, init, isRetriageError }) {
  const thrown = async (run) => {
    try {
      return { answered: await run() };
    } catch (error) {
      return error;
    }
  };
  const told = (error) => isRetriageError(error) && error.code === 'unavailable'
    && error.message.includes("script-src must list 'wasm-unsafe-eval'");
  const first = await thrown(() => classify('x'));
  return {
    first: told(first),
    second: told(await thrown(() => classify('x'))),
    init: told(await thrown(() => init())),
    initWithBytes: told(await thrown(() => init(EMPTY_MODULE))),
    misuse: (await thrown(() => classify(null))).name === 'TypeError',
    cause: `${first.cause}`,
  };
}

const EMPTY_MODULE = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
