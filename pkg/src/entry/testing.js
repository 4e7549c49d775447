// The runtime for tests, in a file of its own: nobody ships it.
export { createTestRuntime } from '../testing.js';
