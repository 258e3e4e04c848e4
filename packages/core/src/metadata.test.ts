import { describe, expect, it } from 'vitest'
import { recordedAccount, snapshot } from '../test/accounts.ts'
import { expectOnlyTernErrors } from '../test/hostileBytes.ts'
import { metadataProgram, tokenProgram } from './addresses.ts'
import { decodeMetadata, metadataAddress } from './metadata.ts'
import { parseAddress } from './parseAddress.ts'

const { address, account } = recordedAccount('fungibleMetadata')
const nft = recordedAccount('nftMetadata')
const read = (data: Uint8Array) => decodeMetadata(address, snapshot(metadataProgram, data))

describe('metadataAddress', () => {
  it('is where Metaplex keeps it', async () => {
    const usdc = parseAddress('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v')
    expect(await metadataAddress(usdc)).toBe('5x38Kp4hvdomTCnCrAny4UtMUt5rQBdB6px2K1Ui45Wq')
  })
})

describe('decodeMetadata', () => {
  it('reads a token of mainnet', () => {
    expect(decodeMetadata(address, account)).toMatchObject({
      address,
      mint: 'MEW1gQWJ3nEXg2qgERiKu7FAFj79PHvQVREQUzScPP5',
      name: 'cat in a dogs world',
      symbol: 'MEW',
      uri: 'https://bafkreieuo5b7aavvm4u2eaffwhzn53g7t45ac26isovfwluv653lvc5u4i.ipfs.nftstorage.link/',
      sellerFeeBasisPoints: 0,
      creators: [],
      primarySaleHappened: false,
      isMutable: false,
    })
  })

  it('reads a collectible of mainnet with its creators', () => {
    expect(decodeMetadata(nft.address, nft.account)).toMatchObject({
      name: 'SPECIAL SAUCE',
      symbol: '',
      sellerFeeBasisPoints: 1000,
      creators: [
        { address: '7oUUEdptZnZVhSet4qobU9PtpPfiNUEJ8ftPnrC6YEaa', verified: true, share: 98 },
        { address: 'tsU33UT3K2JTfLgHUo7hdzRhRe4wth885cqVbM8WLiq', verified: true, share: 2 },
      ],
      primarySaleHappened: false,
      isMutable: true,
    })
  })

  it('refuses a foreign one, another kind, one cut short and too many creators', () => {
    const refused = (data: Uint8Array, code: string) =>
      expect(() => read(data)).toThrow(expect.objectContaining({ code }))
    refused(account.data.with(0, 6), 'layout/wrongDiscriminator')
    for (const length of [0, 1, 64, 65, 68, 69, 100, 318]) refused(account.data.subarray(0, length), 'layout/truncated')
    refused(account.data.with(68, 255), 'layout/truncated')
    const { data } = nft.account
    const creators = data.indexOf(1, 65 + 4 + 32 + 4 + 10 + 4 + 200 + 2)
    expect(() => read(data.with(creators + 1, 6))).toThrow(
      expect.objectContaining({ code: 'layout/invalidValue', facts: { field: 'creators', value: '6' } }),
    )
    refused(data.with(creators, 2), 'layout/invalidValue')
    expect(() => decodeMetadata(address, snapshot(tokenProgram, account.data))).toThrow(
      expect.objectContaining({ code: 'layout/wrongOwner' }),
    )
  })

  it('shows text that is no UTF-8 without failing', () => {
    expect(read(account.data.with(69, 255)).name).toBe('\ufffdat in a dogs world')
  })

  it('throws nothing else, whatever the bytes', () => {
    expectOnlyTernErrors(account.data, read, /^layout\//)
    expectOnlyTernErrors(nft.account.data, read, /^layout\//)
  })
})
