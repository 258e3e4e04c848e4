import type { Address } from '@solana/addresses'
import type { AccountSnapshot } from './account.ts'
import { metadataProgram } from './addresses.ts'
import { cursor } from './cursor.ts'
import { TernError } from './errors.ts'
import { addressBytes } from './parseAddress.ts'
import { programAddress } from './programAddress.ts'

/** Metaplex `Key::MetadataV1`, an account's first byte. */
const metadataV1 = 4
/** The program allows five. */
const mostCreators = 5

/** The part of a Metaplex metadata account before what older accounts lack. */
export interface Metadata {
  readonly address: Address
  readonly updateAuthority: Address
  readonly mint: Address
  /** Without the zeros that older accounts are padded with, as `symbol` and `uri`. */
  readonly name: string
  readonly symbol: string
  readonly uri: string
  readonly sellerFeeBasisPoints: number
  readonly creators: readonly { readonly address: Address; readonly verified: boolean; readonly share: number }[]
  readonly primarySaleHappened: boolean
  readonly isMutable: boolean
}

/** Where Metaplex keeps the metadata of `mint`. @throws TernError `address/invalid`. */
export async function metadataAddress(mint: Address): Promise<Address> {
  const seeds = ['metadata', addressBytes(metadataProgram), addressBytes(mint)]
  const [address] = await programAddress(metadataProgram, seeds)
  return address
}

/** @throws TernError `layout/wrongOwner`, `layout/wrongDiscriminator`, `layout/truncated`, `layout/invalidValue`. */
export function decodeMetadata(address: Address, account: AccountSnapshot): Metadata {
  const layout = 'Metadata'
  if (account.owner !== metadataProgram)
    throw new TernError('layout/wrongOwner', { layout, expected: metadataProgram, actual: account.owner })
  const next = cursor(layout, account.data)
  if (next.u8() !== metadataV1) throw new TernError('layout/wrongDiscriminator', { layout })
  const data = {
    address,
    updateAuthority: next.address(),
    mint: next.address(),
    name: next.string(),
    symbol: next.string(),
    uri: next.string(),
    sellerFeeBasisPoints: next.u16(),
  }
  const creators: Metadata['creators'][number][] = []
  if (next.bool()) {
    const count = next.u32()
    if (count > mostCreators) throw new TernError('layout/invalidValue', { field: 'creators', value: String(count) })
    for (let i = 0; i < count; i++) creators.push({ address: next.address(), verified: next.bool(), share: next.u8() })
  }
  return { ...data, creators, primarySaleHappened: next.bool(), isMutable: next.bool() }
}
