// The scenarios of ../../servers, over the runtime's own fetch.
import * as retriage from 'retriage';
import places from './places.js';
import { play } from './scenarios.js';

console.log(JSON.stringify(await play(retriage, places)));
