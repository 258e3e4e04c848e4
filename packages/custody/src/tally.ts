import type { Address } from '@tern/core'
import type { CountedEffects } from './tradeLoss.ts'

/** The values of wallets' nonce accounts, according to the vault's server. */
export interface Nonces {
  /** Tests if `value` is the current value of the wallet's nonce account. At most a single message can land with it. */
  isPresent(wallet: Address, value: string): boolean
  /** Tests if `value` is an earlier value of the wallet's nonce account. */
  isPast(wallet: Address, value: string): boolean
}

/** Max lamports that messages may lose. */
export interface Total {
  readonly lamports: bigint
}

/** The sum over the messages of a request. */
export interface Taken extends Total {
  /** The max that a single message may lose. */
  readonly maxLamports: bigint
  /** Number of mints without a known price that leave the wallet. */
  readonly unpriced: number
}

/** The total of the signed messages since the wallets were opened, or since their owner was last asked. */
export interface Tally {
  readonly total: Total
  /** Computes the amounts that these messages of a wallet would add. */
  taken(wallet: Address, messages: readonly CountedEffects[]): Taken
  add(wallet: Address, messages: readonly CountedEffects[]): void
  /** Starts at zero. Messages with a nonce still count, until the nonce account has its next value. */
  reset(): void
}

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)

/**
 * Counts the messages of a nonce's current value once, by the largest loss, and every other message by itself. A message that only has
 * the form of a nonce message counts by itself, too: with a recent blockhash in place of the value, each such message could land. The
 * bytes do not distinguish a nonce's value from a blockhash, so the server has to.
 */
export function createTally(nonces: Nonces): Tally {
  let signed = 0n
  /** Losses by wallet and lifetime value, of all messages that begin with the use of the nonce account. */
  const byNonce = new Map<Address, Map<string, bigint>>()
  /** `byNonce` at the last reset. */
  let carried = new Map<Address, ReadonlyMap<string, bigint>>()

  /** Sums the largest loss of each wallet: at most a single value of a wallet can still be used. */
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
