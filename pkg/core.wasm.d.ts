/** The WebAssembly.Module, where a runtime or bundler gives one for an imported `.wasm`: hand it to `init` of `retriage/slim`. */
declare const core: object;
export default core;
