import { type Address, addressBytes, programAddress } from '@tern/core'
import type { Protocol } from '../protocols.ts'

/** Meteora's Dynamic Bonding Curve, the same on mainnet and devnet. */
export const program = 'dbcij3LWUppWqq96dh6gJWwBifmcGfLSB5D4DuSMaqN' as Address
/** Owns every vault and makes every token: seed `pool_authority`. */
export const poolAuthority = 'FhVo3mqL8PW5pH5U2CN4XE33DokiyZnUwuGpH2hmHLuM' as Address
/** Signs the events that the program writes by calling itself: seed `__event_authority`. */
export const eventAuthority = '8Ks12pbrD6PXxfty1hVQiE9sc289zgU1zHkvXhrSdriF' as Address

/** The configs that believe launches its tokens with. */
export const believeConfigs: readonly Address[] = ['7SXEnhGRXVkR5LEE4o6xXYwcX6QJbFemMS3mbmMRHSDn' as Address]

/** The most specific name of the protocol that a config's pools belong to. */
export function protocolOf(config: Address): Protocol {
  return believeConfigs.includes(config) ? 'believe' : 'meteora_dbc'
}

async function derive(...seeds: (string | Uint8Array)[]): Promise<Address> {
  const [address] = await programAddress(program, seeds)
  return address
}

/** The greater and the lesser of two keys, by their bytes: how programs of Meteora name a pair. */
export function greaterFirst(left: Address, right: Address): readonly [Uint8Array, Uint8Array] {
  const [a, b] = [addressBytes(left), addressBytes(right)]
  for (const [i, byte] of a.entries()) {
    const other = b[i] as number
    if (byte !== other) return byte > other ? [a, b] : [b, a]
  }
  return [a, b]
}

/** The one pool of a token under a config; `quoteMint` is the config's. */
export function poolAddress(config: Address, baseMint: Address, quoteMint: Address): Promise<Address> {
  return derive('pool', addressBytes(config), ...greaterFirst(baseMint, quoteMint))
}

/** Where a pool keeps what it holds of a mint. */
export function vaultAddress(pool: Address, mint: Address): Promise<Address> {
  return derive('token_vault', addressBytes(mint), addressBytes(pool))
}

/** What a launchpad says of itself; `feeClaimer` is its configs'. */
export function partnerMetadataAddress(feeClaimer: Address): Promise<Address> {
  return derive('partner_metadata', addressBytes(feeClaimer))
}

/** What a pool's creator says of it. */
export function poolMetadataAddress(pool: Address): Promise<Address> {
  return derive('virtual_pool_metadata', addressBytes(pool))
}
