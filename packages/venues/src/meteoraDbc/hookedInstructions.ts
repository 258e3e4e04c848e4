import { struct, u8, u64 } from '@tern/core/internal'
import { borsh, list } from '../borsh.ts'

/** The discriminator of `swap2_with_transfer_hook`. The encoder puts it before the encoded arguments of `swap2`. */
export const hookedSwapDiscriminator = [0xb7, 0x5d, 0x99, 0x28, 0x18, 0xe6, 0xc2, 0x97] as const

/** `AccountsType` (utils/remaining_accounts.rs): the transfer that a slice of the remaining accounts serves. */
export const hookedTransfers = { base: 0, baseReferral: 1 } as const

/** `RemainingAccountsSlice` (utils/remaining_accounts.rs): the number of accounts of a type. */
const sliceLayout = struct('RemainingAccountsSlice', 2, { accounts_type: u8, length: u8 })

/** `swap2_with_transfer_hook` (instructions/swap/ix_swap2_with_transfer_hook.rs): `swap2` of a token with a transfer hook. */
export const hookedSwapLayout = borsh(
  'swap2_with_transfer_hook',
  { amount_0: u64, amount_1: u64, swap_mode: u8, slices: list(sliceLayout) },
  { discriminator: hookedSwapDiscriminator },
)
