import { type Address, associatedTokenAddress, metadataAddress, tokenProgram, wrappedNativeMint } from '@tern/core'
import { decodePlatformConfig, decodePoolState, poolAddress } from '@tern/venues/raydiumLaunchlab'
import {
  type CurveParams,
  configAddress,
  creatorFeeVaultAddress,
  encodeClaimCreatorFee,
  encodeInitializeV2,
  encodeInitializeWithToken2022,
  encodeMigrateToCpswap,
  type InitializeAccounts,
  vaultAddress,
} from '@tern/venues/raydiumLaunchlab/internal'
import { type DerivedKey, deriveKey } from '../../../world/deriveKey.ts'
import type { LaunchlabStory } from '../../../world/stories.ts'
import { metadataUri } from '../../../world/token.ts'
import type { CompleteCurve, Deed, Moving } from '../../../world/worldVenue.ts'
import { bonkPlatform, raydiumPlatform } from '../genesis.ts'

/** Compute-unit limits of a launch, a migration and a claim. */
const launchUnits = 400_000
const migrationUnits = 600_000
const claimUnits = 80_000

/** The usual curve: 793.1 of 1,000 million tokens for 85 SOL, which migrate to CP-Swap. */
export const launchCurve: CurveParams = {
  type: 'constantProduct',
  supply: 1_000_000_000_000_000n,
  total_base_sell: 793_100_000_000_000n,
  total_quote_fund_raising: 85_000_000_000n,
  migrate_type: 1,
}
export const launchDecimals = 6

export const platformOf = ({ platform }: Pick<LaunchlabStory, 'platform'>): Address =>
  platform === 'bonk' ? bonkPlatform : raydiumPlatform

/** The key that receives the protocol's and the platforms' earnings, and that alone may migrate curves. */
export const launchlabOwner = (seed: string): Promise<DerivedKey> => deriveKey(seed, 'launchlab owner')

/** A token to launch. `launcher` pays and earns from its trades. The mint signs, too. */
export interface Launch extends Pick<LaunchlabStory, 'name' | 'symbol' | 'platform' | 'launch' | 'transferFeeBps'> {
  readonly mint: DerivedKey
  readonly launcher: DerivedKey
}

/** Creates a token and its curve. */
export async function launchDeed({
  mint,
  launcher,
  name,
  symbol,
  launch,
  transferFeeBps,
  ...whose
}: Launch): Promise<Deed> {
  const pool = await poolAddress(mint.address, wrappedNativeMint)
  const accounts: InitializeAccounts = {
    payer: launcher.address,
    creator: launcher.address,
    global_config: await configAddress(wrappedNativeMint, 0, 0),
    platform_config: platformOf(whose),
    pool_state: pool,
    base_mint: mint.address,
    quote_mint: wrappedNativeMint,
    base_vault: await vaultAddress(pool, mint.address),
    quote_vault: await vaultAddress(pool, wrappedNativeMint),
    quote_token_program: tokenProgram,
  }
  const token = {
    ...{ decimals: launchDecimals, name, symbol, uri: metadataUri(mint.address), curve: launchCurve },
    ...{ total_locked_amount: 0n, cliff_period: 0n, unlock_period: 0n, amm_fee_on: 0 },
  }
  const transfer_fee =
    transferFeeBps === undefined ? null : { transfer_fee_basis_points: transferFeeBps, maximum_fee: launchCurve.supply }
  const instruction =
    launch === 'v2'
      ? encodeInitializeV2(accounts, await metadataAddress(mint.address), token)
      : encodeInitializeWithToken2022(accounts, { ...token, transfer_fee })
  return { signers: [launcher, mint], unitLimit: launchUnits, instructions: [instruction] }
}

/** Moves a complete curve to CP-Swap. Empty if it has migrated already. */
export async function migrationDeeds(curve: CompleteCurve, { seed, read }: Moving): Promise<readonly Deed[]> {
  const owner = await launchlabOwner(seed)
  const account = (await read([curve.pool])).get(curve.pool)
  if (!account) return []
  const { platform_config, global_config, quote_mint, status } = decodePoolState(account.data)
  const platform = (await read([platform_config])).get(platform_config)
  if (!platform || status !== 1) return []
  const instruction = await encodeMigrateToCpswap({
    payer: owner.address,
    baseMint: curve.mint,
    quoteMint: quote_mint,
    baseTokenProgram: curve.program,
    quoteTokenProgram: tokenProgram,
    globalConfig: global_config,
    platformConfig: platform_config,
    cpswapConfig: decodePlatformConfig(platform.data).cpswap_config,
  })
  return [{ signers: [owner], unitLimit: migrationUnits, instructions: [instruction] }]
}

/** Pays a creator its waiting fees. */
export async function claimDeed(key: DerivedKey): Promise<Deed> {
  const instruction = encodeClaimCreatorFee({
    creator: key.address,
    creator_fee_vault: await creatorFeeVaultAddress(key.address, wrappedNativeMint),
    recipient_token_account: await associatedTokenAddress(key.address, wrappedNativeMint, tokenProgram),
    quote_mint: wrappedNativeMint,
    token_program: tokenProgram,
  })
  return { signers: [key], unitLimit: claimUnits, instructions: [instruction] }
}
