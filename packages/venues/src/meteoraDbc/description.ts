import { address, bytes } from '@tern/core/internal'
import { borsh, type Record, text } from '../borsh.ts'

/**
 * A description of a launchpad or a pool: `PartnerMetadata` and `VirtualPoolMetadata` differ only in the account in
 * `of`.
 */
const described = { of: address, padding: bytes(96), name: text, website: text, logo: text } as const

/**
 * `PartnerMetadata` (state/partner_metadata.rs): `of` is the fee claimer of its configs. A stranger wrote the texts.
 */
export const partnerMetadataLayout = borsh('PartnerMetadata', described, {
  discriminator: [0x44, 0x44, 0x82, 0x13, 0x10, 0xd1, 0x62, 0x9c],
})

/** `VirtualPoolMetadata` (state/virtual_pool_metadata.rs): `of` is the pool. A stranger wrote the texts. */
export const poolMetadataLayout = borsh('VirtualPoolMetadata', described, {
  discriminator: [0xd9, 0x25, 0x52, 0xfa, 0x2b, 0x2f, 0xe4, 0xfe],
})

/** A description of a launchpad or a pool. */
export type Described = Record<typeof partnerMetadataLayout>
