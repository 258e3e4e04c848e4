import { describe, expect, it } from 'vitest'
import { recordedAccount, snapshot } from '../test/accounts.ts'
import { filledAddress } from '../test/filledAddress.ts'
import { expectOnlyTernErrors } from '../test/fuzz.ts'
import { systemProgram, token2022Program, tokenProgram, wrappedNativeMint } from './addresses.ts'
import { isTernError } from './errors.ts'
import { decodeTokenAccount, decodeVault, tokenAccountLayout } from './tokenAccount.ts'

const at = filledAddress(200)

/** `TEST_ACCOUNT` of the token program's own tests (`interface/src/state.rs`), every field set. */
const full = tokenAccountLayout.encode({
  mint: filledAddress(1),
  owner: filledAddress(2),
  amount: 3n,
  delegateOption: 1,
  delegate: filledAddress(4),
  state: 2,
  isNativeOption: 1,
  isNative: 5n,
  delegatedAmount: 6n,
  closeAuthorityOption: 1,
  closeAuthority: filledAddress(7),
})

describe('the layout of a token account', () => {
  it("writes the bytes of the token program's own test", () => {
    const expected = [
      ...Array(32).fill(1),
      ...Array(32).fill(2),
      ...[3, 0, 0, 0, 0, 0, 0, 0],
      ...[1, 0, 0, 0, ...Array(32).fill(4)],
      2,
      ...[1, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0],
      ...[6, 0, 0, 0, 0, 0, 0, 0],
      ...[1, 0, 0, 0, ...Array(32).fill(7)],
    ]
    expect([...full]).toEqual(expected)
  })

  it('has the offsets that RPC filters use', () => {
    expect(tokenAccountLayout.offsets).toMatchObject({ mint: 0, owner: 32, amount: 64, state: 108, isNative: 113 })
  })
})

