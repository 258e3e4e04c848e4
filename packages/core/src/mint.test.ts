import type { Address } from '@solana/addresses'
import { describe, expect, it } from 'vitest'
import { recordedAccount, snapshot } from '../test/accounts.ts'
import { filledAddress } from '../test/filledAddress.ts'
import { expectOnlyTernErrors } from '../test/fuzz.ts'
import type { AccountSnapshot } from './account.ts'
import { metadataProgram, systemProgram, token2022Program, tokenProgram, wrappedNativeMint } from './addresses.ts'
import { isTernError } from './errors.ts'
import { decodeMint, decodeMints, decodeTradedMint, mintLayout } from './mint.ts'
import { interestBearingLayout, scaledUiAmountLayout } from './mintExtensions.ts'
import { tokenAccountSize, tradedAccountSize } from './tokenAccountSize.ts'
import { extensionNames } from './tokenExtensions.ts'

const at = filledAddress(200)
const payer = 'AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9'

/** `TEST_MINT` of the token program's own tests (`interface/src/state.rs`). */
const base = mintLayout.encode({
  mintAuthorityOption: 1,
  mintAuthority: filledAddress(1),
  supply: 42n,
  decimals: 7,
  isInitialized: true,
  freezeAuthorityOption: 1,
  freezeAuthority: filledAddress(2),
})

/** A Token-2022 mint with these extensions, as `[type, value]`. */
function extended(...extensions: readonly (readonly [number, Uint8Array | readonly number[]])[]): AccountSnapshot {
  const tail = extensions.flatMap(([type, value]) => [
    type & 255,
    type >> 8,
    value.length & 255,
    value.length >> 8,
    ...value,
  ])
  return snapshot(token2022Program, Uint8Array.of(...base, ...new Uint8Array(83), 1, ...tail))
}

const bytesOf = (byte: number) => new Uint8Array(32).fill(byte)
const text = (value: string) => {
  const utf8 = new TextEncoder().encode(value)
  return [utf8.length & 255, utf8.length >> 8, 0, 0, ...utf8]
}

