import { type Address, addressBytes, programAddress, wrappedNativeMint } from '@tern/core'

/** pump.fun's bonding curves, the same on mainnet and devnet. */
export const program = '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P' as Address
/** pump.fun's pools, which complete curves move to. */
export const ammProgram = 'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA' as Address
/** The one `Global`: seed `global`. */
export const globalAddress = '4wTV1YmiEkRvAtNtsSGPtUrqRYQMe5SKy2uB4Jjaxnjf' as Address
/** Signs the events that the program writes by calling itself: seed `__event_authority`. */
export const eventAuthority = 'Ce6TQqeHC9p8KetsN6JsjHK7UTZk7nasjjnr7XxXp9F1' as Address
/** Mints a coin's whole supply at its creation: seed `mint-authority`. */
export const mintAuthority = 'TSLvdd1pWpHVjahSpsvCXUbgwsL3JAcvokwaKt1eokM' as Address
/** The one `GlobalVolumeAccumulator`: seed `global_volume_accumulator`. */
export const globalVolumeAccumulatorAddress = 'Hq2wp8uJ9jCPsYgNHex8RtqdvMPfVGoYwjvF1ATiwn2Y' as Address
/** Quote mints that `create_v2` takes beside those of `Global`: seed `quote-control`. */
export const quoteControlAddress = '6z6GDdfb2AjR9ZhJmAUQ5cipJCVxQvLJhB2H8mCwTFBP' as Address
/** The fee program's `FeeConfig` for this program. */
export const feeConfig = '8Wf5TiAheLUqBrKXeYg2JtAFFMWtKdG2BSFgqUcPVwTt' as Address
/** Trades mayhem coins by itself; `create_v2` names it for every coin. */
export const mayhemProgram = 'MAyhSmzXzV1pTf7LsNkrNwkWKTo4ougAJ1PPg47MD4e' as Address
/** Of the mayhem program: seed `global-params`. */
export const mayhemGlobalParams = '13ec7XdrjF3h3YcqBTFDSReRcUFwbCnJaAQspM4j6DDJ' as Address
/** Of the mayhem program: seed `sol-vault`. Owns the tokens that a mayhem coin sets aside. */
export const mayhemSolVault = 'BwWK17cbHxwWBKZkUYvzxLcNQ1YVyaFezduWbtm2de6s' as Address

async function derive(...seeds: (string | Uint8Array)[]): Promise<Address> {
  const [address] = await programAddress(program, seeds)
  return address
}

/** A coin's `BondingCurve`. It does not name its mint: from the curve there is no way back. */
export function bondingCurveAddress(mint: Address): Promise<Address> {
  return derive('bonding-curve', addressBytes(mint))
}

/** Named by the legacy trading instructions since 2026-02; nothing need be there. */
export function bondingCurveV2Address(mint: Address): Promise<Address> {
  return derive('bonding-curve-v2', addressBytes(mint))
}

/** Holds the lamports that a creator's coins earned: `creator` is the curve's. */
export function creatorVaultAddress(creator: Address): Promise<Address> {
  return derive('creator-vault', addressBytes(creator))
}

/** Where the program keeps what a wallet has traded. */
export function userVolumeAccumulatorAddress(user: Address): Promise<Address> {
  return derive('user_volume_accumulator', addressBytes(user))
}

/** The creator of a coin whose creator fees go to its holders. */
export function holderRewardsAddress(mint: Address): Promise<Address> {
  return derive('holder-rewards', addressBytes(mint))
}

/** Creates the pool that a complete curve's liquidity moves to. */
export function poolAuthorityAddress(mint: Address): Promise<Address> {
  return derive('pool-authority', addressBytes(mint))
}

/** The pool that a curve's liquidity moves to: the first of its mints that the curve's pool authority creates. */
export async function migratedPoolAddress(mint: Address, quoteMint: Address = wrappedNativeMint): Promise<Address> {
  const authority = await poolAuthorityAddress(mint)
  const seeds = [authority, mint, quoteMint].map(addressBytes)
  const [address] = await programAddress(ammProgram, ['pool', Uint8Array.of(0, 0), ...seeds])
  return address
}

/** Of the mayhem program. */
export async function mayhemStateAddress(mint: Address): Promise<Address> {
  const [address] = await programAddress(mayhemProgram, ['mayhem-state', addressBytes(mint)])
  return address
}
