/** The end of a list, or no number. */
export const none = -1

/** A growing list of integers. */
export class Integers {
  #values = new Int32Array(64)
  length = 0

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new Int32Array(this.length * 2)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.length++] = value
  }

  at(index: number): number {
    return this.#values[index] as number
  }

  set(index: number, value: number): void {
    this.#values[index] = value
  }
}

/**
 * Finds pairs by their two tokens. A hash table of pair numbers with linear probing, at most half full, because a `Map` takes five times
 * the memory. Pairs are never removed.
 */
export class PairTable {
  /** Position 2n: the smaller token of pair n. Position 2n + 1: its larger token. */
  readonly #ends: Integers
  #slots: Int32Array = new Int32Array(128).fill(none)
  #size = 0

  constructor(ends: Integers) {
    this.#ends = ends
  }

  find(smaller: number, larger: number): number {
    const last = this.#slots.length - 1
    for (let slot = hashOf(smaller, larger) & last; ; slot = (slot + 1) & last) {
      const pair = this.#slots[slot] as number
      if (pair === none || (this.#ends.at(pair * 2) === smaller && this.#ends.at(pair * 2 + 1) === larger)) return pair
    }
  }

  /** Adds a pair with ends that are listed already. */
  add(pair: number): void {
    this.#size += 1
    if (this.#size * 2 > this.#slots.length) this.#grow()
    this.#place(pair)
  }

  #grow(): void {
    const earlier = this.#slots
    this.#slots = new Int32Array(earlier.length * 2).fill(none)
    for (const pair of earlier) if (pair !== none) this.#place(pair)
  }

  #place(pair: number): void {
    const last = this.#slots.length - 1
    let slot = hashOf(this.#ends.at(pair * 2), this.#ends.at(pair * 2 + 1)) & last
    while (this.#slots[slot] !== none) slot = (slot + 1) & last
    this.#slots[slot] = pair
  }
}

/** Multiplies by odd constants (2³² over the golden ratio, and a prime) and mixes the high bits into the low ones. */
function hashOf(smaller: number, larger: number): number {
  const mixed = Math.imul(smaller, 0x9e3779b1) ^ Math.imul(larger, 0x85ebca6b)
  return mixed ^ (mixed >>> 15)
}
