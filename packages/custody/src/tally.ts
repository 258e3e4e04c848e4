import type { Address } from '@tern/core'
import type { CountedEffects } from './tradeLoss.ts'

/** What the vault's server tells of the nonce accounts of wallets. */
export interface Nonces {
  /** Whether the value is the present one of the wallet's nonce account, so that one message at most can land by it. */
  isPresent(wallet: Address, value: string): boolean
  /** Whether the wallet's nonce account had this value and has gone on. */
  isPast(wallet: Address, value: string): boolean
}

/** Max lamports that signed messages may lose, or would. */
export interface Total {
  readonly lamports: bigint
}

/** What messages of one request come to together. */
export interface Taken extends Total {
  /** The max that a single one may lose. */
  readonly maxLamports: bigint
  /** Number of mints without a known price that leave the wallet. */
  readonly unpriced: number
}

/** What the signer has signed since the wallets were opened, or since their owner was last asked. */
export interface Tally {
  readonly total: Total
  /** What these messages of a wallet would add. */
  taken(wallet: Address, messages: readonly CountedEffects[]): Taken
  add(wallet: Address, messages: readonly CountedEffects[]): void
  /** Counts anew. What lives by a nonce still counts, until the nonce has gone on. */
  reset(): void
}

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)

/**
 * Counts messages of one nonce once, by the dearest, and all others each. A message that only begins like one counts by itself: by a recent
 * blockhash in the place of the nonce's value each of them could land. Only the server's word tells a nonce's value from a blockhash.
 */
export function createTally(nonces: Nonces): Tally {
  let signed = 0n
  /** By wallet and the value that they live by: everything that begins by using the nonce account. */
  const byNonce = new Map<Address, Map<string, bigint>>()
  /** The same as it was at the last reset. */
  let carried = new Map<Address, ReadonlyMap<string, bigint>>()

  /** Of one wallet one value at most is still to come, so the dearest stands for all. */
  function carriedTotal(): bigint {
    let all = 0n
    for (const [wallet, values] of carried) {
      const live = [...values].filter(([value]) => !nonces.isPast(wallet, value))
      all += live.map(([, lost]) => lost).reduce(larger, 0n)
    }
    return all
  }

  function taken(wallet: Address, messages: readonly CountedEffects[]): Taken {
    let lamports = 0n
    let maxLamports = 0n
    let unpriced = 0
    const groups = new Map<string, bigint>()
    for (const message of messages) {
      const { nonce, lost } = message
      maxLamports = larger(maxLamports, lost)
      unpriced += message.unpriced
      if (nonce === undefined || !nonces.isPresent(wallet, nonce)) lamports += lost
      else groups.set(nonce, larger(groups.get(nonce) ?? 0n, lost))
    }
    for (const [nonce, group] of groups) {
      const before = byNonce.get(wallet)?.get(nonce) ?? 0n
      lamports += larger(before, group) - before
    }
    return { lamports, maxLamports, unpriced }
  }

  return {
    get total() {
      return { lamports: signed + carriedTotal() }
    },
    taken,
    add(wallet, messages) {
      signed += taken(wallet, messages).lamports
      const values = byNonce.get(wallet) ?? new Map<string, bigint>()
      for (const { nonce, lost } of messages)
        if (nonce !== undefined) values.set(nonce, larger(values.get(nonce) ?? 0n, lost))
      if (values.size > 0) byNonce.set(wallet, values)
    },
    reset() {
      signed = 0n
      for (const [wallet, values] of byNonce)
        for (const value of values.keys()) if (nonces.isPast(wallet, value)) values.delete(value)
      carried = new Map([...byNonce].map(([wallet, values]) => [wallet, new Map(values)]))
    },
  }
}
