import { type AccountSet, type AccountSnapshot, type Address, TernError } from '@tern/core'
import type { TradedMint } from '@tern/core/internal'
import { assertOwned, mismatch, openMint, openVault } from '../openAccounts.ts'
import { authority, program } from './addresses.ts'
import { type AmmConfig, ammConfigLayout, type PoolState, poolStateLayout } from './layout.ts'
import { rateDenominator, reserves } from './quote.ts'

/**
 * Decodes a pool's account.
 * @throws TernError `layout/wrongOwner`, `layout/wrongSize`, `layout/wrongDiscriminator`, `layout/invalidValue`.
 */
export function decodePool(account: AccountSnapshot): PoolState {
  assertOwned('PoolState', account, program)
  const state: PoolState = poolStateLayout.view(account.data, 'atLeast')
  if (state.creator_fee_on > 2)
    throw new TernError('layout/invalidValue', { field: 'creator_fee_on', value: String(state.creator_fee_on) })
  return state
}

/**
 * Decodes a config's account.
 * @throws TernError `layout/wrongOwner`, `layout/wrongSize`, `layout/wrongDiscriminator`, `layout/invalidValue`.
 */
export function openConfig(account: AccountSnapshot): AmmConfig {
  assertOwned('AmmConfig', account, program)
  const config: AmmConfig = ammConfigLayout.view(account.data, 'atLeast')
  // `create_amm_config` in lib.rs asserts both. Beyond these bounds, the program's arithmetic has no result.
  if (config.trade_fee_rate + config.creator_fee_rate >= rateDenominator)
    throw new TernError('layout/invalidValue', { field: 'trade_fee_rate', value: String(config.trade_fee_rate) })
  if (config.protocol_fee_rate + config.fund_fee_rate > rateDenominator)
    throw new TernError('layout/invalidValue', { field: 'protocol_fee_rate', value: String(config.protocol_fee_rate) })
  return config
}

/** A pool's tokens, as its accounts show them. Token 0 comes first. */
interface OpenTokens {
  readonly mints: readonly [TradedMint, TradedMint]
  /** Raw units that trade and back the LP tokens; negative if a vault holds less than the fees that it owes. */
  readonly reserves: readonly [bigint, bigint]
  /** `true` if an issuer has frozen a vault. */
  readonly isFrozen: boolean
}

/**
 * Opens the mints and vaults of a pool.
 * @throws TernError `layout/*` if the accounts contradict the pool or each other.
 */
export function openTokens(address: Address, state: PoolState, read: AccountSet): OpenTokens {
  const mint0 = openMint(state.token_0_mint, read, { program: state.token_0_program, decimals: state.mint_0_decimals })
  const mint1 = openMint(state.token_1_mint, read, { program: state.token_1_program, decimals: state.mint_1_decimals })
  const vault0 = openVault(state.token_0_vault, read, mint0, authority)
  const vault1 = openVault(state.token_1_vault, read, mint1, authority)
  if (mint0.address === mint1.address) mismatch(address, 'token_1_mint', 'another token', mint1.address)
  return {
    mints: [mint0, mint1],
    reserves: reserves(state, vault0.amount, vault1.amount),
    isFrozen: vault0.state === 'frozen' || vault1.state === 'frozen',
  }
}
