import { readFileSync } from 'node:fs';
import * as retriage from 'retriage/slim';
import cases from './cases.js';
import { judge } from './judge.js';

await retriage.init(readFileSync(new URL(import.meta.resolve('retriage/core.wasm'))));
console.log(JSON.stringify(judge(retriage, cases)));
