import { setTimeout as pause } from 'node:timers/promises'
import { type Blockhash, isAddress } from '@solana/kit'
import type { Chain } from '@tern/chain'
import { type Address, decodeNonceAccount } from '@tern/core'

/** The nonce account that a transaction advances, and the authority that signs for it. */
export interface NonceUse {
  readonly account: Address
  readonly authority: Address
}

/** Checks if a transaction can still land, by its blockhash or nonce. */
export interface Lifetimes {
  /** Without an answer in time the result is `true`: a provider may work while the nodes hang. */
  isAlive(lifetime: string, nonce: NonceUse | undefined): Promise<boolean>
}

/** Max time that a trade waits for the nodes' answer, in milliseconds. */
const patienceMs = 1_000
/** How long an answer is reused, in milliseconds. */
const keptMs = 10_000
/** Max answers that are kept. */
const maxKept = 10_000

interface LifetimeOptions {
  readonly chain: Pick<Chain, 'rpc' | 'readAccounts'>
  /** Says if this server published the blockhash recently. Then the node is not asked. */
  readonly isRecent: (blockhash: string) => boolean
  /** Monotonic clock in milliseconds. */
  readonly now?: () => number
}

export function createLifetimes({ chain, isRecent, now = () => performance.now() }: LifetimeOptions): Lifetimes {
  /** Oldest first. */
  const kept = new Map<string, { readonly at: number; readonly answer: Promise<boolean> }>()

  async function askForBlockhash(blockhash: string): Promise<boolean> {
    const { value } = await chain.rpc.isBlockhashValid(blockhash as Blockhash, { commitment: 'processed' }).send()
    return value
  }

  async function askForNonce(value: string, { account, authority }: NonceUse): Promise<boolean> {
    // An account that comes from a lookup table has no address here.
    if (!isAddress(account)) return false
    const found = (await chain.readAccounts([account], { maxAgeMs: 0 })).get(account)
    if (!found) return false
    try {
      const nonce = decodeNonceAccount(account, found)
      return nonce.nonce === value && nonce.authority === authority
    } catch {
      return false
    }
  }

  return {
    async isAlive(lifetime, nonce) {
      if (nonce === undefined && isRecent(lifetime)) return true
      for (const [key, { at }] of kept) {
        if (now() - at < keptMs && kept.size <= maxKept) break
        kept.delete(key)
      }
      const key = nonce === undefined ? lifetime : `${lifetime} ${nonce.account} ${nonce.authority}`
      const asked =
        kept.get(key)?.answer ?? (nonce === undefined ? askForBlockhash(lifetime) : askForNonce(lifetime, nonce))
      if (!kept.has(key)) kept.set(key, { at: now(), answer: asked })
      asked.catch(() => kept.delete(key))
      const timer = new AbortController()
      const silence = pause(patienceMs, true, { signal: timer.signal }).catch(() => true)
      try {
        return await Promise.race([asked.catch(() => true), silence])
      } finally {
        timer.abort()
      }
    },
  }
}
