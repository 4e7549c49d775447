import { from, orThrow } from '../world.mjs';

const { bulkhead, circuitBreaker, ConsecutiveBreaker, handleAll, retry } = from('cockatiel');
const breaker = () => circuitBreaker(handleAll, { halfOpenAfter: 30_000, breaker: new ConsecutiveBreaker(5) });
const gates = { breaker, bulkhead: () => bulkhead(2, 40) };

export const omits = ({ id, stream }) => {
  if (stream) return 'does not send';
  if (id === 'D19') return "what trips it is the caller's filter";
};
export default (world, { init, gate }) => {
  world.policy ??= gate ? gates[gate]() : retry(handleAll, {});
  return world.policy.execute(async () => orThrow(await world.fetch(world.url, init)), init.signal);
};
