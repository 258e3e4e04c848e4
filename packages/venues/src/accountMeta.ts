import type { AccountMeta } from '@solana/instructions'
import type { Address } from '@tern/core'

// Roles by number: Kit's enum would bring its table of errors along.

/** An account as an instruction names it: who signs, and what is written to. */
export const readonly = (address: Address): AccountMeta => ({ address, role: 0 })
export const writable = (address: Address): AccountMeta => ({ address, role: 1 })
export const signer = (address: Address): AccountMeta => ({ address, role: 2 })
export const writableSigner = (address: Address): AccountMeta => ({ address, role: 3 })
