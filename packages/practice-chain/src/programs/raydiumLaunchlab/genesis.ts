import { type Address, systemProgram, wrappedNativeMint } from '@tern/core'
import { configAddress as cpmmConfigAddress } from '@tern/venues/raydiumCpmm'
import { type PlatformConfig, program } from '@tern/venues/raydiumLaunchlab'
import {
  bonkPlatforms,
  configAddress,
  globalConfigLayout,
  platformConfigLayout,
} from '@tern/venues/raydiumLaunchlab/internal'
import { type Genesis, placeAccount } from '../../world/genesis.ts'

/** Raydium's own platform. */
export const raydiumPlatform = '4Bu96XjU84XjPDSpveTVf6LYGCkfW5FK7SNkREWcEfV4' as Address
/** LetsBonk's platform, at the address that current launches use. */
export const bonkPlatform = bonkPlatforms[0] as Address

/** Bytes of a platform's account without rules for launches. */
const platformSize = 944
/** The index of the CP-Swap config for both platforms' pools. */
const cpswapConfigIndex = 0

/**
 * Places a config for each quote mint and each kind of curve, and two platforms.
 * Rates are those of trades recorded on mainnet. The bounds of a launch are the official client's defaults.
 *
 * @param owner receives the protocol's and the platforms' earnings, and alone may migrate.
 */
export async function placeLaunchlab(
  genesis: Genesis,
  owner: Address,
  quoteMints: readonly Address[] = [wrappedNativeMint],
): Promise<void> {
  for (const mint of quoteMints) for (const curveType of [0, 1, 2]) await placeConfig(genesis, owner, mint, curveType)
  const cpswap_config = await cpmmConfigAddress(cpswapConfigIndex)
  const platforms = [
    { address: raydiumPlatform, name: 'Raydium', web: 'https://raydium.io', fee_rate: 7_500n, creator_fee_rate: 500n },
    { address: bonkPlatform, name: 'letsbonk', web: 'https://letsbonk.fun', fee_rate: 10_000n, creator_fee_rate: 500n },
  ]
  for (const { address, name, web, ...rates } of platforms) {
    const data = new Uint8Array(platformSize)
    data.set(platformConfigLayout.encode({ ...platformOf(owner, cpswap_config), ...rates, ...named(name, web) }))
    placeAccount(genesis, address, { owner: program, data })
  }
}

async function placeConfig(genesis: Genesis, owner: Address, quote_mint: Address, curve_type: number): Promise<void> {
  const data = globalConfigLayout.encode({
    epoch: 0n,
    curve_type,
    index: 0,
    migrate_fee: 0n,
    trade_fee_rate: 2_500n,
    max_share_fee_rate: 10_000n,
    min_base_supply: 10_000_000n,
    max_lock_rate: 300_000n,
    min_base_sell_rate: 200_000n,
    min_base_migrate_rate: 200_000n,
    min_quote_fund_raising: 30_000_000_000n,
    quote_mint,
    protocol_fee_owner: owner,
    migrate_fee_owner: owner,
    migrate_to_amm_wallet: owner,
    migrate_to_cpswap_wallet: owner,
    padding: new Uint8Array(128),
  })
  placeAccount(genesis, await configAddress(quote_mint, curve_type, 0), { owner: program, data })
}

function platformOf(owner: Address, cpswap_config: Address): PlatformConfig {
  return {
    epoch: 0n,
    platform_fee_wallet: owner,
    platform_nft_wallet: owner,
    platform_scale: 0n,
    creator_scale: 0n,
    burn_scale: 1_000_000n,
    fee_rate: 0n,
    ...named('', ''),
    cpswap_config,
    creator_fee_rate: 0n,
    transfer_fee_extension_auth: systemProgram,
    platform_vesting_wallet: systemProgram,
    platform_vesting_scale: 0n,
    platform_cp_creator: systemProgram,
    restrict_global_config: 0,
    restrict_curve_param: 0,
    curve_rule_manager: systemProgram,
    padding: new Uint8Array(74),
  }
}

function named(name: string, web: string): Pick<PlatformConfig, 'name' | 'web' | 'img'> {
  const filled = (text: string, size: number) => {
    const bytes = new Uint8Array(size)
    bytes.set(Buffer.from(text))
    return bytes
  }
  return { name: filled(name, 64), web: filled(web, 256), img: filled('', 256) }
}
