// wasm-bindgen's glue keeps the state of one instance in module variables. A fresh instance after a trap needs a fresh
// set of them, so the glue becomes the body of a function that makes one.

/** The text of a module that exports `createGlue`, from the text of wasm-bindgen's `core_bg.js`. */
export function glueModule(glue) {
  if (/^\s*import\b/m.test(glue)) throw new Error('the glue imports something; the package must stay one file');
  const names = [];
  const body = glue.replace(/^export (?=function (\w+))/gm, (_, name) => {
    names.push(name);
    return '';
  });
  if (/^export\b/m.test(body)) throw new Error('the glue exports something besides functions');
  return `export function createGlue() {\n${body}\nreturn { ${names.join(', ')} };\n}\n`;
}
