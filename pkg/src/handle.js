import { quietly } from './text.js';

/** A number in the core that stands for something of ours; made when first asked for, and anew where the core is. */
export class Handle {
  #make;
  #free;
  #glue;
  #number;

  constructor(make, free) {
    this.#make = make;
    this.#free = free;
  }

  in(glue) {
    if (this.#glue !== glue) {
      this.#number = this.#make(glue);
      this.#glue = glue;
    }
    return this.#number;
  }

  free() {
    const glue = this.#glue;
    this.#glue = undefined;
    if (glue) quietly(() => this.#free(glue, this.#number));
  }
}

let registry;

/** Frees a handle once the object that uses it is gone, where nobody has closed it and the runtime can tell. */
export function freeWhenForgotten(object, handle) {
  // Workers of before 2025 have none.
  registry ??= globalThis.FinalizationRegistry && new FinalizationRegistry((forgotten) => forgotten.free());
  registry?.register(object, handle);
}
