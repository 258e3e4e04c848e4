import { setTimeout as pause } from 'node:timers/promises'
import { type Blockhash, isAddress } from '@solana/kit'
import type { Chain } from '@tern/chain'
import { type Address, decodeNonceAccount } from '@tern/core'

/** The nonce account that a transaction advances, and who signs for that. */
export interface NonceUse {
  readonly account: Address
  readonly authority: Address
}

/** Tells transactions that can land from others, by their blockhash or nonce. */
export interface Lifetimes {
  /** If no node says so in time, it counts as alive: a provider may work while the nodes hang. */
  isAlive(lifetime: string, nonce: NonceUse | undefined): Promise<boolean>
}

/** A trade waits no longer for what a node says of it. */
const patienceMs = 1_000
/** What a node said is not asked again for so long. */
const keptMs = 10_000
/** What nodes said is kept of so many. */
const maxKept = 10_000

interface LifetimeOptions {
  readonly chain: Pick<Chain, 'rpc' | 'readAccounts'>
  /** Whether this server told of the blockhash lately. Nobody waits for a node then. */
  readonly isRecent: (blockhash: string) => boolean
  /** Milliseconds, steady. */
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
    // An account in a lookup table has no address here.
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
