import * as retriage from 'retriage';
import cases from './cases.js';
import { judge } from './judge.js';

console.log(JSON.stringify(judge(retriage, cases)));
