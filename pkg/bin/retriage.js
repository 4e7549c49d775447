#!/usr/bin/env node
// The command `retriage`: reads failures, prints verdicts.
import { run } from './run.js';

// A reader that closes early (`retriage … | head`) is no error.
process.stdout.on('error', (error) => {
  if (error.code === 'EPIPE') process.exit();
  process.stderr.write(`retriage: ${error.message}\n`);
  process.exit(2);
});

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`retriage: ${error.message}\n`);
  process.exitCode = 2;
}
