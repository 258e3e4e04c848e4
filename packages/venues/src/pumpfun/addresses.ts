import { type Address, wrappedNativeMint } from '@tern/core'
import { addressBytes, programAddress } from '@tern/core/internal'

/** pump.fun's bonding curves, with the same address on mainnet and devnet. */
export const program = '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P' as Address
/** pump.fun's pools. Complete curves move to this program. */
export const ammProgram = 'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA' as Address
/** The only `Global`: seed `global`. */
export const globalAddress = '4wTV1YmiEkRvAtNtsSGPtUrqRYQMe5SKy2uB4Jjaxnjf' as Address
/** Signs the events that the program writes by calling itself: seed `__event_authority`. */
export const eventAuthority = 'Ce6TQqeHC9p8KetsN6JsjHK7UTZk7nasjjnr7XxXp9F1' as Address
/** Mints a coin's whole supply at its creation: seed `mint-authority`. */
export const mintAuthority = 'TSLvdd1pWpHVjahSpsvCXUbgwsL3JAcvokwaKt1eokM' as Address
/** The only `GlobalVolumeAccumulator`: seed `global_volume_accumulator`. */
export const globalVolumeAccumulatorAddress = 'Hq2wp8uJ9jCPsYgNHex8RtqdvMPfVGoYwjvF1ATiwn2Y' as Address
/** Lists quote mints that `create_v2` accepts in addition to the list in `Global`: seed `quote-control`. */
export const quoteControlAddress = '6z6GDdfb2AjR9ZhJmAUQ5cipJCVxQvLJhB2H8mCwTFBP' as Address
/** The fee program's `FeeConfig` for this program. */
export const feeConfig = '8Wf5TiAheLUqBrKXeYg2JtAFFMWtKdG2BSFgqUcPVwTt' as Address
/** Trades mayhem coins by itself. `create_v2` names it for every coin. */
export const mayhemProgram = 'MAyhSmzXzV1pTf7LsNkrNwkWKTo4ougAJ1PPg47MD4e' as Address
/** Belongs to the mayhem program: seed `global-params`. */
export const mayhemGlobalParams = '13ec7XdrjF3h3YcqBTFDSReRcUFwbCnJaAQspM4j6DDJ' as Address
/** Belongs to the mayhem program: seed `sol-vault`. Owns the tokens that a mayhem coin sets aside. */
export const mayhemSolVault = 'BwWK17cbHxwWBKZkUYvzxLcNQ1YVyaFezduWbtm2de6s' as Address

async function derive(...seeds: (string | Uint8Array)[]): Promise<Address> {
  const [address] = await programAddress(program, seeds)
  return address
}

/** Derives a coin's `BondingCurve`. The curve does not store its mint, so the mint cannot be found from the curve. */
export function bondingCurveAddress(mint: Address): Promise<Address> {
  return derive('bonding-curve', addressBytes(mint))
}

/** Derives an account that the legacy trading instructions name since 2026-02. It need not exist. */
export function bondingCurveV2Address(mint: Address): Promise<Address> {
  return derive('bonding-curve-v2', addressBytes(mint))
}

/**
 * Derives the account that holds the lamports that a creator's coins earned.
 * @param creator the curve's `creator`.
 */
export function creatorVaultAddress(creator: Address): Promise<Address> {
  return derive('creator-vault', addressBytes(creator))
}

/** Derives the account that counts a wallet's trading volume. */
export function userVolumeAccumulatorAddress(user: Address): Promise<Address> {
  return derive('user_volume_accumulator', addressBytes(user))
}

/** Derives the `creator` of a coin whose creator fees go to its holders. */
export function holderRewardsAddress(mint: Address): Promise<Address> {
  return derive('holder-rewards', addressBytes(mint))
}

/** Derives the creator of the pool that a complete curve moves to. */
export function poolAuthorityAddress(mint: Address): Promise<Address> {
  return derive('pool-authority', addressBytes(mint))
}

/** Derives the pool that a curve moves to: the first pool of its mints that the curve's pool authority creates. */
export async function migratedPoolAddress(mint: Address, quoteMint: Address = wrappedNativeMint): Promise<Address> {
  const authority = await poolAuthorityAddress(mint)
  const seeds = [authority, mint, quoteMint].map(addressBytes)
  const [address] = await programAddress(ammProgram, ['pool', Uint8Array.of(0, 0), ...seeds])
  return address
}

/** Derives an account of the mayhem program. */
export async function mayhemStateAddress(mint: Address): Promise<Address> {
  const [address] = await programAddress(mayhemProgram, ['mayhem-state', addressBytes(mint)])
  return address
}
