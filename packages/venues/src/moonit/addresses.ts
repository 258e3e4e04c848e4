import type { Address } from '@tern/core'
import { addressBytes, programAddress } from '@tern/core/internal'

/** Moonit, before that Moonshot: bonding curves that sell for lamports. */
export const program = 'MoonCVVNZFSYkqNXP6bxHLPL6QQJiMagDL3qcqUQTrG' as Address
/** The program's settings: seed `config_account`. */
export const configAddress = '36Eru7v11oU5Pfrojyn5oY3nETA1a1iqsw2WUu6afkM9' as Address

/** Derives the only curve of a mint. */
export async function curveAddress(mint: Address): Promise<Address> {
  const [address] = await programAddress(program, ['token', addressBytes(mint)])
  return address
}
