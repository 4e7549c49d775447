import { bytes } from '../dist/bytes.js';

/** Compiles the core from the bytes that the bundle carries. */
export const compileInline = () => new WebAssembly.Module(bytes());
