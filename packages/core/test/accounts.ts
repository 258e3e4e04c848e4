import type { Address } from '@solana/addresses'
import recorded from '../fixtures/accounts.json' with { type: 'json' }
import type { AccountSnapshot } from '../src/account.ts'
import { decodeBase64 } from '../src/base64.ts'

/** Makes an account of `owner` that holds `data`. */
export function snapshot(owner: string, data: Uint8Array, lamports = 1n): AccountSnapshot {
  return { owner: owner as Address, data, lamports, executable: false, slot: 1n }
}

/** Returns a recorded account and its address. `fixtures/accounts.json` has the origin of each: mainnet, or the real program. */
export function recordedAccount(name: keyof typeof recorded): { address: Address; account: AccountSnapshot } {
  const { address, owner, lamports, data } = recorded[name]
  const account = snapshot(owner, decodeBase64(data), BigInt(lamports ?? 1))
  return { address: (address ?? '11111111111111111111111111111111') as Address, account }
}
