// A bundle for the edge runtime; the entry that carries bytes is refused there.
import * as retriage from 'retriage';
import * as inline from './node_modules/retriage/dist/inline.js';
import cases from './cases.js';
import { judge, refused } from './judge.js';

globalThis.answers = refused(inline).then((refusal) => JSON.stringify({ answers: judge(retriage, cases), refusal }));
