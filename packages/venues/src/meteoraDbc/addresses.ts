import type { Address } from '@tern/core'
import { addressBytes, programAddress } from '@tern/core/internal'
import type { Protocol } from '../protocols.ts'

/** Meteora's Dynamic Bonding Curve, with the same address on mainnet and devnet. */
export const program = 'dbcij3LWUppWqq96dh6gJWwBifmcGfLSB5D4DuSMaqN' as Address
/** Owns every vault and creates every token: seed `pool_authority`. */
export const poolAuthority = 'FhVo3mqL8PW5pH5U2CN4XE33DokiyZnUwuGpH2hmHLuM' as Address
/** Signs the events that the program writes by calling itself: seed `__event_authority`. */
export const eventAuthority = '8Ks12pbrD6PXxfty1hVQiE9sc289zgU1zHkvXhrSdriF' as Address

/** The configs of believe's launches. */
export const believeConfigs: readonly Address[] = ['7SXEnhGRXVkR5LEE4o6xXYwcX6QJbFemMS3mbmMRHSDn' as Address]

/** Returns the most specific protocol name of a config's pools. */
export function protocolOf(config: Address): Protocol {
  return believeConfigs.includes(config) ? 'believe' : 'meteora_dbc'
}

async function derive(...seeds: (string | Uint8Array)[]): Promise<Address> {
  const [address] = await programAddress(program, seeds)
  return address
}

/** Returns the bytes of two keys, the greater key first: the order in which Meteora's programs name a pair. */
export function greaterFirst(left: Address, right: Address): readonly [Uint8Array, Uint8Array] {
  const [a, b] = [addressBytes(left), addressBytes(right)]
  for (const [i, byte] of a.entries()) {
    const other = b[i] as number
    if (byte !== other) return byte > other ? [a, b] : [b, a]
  }
  return [a, b]
}

/**
 * Derives the only pool of a token under a config.
 * @param quoteMint the config's quote mint.
 */
export function poolAddress(config: Address, baseMint: Address, quoteMint: Address): Promise<Address> {
  return derive('pool', addressBytes(config), ...greaterFirst(baseMint, quoteMint))
}

/** Derives the account that holds a pool's reserve of a mint. */
export function vaultAddress(pool: Address, mint: Address): Promise<Address> {
  return derive('token_vault', addressBytes(mint), addressBytes(pool))
}

/**
 * Derives a launchpad's description of itself.
 * @param feeClaimer the fee claimer of its configs.
 */
export function partnerMetadataAddress(feeClaimer: Address): Promise<Address> {
  return derive('partner_metadata', addressBytes(feeClaimer))
}

/** Derives the creator's description of a pool. */
export function poolMetadataAddress(pool: Address): Promise<Address> {
  return derive('virtual_pool_metadata', addressBytes(pool))
}
