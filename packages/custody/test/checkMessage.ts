import type { Address, TradeLimits } from '@tern/core'
import { readMessage } from '../src/firewall.ts'
import { readReclaim as readReclaimed } from '../src/firewallReclaim.ts'

/** Reads a trade whose page has shown `limits`, and no terms. */
export const readTrade = (
  bytes: Uint8Array,
  wallet: Address,
  payees: readonly Address[],
  limits?: TradeLimits,
  tipAccounts: readonly Address[] = [],
) => readMessage(bytes, wallet, { payees, tipAccounts, ...(limits && { limits }) })

/** Reads a reclaim whose page has shown the accounts `closes`. */
export const readReclaim = (bytes: Uint8Array, wallet: Address, closes: readonly Address[]) =>
  readReclaimed(bytes, wallet, { closes })

/** Returns the reason why the firewall refuses a message. `undefined`: it may be signed. */
export async function checkMessage(...asked: Parameters<typeof readTrade>): Promise<string | undefined> {
  const read = await readTrade(...asked)
  return typeof read === 'string' ? read : undefined
}
