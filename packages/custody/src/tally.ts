import type { Address } from '@tern/core'
import type { CountedEffects } from './tradeLoss.ts'

/** What the vault's server tells of the nonce accounts of wallets. */
export interface Nonces {
  /** Whether the value is the present one of the wallet's nonce account, so that one message at most can land by it. */
  isPresent(wallet: Address, value: string): boolean
  /** Whether the wallet's nonce account had this value and has gone on. */
  isPast(wallet: Address, value: string): boolean
}

/** What was signed, or would be: max lamports that it may lose, and sales of tokens without a known price. */
export interface Total {
  readonly lamports: bigint
  readonly unpriced: number
}

/** What messages of one request come to together, and the max that a single one may lose. */
export interface Taken extends Total {
  readonly maxLamports: bigint
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

const nothing: Total = { lamports: 0n, unpriced: 0 }
const sum = (a: Total, b: Total): Total => ({ lamports: a.lamports + b.lamports, unpriced: a.unpriced + b.unpriced })
const larger = (a: Total, b: Total): Total => ({
  lamports: a.lamports > b.lamports ? a.lamports : b.lamports,
  unpriced: Math.max(a.unpriced, b.unpriced),
})

/**
 * Counts messages of one nonce once, by the dearest, and all others each. A message that only begins like one counts by itself: by a recent
 * blockhash in the place of the nonce's value each of them could land. Only the server's word tells a nonce's value from a blockhash.
 */
export function createTally(nonces: Nonces): Tally {
  let signed = nothing
  /** By wallet and the value that they live by: everything that begins by using the nonce account. */
  const byNonce = new Map<Address, Map<string, Total>>()
  /** The same as it was at the last reset. */
  let carried = new Map<Address, ReadonlyMap<string, Total>>()

  /** Of one wallet one value at most is still to come, so the dearest stands for all. */
  function carriedTotal(): Total {
    let all = nothing
    for (const [wallet, values] of carried) {
      const live = [...values].filter(([value]) => !nonces.isPast(wallet, value))
      const dearest = live.map(([, total]) => total).reduce(larger, nothing)
      all = sum(all, dearest)
    }
    return all
  }

  function taken(wallet: Address, messages: readonly CountedEffects[]): Taken {
    let all = nothing
    let maxLamports = 0n
    const groups = new Map<string, Total>()
    for (const { nonce, lost, unpriced } of messages) {
      if (lost > maxLamports) maxLamports = lost
      const one = { lamports: lost, unpriced }
      if (nonce === undefined || !nonces.isPresent(wallet, nonce)) all = sum(all, one)
      else groups.set(nonce, larger(groups.get(nonce) ?? nothing, one))
    }
    for (const [nonce, group] of groups) {
      const before = byNonce.get(wallet)?.get(nonce) ?? nothing
      const after = larger(before, group)
      all = sum(all, { lamports: after.lamports - before.lamports, unpriced: after.unpriced - before.unpriced })
    }
    return { ...all, maxLamports }
  }

  return {
    get total() {
      return sum(signed, carriedTotal())
    },
    taken,
    add(wallet, messages) {
      const { lamports, unpriced } = taken(wallet, messages)
      signed = sum(signed, { lamports, unpriced })
      const values = byNonce.get(wallet) ?? new Map<string, Total>()
      for (const { nonce, lost, unpriced: sales } of messages)
        if (nonce !== undefined)
          values.set(nonce, larger(values.get(nonce) ?? nothing, { lamports: lost, unpriced: sales }))
      if (values.size > 0) byNonce.set(wallet, values)
    },
    reset() {
      signed = nothing
      for (const [wallet, values] of byNonce)
        for (const value of values.keys()) if (nonces.isPast(wallet, value)) values.delete(value)
      carried = new Map([...byNonce].map(([wallet, values]) => [wallet, new Map(values)]))
    },
  }
}
