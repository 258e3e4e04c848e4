import { address, bytes, type Decoded, struct, u8, u64 } from '@tern/core/internal'

/** `Vault` (dynamic-vault/src/state.rs), with its bumps and its `LockedProfitTracker`. Accounts are longer. */
export const vaultLayout = struct(
  'Vault',
  1227,
  {
    /** 1: deposits and withdrawals are possible. */
    enabled: u8,
    vault_bump: u8,
    token_vault_bump: u8,
    /** Tokens in the token vault and lent out, including profit that is still locked. */
    total_amount: u64,
    token_vault: address,
    fee_vault: address,
    token_mint: address,
    lp_mint: address,
    /** 30 addresses; zero if unused. */
    strategies: bytes(960),
    base: address,
    admin: address,
    operator: address,
    last_updated_locked_profit: u64,
    /** Unix seconds. */
    last_report: u64,
    /** The share that unlocks in a second, in parts of `degradationDenominator`. */
    locked_profit_degradation: u64,
  },
  { discriminator: [0xd3, 0x08, 0xe8, 0x2b, 0x02, 0x98, 0x75, 0x77] },
)

/** A vault's account. */
export type VaultState = Decoded<typeof vaultLayout>

/**
 * Decodes every field of a `Vault`.
 * @throws TernError `layout/wrongSize`, `layout/wrongDiscriminator`.
 */
export function decodeVaultState(data: Uint8Array): VaultState {
  return vaultLayout.decode(data, 'atLeast')
}
