// Node.js, CommonJS: the exit code of a script.
import retriage = require('retriage');

const { class: found, explain } = retriage.classify({ status: 402, body: process.argv[2] });
console.error(explain);
process.exitCode = found === 'transient' ? 75 : 1;
