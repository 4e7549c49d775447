// A page with one classic script, as a bundler makes it.
import * as retriage from 'retriage';
import cases from './cases.js';
import { judge } from './judge.js';

fetch('/answer', { method: 'POST', body: JSON.stringify(judge(retriage, cases)) });
