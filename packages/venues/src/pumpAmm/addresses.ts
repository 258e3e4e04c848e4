import type { Address } from '@tern/core'
import { addressBytes, programAddress } from '@tern/core/internal'

/** pump.fun's own pools, with the same address on mainnet and devnet. */
export const program = 'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA' as Address
/** The only `GlobalConfig`: seed `global_config`. */
export const globalConfigAddress = 'ADyA8hdefvWN2dbGGWFotbzWxrAvLW83WG6QCVXvJKqw' as Address
/** Signs the events that the program writes by calling itself: seed `__event_authority`. */
export const eventAuthority = 'GS4CU59F31iL7aR2Q8zVS8DRrcRnXX1yjQ66TqNVQnaR' as Address
/** The only `GlobalVolumeAccumulator`: seed `global_volume_accumulator`. */
export const globalVolumeAccumulatorAddress = 'C2aFPdENg4A2HQsmrd5rTw5TaYBX5Ku887cWjbFKtZpw' as Address
/** The fee program's `FeeConfig` for this program. */
export const feeConfig = '5PHirr8joyTMp9JMm6nW7hNDVyEYdkzDqazxPD7RaTjx' as Address
/** pump.fun's bonding curves. Most pools come from a curve. */
export const curveProgram = '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P' as Address

async function derive(...seeds: (string | Uint8Array)[]): Promise<Address> {
  const [address] = await programAddress(program, seeds)
  return address
}

/**
 * Derives a pool's address.
 * @param index number of the pool among the pools of its creator and mints, a u16.
 */
export function poolAddress(index: number, creator: Address, baseMint: Address, quoteMint: Address): Promise<Address> {
  const number = Uint8Array.of(index & 0xff, index >> 8)
  return derive('pool', number, addressBytes(creator), addressBytes(baseMint), addressBytes(quoteMint))
}

/**
 * Derives the owner of the token accounts that receive a creator's fees.
 * @param creator the pool's `coin_creator`.
 */
export function creatorVaultAuthorityAddress(creator: Address): Promise<Address> {
  return derive('creator_vault', addressBytes(creator))
}

/** Derives the account that counts a wallet's trading volume. */
export function userVolumeAccumulatorAddress(user: Address): Promise<Address> {
  return derive('user_volume_accumulator', addressBytes(user))
}

/** Derives an account that trades of coins with a creator name. It need not exist. */
export function poolV2Address(baseMint: Address): Promise<Address> {
  return derive('pool-v2', addressBytes(baseMint))
}
