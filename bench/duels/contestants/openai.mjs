import { askOpenAI } from '../world.mjs';

export const omits = ({ stream }) => stream && 'sends its own JSON';
export default (world, { init }) => askOpenAI(world.fetch, { signal: init.signal });
