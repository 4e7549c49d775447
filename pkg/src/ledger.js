// What is known of a batch's items: JSON from which a later run goes on.
import { show } from './show.js';

const byIndex = (a, b) => a.index - b.index;

export class Ledger {
  batch;
  /** How many items were read, those of earlier runs included. */
  #next = 0;
  #known;
  /** Of earlier runs: what is to be worked on again, and the id that each item had, by index. */
  #again;
  #ids;
  #idOf;
  #ended = false;
  #open = new Map();
  #failed = new Map();
  #done;
  #counted;
  stopped = null;
  resumeAt = null;

  constructor(batch, { id = (_, index) => index, resume, retryFailed }) {
    const { next = 0, done = [], failed = [], notStarted = [] } = resume ?? {};
    this.batch = batch;
    this.#idOf = id;
    this.#known = next;
    this.#ids = new Map([...done, ...failed, ...notStarted].map((one) => [one.index, one.id]));
    this.#counted = next - failed.length - notStarted.length;
    this.#done = [...done];
    for (const { id, index, tries } of retryFailed ? [...failed, ...notStarted] : notStarted) this.#open.set(index, { id, index, tries });
    if (!retryFailed) for (const one of failed) this.#failed.set(one.index, one);
    this.#again = new Map(this.#open);
  }

  get done() {
    return this.#counted;
  }

  get failed() {
    return this.#failed.size;
  }

  /** The next item to be worked on: `{ item, id, index, tries }`; undefined where there is none, or `over()` says so. */
  async take(iterator, over) {
    for (;;) {
      if (this.#ended || over()) return undefined;
      const { done, value } = await iterator.next();
      if (done) this.#ended = true;
      if (done || over()) return undefined;
      const one = this.#read(value);
      if (one) return { item: value, ...one };
    }
  }

  /** Reads the rest of a list, of which nothing will be worked on in this run. */
  skip(items) {
    while (this.#next < items.length) this.#read(items[this.#next]);
  }

  #read(item) {
    const index = this.#next;
    const id = String(this.#idOf(item, index));
    const before = this.#ids.get(index);
    if (before !== undefined && before !== id) {
      throw new TypeError(`item ${index} is ${show(id)} and was ${show(before)} in the run to resume; a batch is resumed with the same items in the same order`);
    }
    this.#next += 1;
    const again = this.#again.get(index);
    if (index < this.#known && !again) return undefined;
    const one = { id, index, tries: again?.tries ?? 0 };
    this.#open.set(index, one);
    return one;
  }

  /** An item is done; `kept` is what the result holds of it, unless the caller has taken it. */
  finish({ index }, kept) {
    this.#open.delete(index);
    this.#counted += 1;
    if (kept) this.#done.push(kept);
  }

  fail(entry) {
    this.#open.delete(entry.index);
    this.#failed.set(entry.index, entry);
  }

  /** It was tried in vain, and is for the next run. */
  putBack({ id, index, tries }) {
    this.#open.set(index, { id, index, tries });
  }

  toJSON() {
    return {
      version: 1,
      batch: this.batch,
      done: [...this.#done].sort(byIndex),
      failed: [...this.#failed.values()].sort(byIndex),
      notStarted: [...this.#open.values()].sort(byIndex),
      stopped: this.stopped,
      resumeAt: this.resumeAt,
      next: Math.max(this.#next, this.#known),
    };
  }
}
