import { listen } from '../loopback.mjs';
import { from } from '../world.mjs';

const { Agent, interceptors } = from('undici');

/** Counts what is under way, so that the clock stands still meanwhile. */
const countedIn = (world) => (dispatch) => (options, handler) => {
  let done = () => { world.busy -= 1; done = () => {}; };
  world.busy += 1;
  const counted = new Proxy(handler, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...given) => {
        if (name === 'onResponseEnd' || name === 'onResponseError') done();
        try {
          return value.apply(target, given);
        } catch (error) {
          if (name === 'onResponseStart') done();
          throw error;
        }
      };
    },
  });
  try {
    return dispatch(options, counted);
  } catch (error) {
    done();
    throw error;
  }
};

export default async (world, { init }) => {
  const origin = await listen(world);
  const agent = new Agent({ pipelining: 0 }).compose(countedIn(world), interceptors.retry());
  const { statusCode, body } = await agent.request({ origin, path: '/', ...init });
  await body.dump();
  return statusCode;
};
