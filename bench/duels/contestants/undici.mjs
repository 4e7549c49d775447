import { from } from '../world.mjs';

const { Dispatcher, interceptors } = from('undici');

/** Answers from the script in place of a connection. */
class Scripted extends Dispatcher {
  constructor(world) { super(); this.world = world; }
  dispatch(options, handler) {
    const controller = { aborted: false, paused: false, reason: null, rawHeaders: [], pause() {}, resume() {}, abort(reason) { this.aborted = true; this.reason = reason; handler.onResponseError?.(this, reason); } };
    handler.onRequestStart?.(controller, {});
    if (controller.aborted) return true;
    queueMicrotask(async () => {
      try {
        const bytes = options.body ? (await new Response(options.body).arrayBuffer()).byteLength : 0;
        const { status, headers, body } = await this.world.serve({ bytes });
        handler.onResponseStart?.(controller, status, headers, '');
        if (controller.aborted) return;
        handler.onResponseData?.(controller, Buffer.from(body));
        handler.onResponseEnd?.(controller, {});
      } catch (error) {
        if (!controller.aborted) handler.onResponseError?.(controller, error.cause ?? error);
      }
    });
    return true;
  }
}

export default async (world, { init }) => {
  const dispatcher = new Scripted(world).compose(interceptors.retry());
  const { statusCode, body } = await dispatcher.request({ origin: 'http://api.example', path: '/v1/thing', ...init });
  await body.dump();
  return statusCode;
};
