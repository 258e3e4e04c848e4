import { type Address, addressBytes, programAddress } from '@tern/core'

/** pump.fun's own pools, the same on mainnet and devnet. */
export const program = 'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA' as Address
/** The one `GlobalConfig`: seed `global_config`. */
export const globalConfigAddress = 'ADyA8hdefvWN2dbGGWFotbzWxrAvLW83WG6QCVXvJKqw' as Address
/** Signs the events that the program writes by calling itself: seed `__event_authority`. */
export const eventAuthority = 'GS4CU59F31iL7aR2Q8zVS8DRrcRnXX1yjQ66TqNVQnaR' as Address
/** The one `GlobalVolumeAccumulator`: seed `global_volume_accumulator`. */
export const globalVolumeAccumulatorAddress = 'C2aFPdENg4A2HQsmrd5rTw5TaYBX5Ku887cWjbFKtZpw' as Address
/** The fee program's `FeeConfig` for this program. */
export const feeConfig = '5PHirr8joyTMp9JMm6nW7hNDVyEYdkzDqazxPD7RaTjx' as Address
/** pump.fun's bonding curves, where most pools come from. */
export const curveProgram = '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P' as Address

async function derive(...seeds: (string | Uint8Array)[]): Promise<Address> {
  const [address] = await programAddress(program, seeds)
  return address
}

/** The pool number `index` of one creator and two mints. */
export function poolAddress(index: number, creator: Address, baseMint: Address, quoteMint: Address): Promise<Address> {
  const number = Uint8Array.of(index & 0xff, index >> 8)
  return derive('pool', number, addressBytes(creator), addressBytes(baseMint), addressBytes(quoteMint))
}

/** Owns the token accounts of what a creator's coins earn: `creator` is the pool's `coin_creator`. */
export function creatorVaultAuthorityAddress(creator: Address): Promise<Address> {
  return derive('creator_vault', addressBytes(creator))
}

/** Where the program keeps what a wallet has traded. */
export function userVolumeAccumulatorAddress(user: Address): Promise<Address> {
  return derive('user_volume_accumulator', addressBytes(user))
}

/** Named by the trades of coins that came from a curve; nothing need be there. */
export function poolV2Address(baseMint: Address): Promise<Address> {
  return derive('pool-v2', addressBytes(baseMint))
}
