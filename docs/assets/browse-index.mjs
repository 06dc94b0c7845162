// The index of the archive in the page: which records match a choice, how many a further choice
// would leave, and the words of the records that are shown, fetched part by part.

import { dataOf } from "./data-files.mjs";

const FORMAT = "elfern-archive-index/1";

/** Letters without accents and case, as words are compared. */
export const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Fetch the index that stands in a folder. */
export async function openIndex(base) {
  const data = await dataOf(new URL("records.json", base));
  if (data.format !== FORMAT) throw new Error(`unknown index: ${data.format}`);
  return new Index(base, data);
}

/** All records of the archive, by their numbers in its order. */
export class Index {
  #base;
  #data;
  #words = new Map(); // part → its words, or the promise of them
  #search = null; // number → what it is found by, once all parts are there

  constructor(base, data) {
    this.#base = base;
    this.#data = data;
  }

  get count() {
    return this.#data.count;
  }

  /** `[{id, title, values: [{id, title}]}]` */
  get facets() {
    return this.#data.facets;
  }

  get parts() {
    return Math.ceil(this.#data.count / this.#data.part);
  }

  partOf(number) {
    return Math.floor(number / this.#data.part);
  }

  /** The words of a record, `null` if its part is not here yet. */
  words(number) {
    const part = this.#words.get(this.partOf(number));
    if (!Array.isArray(part)) return null;
    const [id, title, rules, note, , lang = null] = part[number % this.#data.part];
    return { id, title, rules, note, lang };
  }

  /** Fetch the parts that hold these records; a part that failed is fetched anew when asked again. */
  async ensure(numbers) {
    const parts = new Set([...numbers].map((number) => this.partOf(number)));
    await Promise.all([...parts].map((part) => this.#part(part)));
  }

  async #part(part) {
    if (!this.#words.has(part)) {
      const coming = dataOf(new URL(`words-${part}.json`, this.#base));
      this.#words.set(part, coming);
      coming.then((rows) => this.#words.set(part, rows), () => this.#words.delete(part));
    }
    return this.#words.get(part);
  }

  /** Make ready for a search by words: that needs those of all records. */
  async ready(query) {
    if (!query || this.#search) return;
    const parts = await Promise.all(Array.from({ length: this.parts }, (_, part) => this.#part(part)));
    const topics = this.#names("topic");
    this.#search = parts.flat().map((row, number) => plain(`${row.slice(0, 5).join(" ")} ${topics(number)}`));
  }

  #names(facet) {
    const { values } = this.facets.find((one) => one.id === facet);
    const { sets, rows } = this.#data.columns[facet];
    const names = sets.map((set) => set.map((value) => values[value].title).join(" "));
    return (number) => names[rows[number]];
  }

  /**
   * The records that match, in order, and for each value how many there would be with it.
   *
   * @param {{q: string, sort: string, chosen: Map<string, Set<string>>}} state
   *   within a facet any of the chosen values will do; all facets have to be met
   * @returns {{numbers: number[], counts: Map<string, number[]>}} counts by facet, then by value
   */
  match(state) {
    const facets = this.facets.map((facet) => {
      const { sets, rows } = this.#data.columns[facet.id];
      const asked = state.chosen.get(facet.id);
      const wanted = asked?.size ? facet.values.map((value) => asked.has(value.id)) : null;
      return { id: facet.id, sets, rows, meets: sets.map((set) => !wanted || set.some((value) => wanted[value])), counts: facet.values.map(() => 0) };
    });
    const words = plain(state.q).split(/\s+/).filter(Boolean);
    const found = new Uint8Array(this.count);
    for (let number = 0; number < this.count; number += 1) {
      if (words.length && !words.every((word) => this.#search[number].includes(word))) continue;
      const missed = facets.filter((facet) => !facet.meets[facet.rows[number]]);
      if (missed.length > 1) continue;
      found[number] = missed.length === 0 ? 1 : 0;
      // A value of the one facet that is not met would bring this record in.
      for (const facet of missed.length ? missed : facets) {
        for (const value of facet.sets[facet.rows[number]]) facet.counts[value] += 1;
      }
    }
    const order = this.#data.orders[state.sort] ?? Array.from(found.keys());
    return {
      numbers: order.filter((number) => found[number]),
      counts: new Map(facets.map((facet) => [facet.id, facet.counts])),
    };
  }

  /** The orders that there are, by id. */
  get orders() {
    return Object.keys(this.#data.orders);
  }

  /**
   * The records themselves, in this order.
   *
   * @param {"egn"|"json"} form
   * @param {function(number, number): void} told how many parts of how many are here
   */
  async texts(numbers, form, told) {
    const parts = [...new Set(numbers.map((number) => this.partOf(number)))];
    const texts = new Map();
    for (const [done, part] of parts.entries()) {
      told(done + 1, parts.length);
      texts.set(part, await dataOf(new URL(`${form}-${part}.json`, this.#base)));
    }
    return numbers.map((number) => texts.get(this.partOf(number))[number % this.#data.part]);
  }
}
