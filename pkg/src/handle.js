import { quietly } from './text.js';

let registry;

/** A number in the core that stands for something of ours; made when first asked for, and anew where the core is. */
export class Handle {
  #make;
  /** Apart from `make`, which may lead to the client: a registry that holds this keeps nothing alive by it. */
  held;

  /** `make(glue)` gives the number; `free` names the function of the core that frees it. */
  constructor(make, free) {
    this.#make = make;
    this.held = { free };
  }

  in(glue) {
    if (this.held.glue !== glue) {
      this.held.number = this.#make(glue);
      this.held.glue = glue;
    }
    return this.held.number;
  }

  free() {
    letGo(this.held);
    registry?.unregister(this.held);
  }
}

function letGo(held) {
  const { glue, free, number } = held;
  held.glue = undefined;
  if (glue) quietly(() => glue[free](number));
}

/**
 * Frees a handle once the object that uses it is gone, where nobody has closed it and the runtime can tell; then
 * `forgotten` is called, which must not lead to the object.
 */
export function freeWhenForgotten(object, handle, forgotten) {
  handle.held.forgotten = forgotten;
  // Workers of before 2025 have none.
  registry ??= globalThis.FinalizationRegistry && new FinalizationRegistry((held) => {
    letGo(held);
    held.forgotten?.();
  });
  registry?.register(object, handle.held, handle.held);
}
