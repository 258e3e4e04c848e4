import { getMintDecoder, getTokenDecoder } from '@solana-program/token'
import {
  type AccountSnapshot,
  type Address,
  amountScale,
  decodeMetadata,
  decodeMint,
  decodeTokenAccount,
  metadataProgram,
  rentExemption,
  token2022Program,
  tokenProgram,
} from '@tern/core'
import { describe, expect, it } from 'vitest'
import { deriveKey } from './deriveKey.ts'
import {
  encodeMetadata,
  encodeMint,
  encodeToken2022Account,
  encodeToken2022Mint,
  encodeTokenAccount,
} from './tokenAccounts.ts'

const account = (owner: Address, data: Uint8Array): AccountSnapshot => ({
  owner,
  data,
  lamports: rentExemption(data.length),
  executable: false,
  slot: 0n,
})

const { address: mint } = await deriveKey('test', 'mint')
const { address: owner } = await deriveKey('test', 'owner')
const metadata = { mint, updateAuthority: owner, name: 'Kite', symbol: 'KITE', uri: 'data:,' }

describe('accounts of a world', () => {
  it('encodes a mint without authorities, as the official client reads it', () => {
    const read = getMintDecoder().decode(encodeMint(5n, 6))
    expect(read).toMatchObject({ supply: 5n, decimals: 6, isInitialized: true })
    expect(read.mintAuthority).toEqual({ __option: 'None' })
    expect(read.freezeAuthority).toEqual({ __option: 'None' })
    expect(getMintDecoder().decode(encodeMint(5n, 9, owner)).mintAuthority).toEqual({ __option: 'Some', value: owner })
  })

  it('encodes token accounts as the official client reads them, wrapped SOL with its reserve', () => {
    const data = encodeTokenAccount({ mint, owner, amount: 7n, nativeReserve: 2_039_280n })
    expect(data.length).toBe(165)
    expect(getTokenDecoder().decode(data)).toMatchObject({
      mint,
      owner,
      amount: 7n,
      isNative: { __option: 'Some', value: 2_039_280n },
    })
    expect(getTokenDecoder().decode(encodeTokenAccount({ mint, owner, amount: 7n })).isNative.__option).toBe('None')
  })

  it('encodes Token-2022 mints with and without a transfer fee and a multiplier', () => {
    const charging = decodeMint(
      mint,
      account(token2022Program, encodeToken2022Mint({ supply: 9n, decimals: 6 }, metadata, { transferFeeBps: 300 })),
    )
    expect(charging.extensions.names).toEqual(['transferFeeConfig', 'metadataPointer', 'tokenMetadata'])
    expect(charging.extensions.transferFeeConfig?.newerTransferFee.transferFeeBasisPoints).toBe(300)
    expect(charging.extensions.tokenMetadata).toMatchObject({ ...metadata, additional: [] })
    const plain = decodeMint(
      mint,
      account(token2022Program, encodeToken2022Mint({ supply: 9n, decimals: 6 }, metadata, { transferFeeBps: 0 })),
    )
    expect(plain.extensions.names).toEqual(['metadataPointer', 'tokenMetadata'])
    const kind = { transferFeeBps: 0, multiplier: 10 }
    const scaled = decodeMint(
      mint,
      account(token2022Program, encodeToken2022Mint({ supply: 9n, decimals: 6 }, metadata, kind)),
    )
    expect(amountScale(scaled.extensions, 0n)).toEqual({ kind: 'scaled', multiplier: 10 })
  })

  it('gives Token-2022 accounts the program’s sizes', () => {
    const size = (...names: Parameters<typeof encodeToken2022Account>[1]) =>
      encodeToken2022Account({ mint, owner, amount: 1n }, names).length
    expect([
      size(),
      size('immutableOwner'),
      size('transferFeeAmount'),
      size('immutableOwner', 'transferFeeAmount'),
    ]).toEqual([165, 170, 178, 182])
    const data = encodeToken2022Account({ mint, owner, amount: 1n }, ['immutableOwner', 'transferFeeAmount'])
    expect(decodeTokenAccount(mint, account(token2022Program, data)).extensions).toEqual([
      'immutableOwner',
      'transferFeeAmount',
    ])
    expect(() => decodeTokenAccount(mint, account(tokenProgram, data))).toThrow()
  })

  it('encodes metadata of 607 bytes with the three texts at their places', () => {
    const data = encodeMetadata(metadata, 254)
    expect([data.length, data[0]]).toEqual([607, 4])
    const read = decodeMetadata(mint, account(metadataProgram, data))
    expect(read).toMatchObject({ ...metadata, sellerFeeBasisPoints: 0, creators: [], isMutable: false })
  })
})
