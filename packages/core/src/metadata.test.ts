import { describe, expect, it } from 'vitest'
import { snapshot } from '../test/accounts.ts'
import { filledAddress } from '../test/filledAddress.ts'
import { expectOnlyTernErrors } from '../test/fuzz.ts'
import { metadataProgram, tokenProgram } from './addresses.ts'
import { decodeMetadata, metadataAddress } from './metadata.ts'
import { addressBytes, parseAddress } from './parseAddress.ts'

const u16 = (value: number) => Uint8Array.of(value & 255, value >> 8)
/** Borsh text, filled up with zeros to `room` bytes. The program padded accounts so until 2023. */
function text(value: string, room = 0) {
  const characters = new TextEncoder().encode(value)
  const bytes = new Uint8Array(Math.max(characters.length, room))
  bytes.set(characters)
  return [...u16(bytes.length), 0, 0, ...bytes]
}

/** An account of `MetadataV1` with 679 bytes, the program's own length. */
function metadata(names: readonly number[], basisPoints: number, creators: readonly number[], ...flags: number[]) {
  const data = new Uint8Array(679)
  const [authority, mint] = [addressBytes(filledAddress(3)), addressBytes(filledAddress(4))]
  data.set([4, ...authority, ...mint, ...names, ...u16(basisPoints), ...creators, ...flags])
  return snapshot(metadataProgram, data)
}

const address = filledAddress(9)
const uri = 'https://tern.invalid/metadata/4.json'
const account = metadata([...text('Arctic Tern', 32), ...text('TERN', 10), ...text(uri, 200)], 0, [0], 0, 0)
const creator = (byte: number, isVerified: number, share: number) => [
  ...addressBytes(filledAddress(byte)),
  ...[isVerified, share],
]
const collectible = metadata(
  [...text('Crème brûlée', 32), ...text('', 10), ...text(uri, 200)],
  1000,
  [1, 2, 0, 0, 0, ...creator(5, 1, 98), ...creator(6, 0, 2)],
  ...[0, 1],
)
const read = (data: Uint8Array) => decodeMetadata(address, snapshot(metadataProgram, data))

describe('metadataAddress', () => {
  it('is the address that Metaplex uses', async () => {
    const usdc = parseAddress('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v')
    expect(await metadataAddress(usdc)).toBe('5x38Kp4hvdomTCnCrAny4UtMUt5rQBdB6px2K1Ui45Wq')
  })
})

describe('decodeMetadata', () => {
  it('reads a token', () => {
    expect(decodeMetadata(address, account)).toMatchObject({
      address,
      updateAuthority: filledAddress(3),
      mint: filledAddress(4),
      ...{ name: 'Arctic Tern', symbol: 'TERN', uri },
      sellerFeeBasisPoints: 0,
      creators: [],
      primarySaleHappened: false,
      isMutable: false,
    })
  })

  it('reads a collectible with its creators', () => {
    expect(decodeMetadata(address, collectible)).toMatchObject({
      name: 'Crème brûlée',
      symbol: '',
      sellerFeeBasisPoints: 1000,
      creators: [
        { address: filledAddress(5), verified: true, share: 98 },
        { address: filledAddress(6), verified: false, share: 2 },
      ],
      primarySaleHappened: false,
      isMutable: true,
    })
  })

  it('refuses an account of another program or kind, a short account and too many creators', () => {
    const refused = (data: Uint8Array, code: string) =>
      expect(() => read(data)).toThrow(expect.objectContaining({ code }))
    refused(account.data.with(0, 6), 'layout/wrongDiscriminator')
    for (const length of [0, 1, 64, 65, 68, 69, 100, 318]) refused(account.data.subarray(0, length), 'layout/truncated')
    refused(account.data.with(68, 255), 'layout/truncated')
    const { data } = collectible
    const creators = data.indexOf(1, 65 + 4 + 32 + 4 + 10 + 4 + 200 + 2)
    expect(() => read(data.with(creators + 1, 6))).toThrow(
      expect.objectContaining({ code: 'layout/invalidValue', facts: { field: 'creators', value: '6' } }),
    )
    refused(data.with(creators, 2), 'layout/invalidValue')
    expect(() => decodeMetadata(address, snapshot(tokenProgram, account.data))).toThrow(
      expect.objectContaining({ code: 'layout/wrongOwner' }),
    )
  })

  it('reads text that is not UTF-8 without an error', () => {
    expect(read(account.data.with(69, 255)).name).toBe('\ufffdrctic Tern')
  })

  it('throws only its own errors for any bytes', () => {
    expectOnlyTernErrors(account.data, read, /^layout\//)
    expectOnlyTernErrors(collectible.data, read, /^layout\//)
  })
})