describe('decodeTokenAccount', () => {
  it('reads a vault of mainnet', () => {
    const { address, account } = recordedAccount('usdcVault')
    expect(decodeTokenAccount(address, account)).toEqual({
      address,
      program: tokenProgram,
      mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      owner: 'GpMZbSM2GgvTKHJirzeGfMFoaZ8UR2X7F4v8vHTvxFbL',
      amount: new DataView(account.data.buffer).getBigUint64(64, true),
      state: 'initialized',
      delegate: null,
      delegatedAmount: 0n,
      nativeReserve: null,
      closeAuthority: null,
      extensions: [],
    })
  })

  it('separates the rent of a wrapped account from its amount', () => {
    const { address, account } = recordedAccount('wrappedNativeVault')
    const decoded = decodeTokenAccount(address, account)
    expect(decoded).toMatchObject({ mint: wrappedNativeMint, nativeReserve: 2_039_280n })
    expect(decoded.amount + (decoded.nativeReserve ?? 0n)).toBe(account.lamports)
  })

  it('reads every field', () => {
    expect(decodeTokenAccount(at, snapshot(tokenProgram, full))).toEqual({
      address: at,
      program: tokenProgram,
      mint: filledAddress(1),
      owner: filledAddress(2),
      amount: 3n,
      state: 'frozen',
      delegate: filledAddress(4),
      delegatedAmount: 6n,
      nativeReserve: 5n,
      closeAuthority: filledAddress(7),
      extensions: [],
    })
    const uninitialized = full.with(tokenAccountLayout.offsets.state, 0)
    expect(decodeTokenAccount(at, snapshot(tokenProgram, uninitialized)).state).toBe('uninitialized')
  })

  it('reads an account that Token-2022 wrote', () => {
    const extended = recordedAccount('extendedTokenAccount')
    expect(decodeTokenAccount(extended.address, extended.account)).toMatchObject({
      program: token2022Program,
      mint: recordedAccount('extendedMint').address,
      amount: 0n,
      state: 'frozen',
      extensions: ['immutableOwner', 'transferFeeAmount', 'transferHookAccount', 'pausableAccount'],
    })
    const plain = recordedAccount('plainToken2022Account')
    expect(decodeTokenAccount(plain.address, plain.account)).toMatchObject({
      mint: recordedAccount('plainToken2022Mint').address,
      amount: 123_456_789n,
      state: 'initialized',
      extensions: ['immutableOwner'],
    })
    expect(decodeTokenAccount(at, snapshot(token2022Program, full)).program).toBe(token2022Program)
  })

  it("refuses a missing account, a foreign account and a wrong size with the specification's names", () => {
    for (const none of [null, undefined])
      expect(() => decodeTokenAccount(at, none)).toThrow('TokenAccountNotFoundError')
    expect(() => decodeTokenAccount(at, snapshot(systemProgram, full))).toThrow('TokenInvalidAccountOwnerError')
    const extended = recordedAccount('extendedTokenAccount').account.data
    const wrong: [string, Uint8Array][] = [
      [tokenProgram, new Uint8Array(0)],
      [tokenProgram, full.subarray(1)],
      [tokenProgram, Uint8Array.of(...full, 0)],
      [tokenProgram, extended],
      [token2022Program, full.subarray(1)],
      [token2022Program, Uint8Array.of(...full, 1)],
      [token2022Program, extended.with(165, 1)],
      [token2022Program, Uint8Array.of(...full, 2, ...new Uint8Array(189))],
    ]
    for (const [program, data] of wrong)
      expect(() => decodeTokenAccount(at, snapshot(program, data))).toThrow('TokenInvalidAccountSizeError')
  })

  it('refuses values that no program writes', () => {
    const { offsets } = tokenAccountLayout
    for (const offset of [offsets.state, offsets.delegateOption, offsets.isNativeOption, offsets.closeAuthorityOption])
      expect(() => decodeTokenAccount(at, snapshot(tokenProgram, full.with(offset, 3)))).toThrow(
        expect.objectContaining({ code: 'layout/invalidValue' }),
      )
  })

  it('refuses an extension that reaches beyond the end, and reads an end without one', () => {
    const base = Uint8Array.of(...full, 2)
    const read = (...more: number[]) =>
      decodeTokenAccount(at, snapshot(token2022Program, Uint8Array.of(...base, ...more)))
    expect(read().extensions).toEqual([])
    expect(read(7).extensions).toEqual([])
    expect(read(0, 0, 9, 9, 9).extensions).toEqual([])
    expect(read(7, 0, 0, 0, 255, 255, 1, 0, 77).extensions).toEqual(['immutableOwner', 'unknown'])
    for (const more of [
      [7, 0],
      [7, 0, 0],
      [7, 0, 1, 0],
      [2, 0, 8, 0, 1, 2, 3, 4, 5, 6, 7],
      [2, 0, 255, 255, 1],
    ])
      expect(() => read(...more)).toThrow(expect.objectContaining({ code: 'layout/extension' }))
  })

  it('throws only its own errors for any bytes', () => {
    for (const name of ['usdcVault', 'extendedTokenAccount', 'plainToken2022Account'] as const) {
      const { account } = recordedAccount(name)
      for (const program of [tokenProgram, token2022Program])
        expectOnlyTernErrors(account.data, data => decodeTokenAccount(at, snapshot(program, data)), /^layout\//)
    }
  })

  it('names the account in its errors', () => {
    try {
      decodeTokenAccount(at, null)
      expect.unreachable()
    } catch (error) {
      expect(isTernError(error, 'token/accountNotFound') && error.facts).toEqual({ address: at })
    }
  })
})

describe('decodeVault', () => {
  it('agrees with decodeTokenAccount on the holding, and refuses the accounts that it refuses', () => {
    for (const name of ['usdcVault', 'extendedTokenAccount', 'plainToken2022Account'] as const) {
      const { address, account } = recordedAccount(name)
      const { program, mint, owner, amount, state } = decodeTokenAccount(address, account)
      expect(decodeVault(address, account)).toEqual({ address, program, mint, owner, amount, state })
    }
    for (const none of [null, undefined]) expect(() => decodeVault(at, none)).toThrow('TokenAccountNotFoundError')
    const { account } = recordedAccount('usdcVault')
    expect(() => decodeVault(at, { ...account, owner: systemProgram })).toThrow('TokenInvalidAccountOwnerError')
    expect(() => decodeVault(at, { ...account, data: account.data.subarray(1) })).toThrow(
      'TokenInvalidAccountSizeError',
    )
    const state = account.data.with(tokenAccountLayout.offsets.state, 3)
    expect(() => decodeVault(at, { ...account, data: state })).toThrow('Not a value of state: 3')
  })
})
