import { type AccountMeta, AccountRole } from '@solana/instructions'
import type { Address } from '@tern/core'

/** An account as an instruction names it: who signs, and what is written to. */
export const readonly = (address: Address): AccountMeta => ({ address, role: AccountRole.READONLY })
export const writable = (address: Address): AccountMeta => ({ address, role: AccountRole.WRITABLE })
export const signer = (address: Address): AccountMeta => ({ address, role: AccountRole.READONLY_SIGNER })
export const writableSigner = (address: Address): AccountMeta => ({ address, role: AccountRole.WRITABLE_SIGNER })
