import type { Address, Clock } from '@tern/core'
import type { Pool } from '../venue.ts'
import { Integers, none, PairTable } from './integers.ts'
import { directionLength, estimateOutput, isWithinMax, putSamples } from './samples.ts'

/**
 * Tokens, connected by pools. Tokens, pairs of tokens and pools are numbers. The pools of a pair and the pairs of a token are linked lists
 * in typed arrays, so a change touches a few numbers.
 */
export class Graph {
  /** Position 2n: numbers of pool n's direction from its first token. Position 2n + 1: from its second. */
  samples: Float32Array = new Float32Array(64 * 2 * directionLength)

  readonly #pools: (Pool | undefined)[] = []
  readonly #poolNumbers = new Map<Address, number>()
  readonly #freeNumbers: number[] = []
  readonly #firstTokens = new Integers()
  readonly #nextPools = new Integers()
  readonly #pairsOfPools = new Integers()

  readonly #tokens: Address[] = []
  readonly #tokenNumbers = new Map<Address, number>()
  readonly #firstPairs = new Integers()
  readonly #degrees = new Integers()

  /** For each token: its newest mark, and the pair that was marked. */
  readonly #marks = new Integers()
  readonly #markedPairs = new Integers()
  #stamp = 0

  readonly #firstPools = new Integers()
  /** Position 2n: the smaller token of pair n. Position 2n + 1: its larger token. */
  readonly #ends = new Integers()
  readonly #pairs = new PairTable(this.#ends)
  /** The next pair in the list of each of these tokens. */
  readonly #nextPairs = new Integers()
  /** Position 2n: the best price at which pools of pair n take its smaller token. Position 2n + 1: its larger token. */
  #bestPrices: Float32Array = new Float32Array(64 * 2)

  get size(): number {
    return this.#poolNumbers.size
  }

  /** Returns a token's number, or `none` if no pool trades it. */
  tokenNumber(mint: Address): number {
    return this.#tokenNumbers.get(mint) ?? none
  }

  tokenAt(token: number): Address {
    return this.#tokens[token] as Address
  }

  poolAt(pool: number): Pool {
    return this.#pools[pool] as Pool
  }

  poolNumber(address: Address): number {
    return this.#poolNumbers.get(address) ?? none
  }

  /** Number of tokens that trade against a token. */
  degree(token: number): number {
    return this.#degrees.at(token)
  }

