import type { AccountMeta } from '@solana/instructions'
import type { Address } from '@tern/core'

// Roles are numbers here, because Kit's enum imports its table of errors.

/** Returns an account of an instruction with its role. */
export const readonly = (address: Address): AccountMeta => ({ address, role: 0 })
export const writable = (address: Address): AccountMeta => ({ address, role: 1 })
export const signer = (address: Address): AccountMeta => ({ address, role: 2 })
export const writableSigner = (address: Address): AccountMeta => ({ address, role: 3 })
