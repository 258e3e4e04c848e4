import { type Address, nonceAccountAddress } from '@tern/core'
import * as v from 'valibot'
import { addressRows, serverMessage } from './serverLine.ts'
import type { Nonces } from './tally.ts'

/** The values of nonce accounts. `null`: the account does not exist. */
const nonceMessage = serverMessage({
  nonces: v.pipe(addressRows, v.maxLength(100)),
})

/** The nonce accounts of wallets, as the vault's own server reports their values. */
export interface ServerNonces extends Nonces {
  /** Receives a message of the server. Ignores messages of any other form. */
  receive(text: unknown): void
  /** Starts to track the first nonce account of each wallet. @returns the accounts' addresses. */
  follow(wallets: readonly Address[]): Promise<readonly Address[]>
}

export function createNonces(): ServerNonces {
  const accountOf = new Map<Address, Address>()
  const present = new Map<Address, string>()
  const past = new Map<Address, Set<string>>()
  return {
    isPresent(wallet, value) {
      const account = accountOf.get(wallet)
      return account !== undefined && present.get(account) === value
    },
    isPast(wallet, value) {
      const account = accountOf.get(wallet)
      return account !== undefined && past.get(account)?.has(value) === true
    },
    receive(text) {
      const read = v.safeParse(nonceMessage, text)
      if (!read.success) return
      for (const [account, value] of read.output.nonces) {
        const before = present.get(account)
        if (before === value) continue
        const gone = past.get(account) ?? new Set()
        past.set(account, gone)
        if (before !== undefined) gone.add(before)
        if (value === null) present.delete(account)
        else {
          gone.delete(value)
          present.set(account, value)
        }
      }
    },
    async follow(wallets) {
      for (const wallet of wallets) accountOf.set(wallet, await nonceAccountAddress(wallet, 0))
      return wallets.flatMap(wallet => accountOf.get(wallet) ?? [])
    },
  }
}
