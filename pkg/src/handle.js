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
