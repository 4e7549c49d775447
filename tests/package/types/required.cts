// The same types for require.
import retriage = require('retriage');

const verdict: retriage.Verdict = retriage.classify({ status: 429 });

export = verdict;