describe('decodeMint', () => {
  it('reads mints of mainnet', () => {
    const usdc = recordedAccount('usdcMint')
    expect(decodeMint(usdc.address, usdc.account)).toEqual({
      address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      program: tokenProgram,
      decimals: 6,
      supply: new DataView(usdc.account.data.buffer).getBigUint64(36, true),
      mintAuthority: 'BJE5MMbqXjVwjAF7oxwPYXnTXDyspzZyt4vwenNw5ruG',
      freezeAuthority: '7dGbd2QZcCKcTndnHcTL8q7SMVXAkp688NTQYwrRCrar',
      extensions: { names: [] },
    })
    const wrapped = recordedAccount('wrappedNativeMint')
    expect(decodeMint(wrapped.address, wrapped.account)).toMatchObject({
      address: wrappedNativeMint,
      decimals: 9,
      supply: 0n,
      mintAuthority: null,
      freezeAuthority: null,
    })
  })

  it('reads a mint of Token-2022 with every extension that matters to a holder', () => {
    const { address, account } = recordedAccount('extendedMint')
    const mint = decodeMint(address, account)
    expect(mint).toEqual({
      address,
      program: token2022Program,
      decimals: 6,
      supply: 0n,
      mintAuthority: payer,
      freezeAuthority: payer,
      extensions: {
        names: [
          'transferFeeConfig',
          'metadataPointer',
          'mintCloseAuthority',
          'permanentDelegate',
          'transferHook',
          'defaultAccountState',
          'pausable',
          'tokenMetadata',
        ],
        transferFeeConfig: {
          transferFeeConfigAuthority: payer,
          withdrawWithheldAuthority: payer,
          withheldAmount: 0n,
          olderTransferFee: { epoch: 0n, maximumFee: 5_000_000n, transferFeeBasisPoints: 250 },
          newerTransferFee: { epoch: 2n, maximumFee: 6_000_000n, transferFeeBasisPoints: 300 },
        },
        metadataPointer: address,
        mintCloseAuthority: payer,
        permanentDelegate: payer,
        transferHook: metadataProgram,
        defaultAccountState: 'frozen',
        pausable: { authority: payer, paused: false },
        tokenMetadata: {
          updateAuthority: payer,
          mint: address,
          name: 'Tern sänd 🐦',
          symbol: 'TERN',
          uri: 'https://example.org/tern.json',
          additional: [['colour', 'blue']],
        },
      },
    })
    const plain = recordedAccount('plainToken2022Mint')
    expect(decodeMint(plain.address, plain.account)).toMatchObject({
      supply: 123_456_789n,
      freezeAuthority: null,
      extensions: { names: [] },
    })
  })

  it('reads 32 zero bytes in an extension as no authority', () => {
    const none = new Uint8Array(64)
    const account = extended(
      [3, none.subarray(32)],
      [12, none.subarray(32)],
      [14, none],
      [18, none],
      [26, [...none.subarray(31), 1].slice(0, 33)],
    )
    expect(decodeMint(at, account).extensions).toEqual({
      names: ['mintCloseAuthority', 'permanentDelegate', 'transferHook', 'metadataPointer', 'pausable'],
      pausable: { authority: null, paused: false },
    })
  })

  it('reads the multiplier and the interest of shown amounts', () => {
    const scaled = {
      ...{ authority: filledAddress(5), multiplier: 1.5, newMultiplier: 10 },
      newMultiplierEffectiveTimestamp: 1_700_000_000n,
    }
    const interest = {
      ...{ rateAuthority: filledAddress(6), initializationTimestamp: 1n, lastUpdateTimestamp: 2n },
      ...{ preUpdateAverageRate: -500, currentRate: 500 },
    }
    const account = extended([25, scaledUiAmountLayout.encode(scaled)], [10, interestBearingLayout.encode(interest)])
    expect(decodeMint(at, account).extensions).toEqual({
      ...{ names: ['scaledUiAmount', 'interestBearingConfig'], scaledUiAmount: scaled, interestBearing: interest },
    })
  })

  it('reads the first of two equal extensions, and names unknown extensions', () => {
    const account = extended([12, bytesOf(5)], [999, [1, 2, 3]], [12, bytesOf(6)], [28, bytesOf(1)], [27, bytesOf(1)])
    expect(decodeMint(at, account).extensions).toEqual({
      names: ['permanentDelegate', 'unknown', 'permanentDelegate', 'permissionedBurn', 'pausableAccount'],
      permanentDelegate: filledAddress(5),
    })
  })

  it("refuses a missing, foreign or short account and an account that is not a mint, with the specification's names", () => {
    for (const none of [null, undefined]) expect(() => decodeMint(at, none)).toThrow('TokenAccountNotFoundError')
    expect(() => decodeMint(at, snapshot(systemProgram, base))).toThrow('TokenInvalidAccountOwnerError')
    for (const data of [new Uint8Array(0), base.subarray(1), Uint8Array.of(...base, 0)])
      for (const program of [tokenProgram, token2022Program])
        expect(() => decodeMint(at, snapshot(program, data))).toThrow('TokenInvalidAccountSizeError')
    const { data } = extended()
    expect(() => decodeMint(at, snapshot(tokenProgram, data))).toThrow('TokenInvalidAccountSizeError')
    expect(() => decodeMint(at, snapshot(token2022Program, data.subarray(0, 165)))).toThrow(
      'TokenInvalidAccountSizeError',
    )
    expect(() =>
      decodeMint(at, snapshot(token2022Program, Uint8Array.of(...data, ...new Uint8Array(355 - 166)))),
    ).toThrow('TokenInvalidAccountSizeError')

    const notMints = [
      data.with(165, 2),
      data.with(165, 0),
      data.with(100, 1),
      data.with(mintLayout.offsets.isInitialized, 0),
      data.with(mintLayout.offsets.isInitialized, 2),
    ]
    for (const wrong of notMints)
      expect(() => decodeMint(at, snapshot(token2022Program, wrong))).toThrow('TokenInvalidMintError')
    expect(() => decodeMint(at, snapshot(tokenProgram, base.with(mintLayout.offsets.isInitialized, 0)))).toThrow(
      'TokenInvalidMintError',
    )
    const vault = recordedAccount('usdcVault')
    expect(() => decodeMint(vault.address, vault.account)).toThrow('TokenInvalidAccountSizeError')
    const account = recordedAccount('extendedTokenAccount')
    expect(() => decodeMint(account.address, account.account)).toThrow('TokenInvalidMintError')
  })

  it('refuses damaged extensions', () => {
    const refused = (account: AccountSnapshot, code: string) =>
      expect(() => decodeMint(at, account)).toThrow(expect.objectContaining({ code }))
    refused(extended([1, new Uint8Array(107)]), 'layout/wrongSize')
    refused(extended([1, new Uint8Array(109)]), 'layout/wrongSize')
    refused(extended([12, new Uint8Array(31)]), 'layout/wrongSize')
    refused(extended([6, [3]]), 'layout/invalidValue')
    refused(extended([26, [...bytesOf(1), 2]]), 'layout/invalidValue')
    refused(extended([19, [...bytesOf(1), ...bytesOf(2), 255, 255, 255, 255]]), 'layout/truncated')
    refused(
      extended([19, [...bytesOf(1), ...bytesOf(2), ...text('a'), ...text('b'), ...text('c'), 255, 255, 255, 255]]),
      'layout/truncated',
    )
    refused(snapshot(token2022Program, extended([12, bytesOf(1)]).data.subarray(0, 190)), 'layout/extension')
    refused(snapshot(tokenProgram, base.with(0, 2)), 'layout/invalidValue')
    refused(snapshot(tokenProgram, base.with(mintLayout.offsets.freezeAuthorityOption + 3, 1)), 'layout/invalidValue')
  })

  it('throws only its own errors for any bytes', () => {
    for (const name of ['usdcMint', 'extendedMint'] as const) {
      const { account } = recordedAccount(name)
      for (const program of [tokenProgram, token2022Program])
        expectOnlyTernErrors(account.data, data => decodeMint(at, snapshot(program, data)), /^layout\//)
    }
    const account = recordedAccount('extendedMint').account
    const tail = account.data.subarray(166)
    expectOnlyTernErrors(
      tail,
      more => decodeMint(at, snapshot(token2022Program, Uint8Array.of(...account.data.subarray(0, 166), ...more))),
      /^layout\//,
    )
  })
})

describe('decodeMints', () => {
  it('leaves out accounts that are not mints, with the reason', () => {
    const usdc = recordedAccount('usdcMint')
    const read = new Map<Address, AccountSnapshot | null>([
      [filledAddress(1), null],
      [filledAddress(2), snapshot(systemProgram, base)],
      [filledAddress(3), snapshot(tokenProgram, base.subarray(0, 81))],
      [filledAddress(4), recordedAccount('usdcVault').account],
      [usdc.address, usdc.account],
    ])
    const { mints, refused } = decodeMints(read)
    expect([...mints.keys()]).toEqual([usdc.address])
    expect([...refused.values()].map(error => error.message)).toEqual([
      'TokenAccountNotFoundError',
      'TokenInvalidAccountOwnerError',
      'invalid mint account',
      'TokenInvalidAccountSizeError',
    ])
  })
})

describe('decodeTradedMint', () => {
  it('agrees with decodeMint on decimals and fee, and has the other extensions by number', () => {
    for (const name of ['usdcMint', 'extendedMint', 'plainToken2022Mint'] as const) {
      const { address, account } = recordedAccount(name)
      const { program, decimals, supply, extensions } = decodeMint(address, account)
      const { names, transferFeeConfig } = extensions
      const types = names.map(one => (one === 'unknown' ? 999 : extensionNames.indexOf(one)))
      const raw = types.map(type => expect.objectContaining({ type }))
      const traded = { raw, ...(transferFeeConfig && { transferFeeConfig }) }
      expect(decodeTradedMint(address, account)).toEqual({ address, program, decimals, supply, extensions: traded })
    }
  })

  it('takes the first of two fees, and leaves the data of other extensions undecoded', () => {
    const { account } = recordedAccount('extendedMint')
    const fee = account.data.slice(170, 170 + 108)
    const twice = extended([26, bytesOf(1)], [1, fee], [1, new Uint8Array(108)])
    expect(() => decodeMint(at, twice)).toThrow(expect.objectContaining({ code: 'layout/wrongSize' }))
    expect(decodeTradedMint(at, twice).extensions).toMatchObject({
      raw: [{ type: 26, value: bytesOf(1) }, { type: 1 }, { type: 1 }],
      transferFeeConfig: { newerTransferFee: { transferFeeBasisPoints: 300 } },
    })
    expect(() => decodeTradedMint(at, extended([1, fee.subarray(1)]))).toThrow('TransferFeeConfig takes 108 bytes')
  })

  it('refuses accounts that are not mints with the errors of decodeMint', () => {
    const codeOf = (decode: () => unknown) => {
      try {
        decode()
      } catch (error) {
        return isTernError(error) ? error.code : error
      }
    }
    const refused = [tokenProgram, token2022Program, systemProgram].flatMap(program =>
      [0, 81, 83, 165, 166, 355].map(length => snapshot(program, new Uint8Array(length))),
    )
    for (const account of [null, undefined, ...refused]) {
      expect(codeOf(() => decodeMint(at, account))).toBeDefined()
      expect(codeOf(() => decodeTradedMint(at, account))).toBe(codeOf(() => decodeMint(at, account)))
    }
    const { account } = recordedAccount('extendedMint')
    expectOnlyTernErrors(account.data, data => decodeTradedMint(at, snapshot(token2022Program, data)), /^layout\//)
  })
})

describe('tokenAccountSize', () => {
  it('is the size that the real programs use', () => {
    for (const [mintName, accountName] of [
      ['usdcMint', 'usdcVault'],
      ['extendedMint', 'extendedTokenAccount'],
      ['plainToken2022Mint', 'plainToken2022Account'],
    ] as const) {
      const mint = recordedAccount(mintName)
      const { length } = recordedAccount(accountName).account.data
      expect(tokenAccountSize(decodeMint(mint.address, mint.account))).toBe(length)
      expect(tradedAccountSize(decodeTradedMint(mint.address, mint.account))).toBe(length)
    }
  })

  it('adds the extensions that a mint puts on its accounts', () => {
    const size = (...names: Parameters<typeof tokenAccountSize>[0]['extensions']['names']) =>
      tokenAccountSize({ program: token2022Program, extensions: { names } })
    expect(size()).toBe(170)
    expect(size('transferFeeConfig')).toBe(182)
    expect(size('transferFeeConfig', 'transferFeeConfig')).toBe(182)
    expect(size('nonTransferable')).toBe(174)
    expect(size('transferHook')).toBe(175)
    expect(size('pausable')).toBe(174)
    expect(size('metadataPointer', 'tokenMetadata', 'permanentDelegate', 'unknown')).toBe(170)
    expect(size('transferFeeConfig', 'nonTransferable', 'transferHook', 'pausable')).toBe(195)
  })
})
