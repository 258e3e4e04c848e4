import type { Address } from '@solana/addresses'
import type { AccountSnapshot } from './account.ts'
import { metadataProgram } from './addresses.ts'
import { cursor } from './cursor.ts'
import { TernError } from './errors.ts'
import { addressBytes } from './parseAddress.ts'
import { programAddress } from './programAddress.ts'

/** Metaplex's `Key::MetadataV1`, the first byte of a metadata account. */
const metadataV1 = 4
/** The program's own limit. */
const maxCreators = 5

/** The fields of a Metaplex metadata account that accounts of every age have. */
export interface Metadata {
  readonly address: Address
  readonly updateAuthority: Address
  readonly mint: Address
  /** Like `symbol` and `uri`, without the zeros that pad older accounts. */
  readonly name: string
  readonly symbol: string
  readonly uri: string
  readonly sellerFeeBasisPoints: number
  readonly creators: readonly { readonly address: Address; readonly verified: boolean; readonly share: number }[]
  readonly primarySaleHappened: boolean
  readonly isMutable: boolean
}

/**
 * Derives the address of a mint's Metaplex metadata account.
 *
 * @throws TernError `address/invalid`.
 * @example
 * await metadataAddress(usdcMint) // '5x38Kp4hvdomTCnCrAny4UtMUt5rQBdB6px2K1Ui45Wq'
 */
export async function metadataAddress(mint: Address): Promise<Address> {
  const seeds = ['metadata', addressBytes(metadataProgram), addressBytes(mint)]
  const [address] = await programAddress(metadataProgram, seeds)
  return address
}

/**
 * Decodes a Metaplex metadata account.
 *
 * @throws TernError `layout/wrongOwner`, `layout/wrongDiscriminator`, `layout/truncated`, `layout/invalidValue`.
 * @example
 * decodeMetadata(address, account).symbol // 'USDC'
 */
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
    if (count > maxCreators) throw new TernError('layout/invalidValue', { field: 'creators', value: String(count) })
    for (let i = 0; i < count; i++) creators.push({ address: next.address(), verified: next.bool(), share: next.u8() })
  }
  return { ...data, creators, primarySaleHappened: next.bool(), isMutable: next.bool() }
}