  /** Returns the position of the numbers of the direction in which `token` is paid to `pool`. */
  direction(pool: number, token: number): number {
    return (pool * 2 + (this.#firstTokens.at(pool) === token ? 0 : 1)) * directionLength
  }

  /** Returns the position of the numbers of the direction in which `token` is bought from `pool`. */
  opposite(pool: number, token: number): number {
    return (pool * 2 + (this.#firstTokens.at(pool) === token ? 1 : 0)) * directionLength
  }

  /** Marks the tokens that trade against a token. Returns the mark. It holds until the next call. */
  mark(token: number): number {
    const stamp = ++this.#stamp
    for (let pair = this.firstPair(token); pair !== none; pair = this.nextPair(pair, token)) {
      if (this.firstPool(pair) === none) continue
      const other = this.otherToken(pair, token)
      this.#marks.set(other, stamp)
      this.#markedPairs.set(other, pair)
    }
    return stamp
  }

  /** Returns the pair that connects a token to the token that was marked, or `none`. */
  markedPair(token: number, stamp: number): number {
    return this.#marks.at(token) === stamp ? this.#markedPairs.at(token) : none
  }

  pairOf(a: number, b: number): number {
    return this.#pairs.find(Math.min(a, b), Math.max(a, b))
  }

  firstPool(pair: number): number {
    return this.#firstPools.at(pair)
  }

  nextPool(pool: number): number {
    return this.#nextPools.at(pool)
  }

  firstPair(token: number): number {
    return this.#firstPairs.at(token)
  }

  nextPair(pair: number, token: number): number {
    return this.#nextPairs.at(pair * 2 + this.#endOf(pair, token))
  }

  otherToken(pair: number, token: number): number {
    return this.#ends.at(pair * 2 + 1 - this.#endOf(pair, token))
  }

  /** Returns the best price of a first unit at which a pool of a pair takes `token`. */
  bestPrice(pair: number, token: number): number {
    return this.#bestPrices[pair * 2 + this.#endOf(pair, token)] as number
  }

  /** Estimates the output of a pool, which is nothing if the pool cannot take the whole input. */
  estimatePool(pool: number, token: number, input: number): number {
    const at = this.direction(pool, token)
    return isWithinMax(this.samples, at, input) ? estimateOutput(this.samples, at, input) : 0
  }

  /** Estimates the max output of the pools of a pair that can take the whole input. */
  estimatePair(pair: number, token: number, input: number): number {
    let best = 0
    for (let pool = this.firstPool(pair); pool !== none; pool = this.nextPool(pool)) {
      const at = this.direction(pool, token)
      const one = estimateOutput(this.samples, at, input)
      if (one > best && isWithinMax(this.samples, at, input)) best = one
    }
    return best
  }

  /** Estimates the max output of the pools of a pair for an input, or for the part of it that a pool can take. */
  estimatePartOfPair(pair: number, token: number, input: number): number {
    let best = 0
    for (let pool = this.firstPool(pair); pool !== none; pool = this.nextPool(pool))
      best = Math.max(best, estimateOutput(this.samples, this.direction(pool, token), input))
    return best
  }

  #endOf(pair: number, token: number): 0 | 1 {
    return this.#ends.at(pair * 2) === token ? 0 : 1
  }

  /** Adds a pool, or replaces its earlier state. */
  put(pool: Pool, clock: Clock): void {
    const number = this.#poolNumbers.get(pool.address) ?? this.#add(pool)
    this.#pools[number] = pool
    for (const [side, { mint }] of pool.tokens.entries()) {
      const at = (number * 2 + side) * directionLength
      const before = this.samples[at] as number
      putSamples({ pool, tokenIn: mint, clock }, this.samples, at)
      this.#putPrice(number, this.tokenNumber(mint), before)
    }
  }

  /** Updates the best price of a pool's pair after the price at which the pool takes `token` has changed. */
  #putPrice(changed: number, token: number, before: number): void {
    const pair = this.#pairsOfPools.at(changed)
    const after = this.samples[this.direction(changed, token)] as number
    const at = pair * 2 + this.#endOf(pair, token)
    const best = this.#bestPrices[at] as number
    if (after >= best) this.#bestPrices[at] = after
    else if (before === best) {
      let next = 0
      for (let pool = this.firstPool(pair); pool !== none; pool = this.nextPool(pool))
        next = Math.max(next, this.samples[this.direction(pool, token)] as number)
      this.#bestPrices[at] = next
    }
  }

  #add({ address, tokens: [tokenA, tokenB] }: Pool): number {
    const [a, b] = [this.#tokenOf(tokenA.mint), this.#tokenOf(tokenB.mint)]
    const pair = this.#pairFor(a, b)
    const free = this.#freeNumbers.pop()
    const number = free ?? this.#pools.length
    if (free === undefined) {
      this.#pools.push(undefined)
      for (const list of [this.#firstTokens, this.#nextPools, this.#pairsOfPools]) list.push(none)
      this.samples = withRoom(this.samples, (number + 1) * 2 * directionLength)
    }
    this.#poolNumbers.set(address, number)
    this.#firstTokens.set(number, a)
    this.#nextPools.set(number, this.#firstPools.at(pair))
    this.#firstPools.set(pair, number)
    this.#pairsOfPools.set(number, pair)
    return number
  }

  #tokenOf(mint: Address): number {
    const known = this.#tokenNumbers.get(mint)
    if (known !== undefined) return known
    const number = this.#tokens.push(mint) - 1
    this.#tokenNumbers.set(mint, number)
    for (const list of [this.#firstPairs, this.#markedPairs]) list.push(none)
    for (const list of [this.#degrees, this.#marks]) list.push(0)
    return number
  }

  #pairFor(a: number, b: number): number {
    const known = this.pairOf(a, b)
    if (known !== none) return known
    const pair = this.#firstPools.length
    this.#firstPools.push(none)
    this.#bestPrices = withRoom(this.#bestPrices, (pair + 1) * 2)
    for (const token of [Math.min(a, b), Math.max(a, b)]) {
      this.#ends.push(token)
      this.#nextPairs.push(this.#firstPairs.at(token))
      this.#firstPairs.set(token, pair)
      this.#degrees.set(token, this.#degrees.at(token) + 1)
    }
    this.#pairs.add(pair)
    return pair
  }

  /** Removes a pool. Its tokens and their pair stay, without it. */
  remove(address: Address): void {
    const number = this.#poolNumbers.get(address)
    if (number === undefined) return
    this.#poolNumbers.delete(address)
    this.#pools[number] = undefined
    const pair = this.#pairsOfPools.at(number)
    const sides = [0, 1].map(side => {
      const token = this.#ends.at(pair * 2 + side)
      return { token, price: this.samples[this.direction(number, token)] as number }
    })
    this.samples.fill(0, number * 2 * directionLength, (number + 1) * 2 * directionLength)
    const next = this.#nextPools.at(number)
    if (this.#firstPools.at(pair) === number) this.#firstPools.set(pair, next)
    else {
      let before = this.#firstPools.at(pair)
      while (this.#nextPools.at(before) !== number) before = this.#nextPools.at(before)
      this.#nextPools.set(before, next)
    }
    for (const { token, price } of sides) this.#putPrice(number, token, price)
    this.#freeNumbers.push(number)
  }
}

function withRoom(numbers: Float32Array, needed: number): Float32Array {
  if (needed <= numbers.length) return numbers
  const larger = new Float32Array(Math.ceil(needed * 1.25))
  larger.set(numbers)
  return larger
}
