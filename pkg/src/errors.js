// The one error this package throws besides TypeError.

const BRAND = Symbol.for('retriage.error');

export class RetriageError extends Error {
  constructor(code, message, options) {
    super(message, options);
    this.name = 'RetriageError';
    this.code = code;
    Object.defineProperty(this, BRAND, { value: true });
  }
}

/** The error where this runtime refuses the core; one that says more already stays as it is. */
export const cannotStart = (cause) => (isRetriageError(cause) ? cause : new RetriageError(
  'unavailable',
  `retriage cannot start its WebAssembly core (${cause?.message ?? cause}). `
    + "Under a Content-Security-Policy, script-src must list 'wasm-unsafe-eval'.",
  { cause },
));

/** By name and brand, so that it holds across realms and copies of the package. */
export function isRetriageError(error) {
  try {
    return typeof error === 'object' && error !== null && error.name === 'RetriageError' && error[BRAND] === true;
  } catch {
    return false;
  }
}
