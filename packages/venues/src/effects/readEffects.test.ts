import {
  type Address,
  associatedTokenProgram,
  computeBudgetProgram,
  memoProgram,
  rentExemption,
  systemProgram,
  token2022Program,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { addressBytes, i32, struct, u8, u64 } from '@tern/core/internal'
import { describe, expect, it } from 'vitest'
import { addressNamed } from '../../test/encodedInstructions.ts'
import { compileEffect } from './compile.ts'
import type { InstructionEffects } from './instructionEffects.ts'
import { byTerms, type DeclaredEffect, effect, everything, native } from './language.ts'
import { readBy, readEffects } from './readEffects.ts'
import { parseRows } from './rows.ts'

const named = (names: string) => names.split(' ').filter(Boolean).map(addressNamed)
const a = addressNamed
const wallet = a('wallet')
const u64s = (...values: bigint[]) => [...new Uint8Array(BigUint64Array.from(values).buffer)]
const key = (name: string) => [...addressBytes(a(name))]

function read(program: Address, accounts: string, data: readonly number[]): InstructionEffects | undefined {
  return readEffects({ program, accounts: named(accounts), data: Uint8Array.from(data) })
}

describe('effects of the System program', () => {
  it('report the amount and the receiver of a transfer', () => {
    const data = [2, 0, 0, 0, ...u64s(77n)]
    const moved = read(systemProgram, 'wallet friend', data)
    expect(moved).toMatchObject({ instruction: 'transfer', kind: 'transfer', walletPlaces: [0] })
    expect(moved?.takes).toEqual([{ account: wallet, mint: wrappedNativeMint, max: 77n }])
    expect(moved?.brings).toEqual([{ account: a('friend'), mint: wrappedNativeMint, min: 77n }])
    expect(moved?.named).toEqual(expect.arrayContaining(named('wallet friend')))
    // The program ignores further accounts, so no effect names them.
    expect(read(systemProgram, 'wallet friend other', data)).toEqual(moved)
    expect(read(systemProgram, 'wallet', data)).toBeUndefined()
    expect(read(systemProgram, 'wallet friend', [...data, 0])).toBeUndefined()
    expect(read(systemProgram, 'wallet friend', data.slice(0, -1))).toBeUndefined()
  })

  it('read the fields after a seed of any length', () => {
    for (const seed of ['', 'a seed', 'x'.repeat(32)]) {
      const bytes = [...new TextEncoder().encode(seed)]
      const data = [
        3,
        0,
        0,
        0,
        ...key('wallet'),
        ...u64s(BigInt(seed.length)),
        ...bytes,
        ...u64s(5n, 165n),
        ...addressBytes(tokenProgram),
      ]
      const opened = read(systemProgram, 'wallet created wallet', data)
      expect(opened).toMatchObject({ kind: 'open', walletPlaces: [0], otherWalletPlaces: [2], walletsInData: [wallet] })
      expect(opened?.opens).toEqual([{ account: a('created'), payer: wallet, maxRent: 5n, program: tokenProgram }])
      expect(read(systemProgram, 'wallet created', data)?.walletPlaces).toEqual([0])
      expect(read(systemProgram, 'wallet created', [...data, 0])).toBeUndefined()
      expect(read(systemProgram, 'wallet created', data.slice(1))).toBeUndefined()
    }
  })

  it('name the nonce account and its authority', () => {
    expect(read(systemProgram, 'nonce hashes wallet', [4, 0, 0, 0])).toMatchObject({
      ...{ instruction: 'advanceNonceAccount', kind: 'nonce', pool: a('nonce'), walletPlaces: [2] },
    })
    expect(read(systemProgram, 'nonce hashes rent', [6, 0, 0, 0, ...key('wallet')])).toMatchObject({
      ...{ instruction: 'initializeNonceAccount', walletsInData: [wallet], walletPlaces: [] },
    })
    const withdrawn = read(systemProgram, 'nonce friend hashes rent wallet', [5, 0, 0, 0, ...u64s(9n)])
    expect(withdrawn).toMatchObject({ walletPlaces: [4], otherWalletPlaces: [1] })
    expect(withdrawn?.brings).toEqual([{ account: a('friend'), mint: wrappedNativeMint, min: 9n }])
  })

  it('say of a wallet given to a program that no wallet signs it', () => {
    expect(read(systemProgram, 'wallet', [1, 0, 0, 0, ...key('program')])).toMatchObject({ kind: 'never' })
  })
})

describe('effects of the token programs', () => {
  it('tell the least that arrives only if the bytes state the fee', () => {
    const accounts = 'source mint target wallet'
    for (const program of [tokenProgram, token2022Program]) {
      const sent = read(program, accounts, [12, ...u64s(100n), 6])
      const ends = { mint: a('mint'), tokenProgram: program }
      expect(sent?.takes).toEqual([{ ...ends, account: a('source'), max: 100n, decimals: 6 }])
      expect(sent?.brings).toEqual([{ ...ends, account: a('target'), min: 0n }])
    }
    const withFee = (fee: bigint) => read(token2022Program, accounts, [26, 1, ...u64s(100n), 6, ...u64s(fee)])
    expect(withFee(3n)?.brings[0]?.min).toBe(97n)
    expect(withFee(100n)?.brings[0]?.min).toBe(0n)
    expect(withFee(101n)).toBeUndefined()
  })

  it('leave the mint of a plain transfer to the terms', () => {
    const sent = read(tokenProgram, 'source target wallet', [3, ...u64s(100n)])
    expect(sent?.takes[0]).toMatchObject({ mint: 'byTerms', max: 100n })
    expect(sent?.named).not.toContain('byTerms')
  })

  it('report the owner of a new account', () => {
    const opened = {
      account: a('account'),
      owner: wallet,
      payer: a('account'),
      maxRent: 0n,
      mint: a('mint'),
      program: tokenProgram,
    }
    expect(read(tokenProgram, 'account mint wallet rent', [1])?.opens).toEqual([opened])
    expect(read(tokenProgram, 'account mint rent', [16, ...key('wallet')])?.opens).toEqual([opened])
    expect(read(tokenProgram, 'account mint', [18, ...key('wallet')])?.opens).toEqual([opened])
    expect(read(tokenProgram, 'account mint rent', [18, ...key('wallet')])).toBeUndefined()
  })

  it('report the receiver of a closed account’s rent, and refuse more signers', () => {
    const closed = read(tokenProgram, 'account friend wallet', [9])
    expect(closed).toMatchObject({ kind: 'close', walletPlaces: [2], otherWalletPlaces: [1] })
    expect(closed?.closes).toEqual([{ account: a('account'), destination: a('friend') }])
    expect(read(tokenProgram, 'account friend multisig wallet', [9])).toBeUndefined()
    expect(read(tokenProgram, 'account friend wallet', [9, 0])).toBeUndefined()
  })

  it('mark irreversible instructions, and instructions that no wallet signs', () => {
    expect(read(tokenProgram, 'account mint wallet', [15, ...u64s(4n), 6])).toMatchObject({ irreversible: 'burn' })
    for (const [number, instruction] of [
      [4, 'approve'],
      [5, 'revoke'],
      [6, 'setAuthority'],
      [13, 'approveChecked'],
    ] as const)
      expect(read(tokenProgram, 'account thief wallet', [number, 1])).toMatchObject({ kind: 'never', instruction })
    expect(read(tokenProgram, 'account', [17])).toMatchObject({ kind: 'nothing', walletPlaces: [] })
    expect(read(tokenProgram, 'mint account wallet', [7, ...u64s(1n)])).toBeUndefined()
  })
})

describe('effects of the small programs', () => {
  it('bound the rent of an associated account by its token program', () => {
    const accounts = (program: Address, system = systemProgram) => [
      ...named('wallet account friend mint'),
      system,
      program,
    ]
    const opened = (data: number[], list: Address[]) =>
      readEffects({ program: associatedTokenProgram, accounts: list, data: Uint8Array.from(data) })?.opens
    for (const data of [[], [0], [1]]) {
      const one = { account: a('account'), owner: a('friend'), payer: wallet, mint: a('mint') }
      expect(opened(data, accounts(tokenProgram))).toEqual([
        { ...one, maxRent: rentExemption(165), program: tokenProgram },
      ])
      expect(opened(data, accounts(token2022Program))).toEqual([
        { ...one, maxRent: rentExemption(195), program: token2022Program },
      ])
    }
    expect(opened([2], accounts(tokenProgram))).toBeUndefined()
    expect(opened([1], accounts(a('thief')))).toBeUndefined()
    expect(opened([1], accounts(tokenProgram, a('thief')))).toBeUndefined()
    expect(opened([1], [...accounts(tokenProgram), wallet])).toBeUndefined()
  })

  it('tell the number of a compute budget', () => {
    expect(read(computeBudgetProgram, '', [2, 7, 1, 0, 0])).toMatchObject({
      instruction: 'setComputeUnitLimit',
      value: 263n,
    })
    expect(read(computeBudgetProgram, '', [3, ...u64s(5n)])).toMatchObject({
      instruction: 'setComputeUnitPrice',
      value: 5n,
    })
    expect(read(computeBudgetProgram, 'wallet', [2, 7, 1, 0, 0])).toBeUndefined()
    expect(read(computeBudgetProgram, '', [2, 7, 1, 0])).toBeUndefined()
  })

  it('let a memo be signed by the wallet alone, or by no account', () => {
    expect(read(memoProgram, 'wallet', [65])).toMatchObject({ kind: 'memo', walletPlaces: [0] })
    expect(read(memoProgram, '', [65])).toMatchObject({ kind: 'memo', walletPlaces: [] })
    expect(read(memoProgram, 'wallet other', [65])).toBeUndefined()
  })

  it('know no other program', () => {
    expect(read(a('program'), 'wallet', [2])).toBeUndefined()
    expect(read('toString' as Address, 'wallet', [2])).toBeUndefined()
  })
})

/** Reads by a declaration of this test, because no program at hand needs the operator yet. */
function readDeclared(
  declared: DeclaredEffect,
  accounts: string,
  data: readonly number[],
  length: 'exact' | 'atLeast' = 'exact',
) {
  const rows = parseRows(compileEffect(declared).join('\n'))
  return readBy(rows, { program: a('program'), accounts: named(accounts), data: Uint8Array.from(data) }, { length })
}
const layout = struct('act', 26, { slot_0: u64, slot_1: u64, slot_2: u64, flag: u8 }, { discriminator: [9] })
const from = { account: 'source', mint: byTerms } as const
const base = { kind: 'place', wallet: ['owner'] } as const

describe('the language of effects', () => {
  const data = [9, ...u64s(2n, 3n, 5n), 0]

  it('adds, multiplies and subtracts arguments', () => {
    const declared = (max: Parameters<typeof amountIs>[0]) => amountIs(max)
    const amountIs = (max: NonNullable<DeclaredEffect['cases'][number]['takes']>[number]['max']) => {
      const one = effect(layout, { ...base, accounts: 'owner source', takes: [{ ...from, max: max as 'slot_0' }] })
      return readDeclared(one, 'wallet source', data)?.takes[0]?.max
    }
    expect(declared({ sum: ['slot_0', { product: ['slot_1', 'slot_2'] }, 7n] })).toBe(24n)
    expect(declared({ difference: [{ sum: ['slot_1', 'slot_2'] }, 'slot_0'] })).toBe(6n)
    expect(declared({ difference: ['slot_0', 'slot_1'] })).toBeUndefined()
    expect(declared(everything)).toBe(2n ** 64n - 1n)
    expect(declared({ product: [everything, 'slot_0'] })).toBeUndefined()
    expect(() => declared({ product: [{ sum: ['slot_0', 'slot_1'] }, 'slot_2'] })).toThrow()
  })

  it('chooses by a flag, by an account and by the number of accounts', () => {
    const one = effect(
      layout,
      { ...base, accounts: 'owner source mint more?' },
      { when: { flag: 1 }, takes: [{ ...from, max: 'slot_0' }] },
      { when: { mint: native, flag: 0 }, takes: [{ ...from, max: 'slot_1' }] },
      { when: { flag: 0 }, takes: [{ ...from, max: 'slot_2' }] },
    )
    const max = (flag: number, mint = 'mint') => {
      const rows = parseRows(compileEffect(one).join('\n'))
      const accounts = [wallet, a('source'), mint === 'native' ? wrappedNativeMint : a(mint)]
      return readBy(
        rows,
        { program: a('program'), accounts, data: Uint8Array.from([...data.slice(0, -1), flag]) },
        { length: 'exact' },
      )?.takes[0]?.max
    }
    expect([max(1), max(0, 'native'), max(0)]).toEqual([2n, 3n, 5n])
    expect(max(2)).toBeUndefined()

    const several = [
      effect(layout, { ...base, accounts: 'owner source', takes: [{ ...from, max: 'slot_0' }] }),
      effect(layout, { ...base, accounts: 'owner extra source', takes: [{ ...from, max: 'slot_1' }] }),
    ].flatMap(compileEffect)
    const taken = (accounts: string) =>
      readBy(
        parseRows(several.join('\n')),
        { program: a('program'), accounts: named(accounts), data: Uint8Array.from(data) },
        { length: 'exact' },
      )?.takes[0]
    expect(taken('wallet source')).toEqual({ account: a('source'), mint: 'byTerms', max: 2n })
    expect(taken('wallet extra source')).toEqual({ account: a('source'), mint: 'byTerms', max: 3n })
    expect(taken('wallet')).toBeUndefined()
  })

  it('counts accounts from the end, and takes a missing argument for 0', () => {
    const one = effect(layout, {
      ...{ ...base, accounts: 'owner more? source', optionalBytes: 9 },
      takes: [{ ...from, max: { sum: ['slot_0', 'slot_2'] } }],
    })
    expect(readDeclared(one, 'wallet source', data)?.takes[0]).toMatchObject({ account: a('source'), max: 7n })
    expect(readDeclared(one, 'wallet more source', data.slice(0, 17))?.takes[0]).toMatchObject({
      account: a('source'),
      max: 2n,
    })
    expect(readDeclared(one, 'wallet source', data.slice(0, 16))).toBeUndefined()
    expect(readDeclared(one, 'wallet more more source', data)).toBeUndefined()
  })

  it('refuses names that nothing has, or that have no fixed place', () => {
    const wrong = (accounts: string, pool: string) => () =>
      compileEffect(effect(layout, { ...base, accounts, pool: pool as 'owner' } as never))
    expect(wrong('owner source', 'poool')).toThrow(/poool/)
    expect(wrong('owner more? pool rest?', 'pool')).toThrow(/pool/)
    expect(wrong('owner pool', 'pool')).not.toThrow()
  })

  it('allows landed instructions more accounts and bytes, and the fewer accounts of older callers', () => {
    const one = effect(layout, {
      ...base,
      accounts: 'owner source later_1 later_2',
      minLandedAccounts: 2,
      takes: [{ ...from, max: 'slot_0' }],
    })
    const whole = 'wallet source later_1 later_2'
    expect(readDeclared(one, whole, data)?.takes[0]?.max).toBe(2n)
    for (const accounts of [whole, 'wallet source', `${whole} and more`]) {
      expect(readDeclared(one, accounts, [...data, 1])).toBeUndefined()
      expect(readDeclared(one, accounts, [...data, 1], 'atLeast')?.takes[0]?.max).toBe(2n)
    }
    expect(readDeclared(one, 'wallet source', data)).toBeUndefined()
    expect(readDeclared(one, 'wallet', data, 'atLeast')).toBeUndefined()
    expect(readDeclared(one, whole, data.slice(0, -1), 'atLeast')).toBeUndefined()
  })

  it('reads the ticks of a position', () => {
    const ticks = struct('open', 9, { lower: i32, upper: i32 }, { discriminator: [9] })
    const one = effect(ticks, { ...base, accounts: 'owner', range: ['lower', 'upper'] })
    expect(readDeclared(one, 'wallet', [9, 255, 255, 255, 255, 7, 1, 0, 0])?.range).toEqual([-1, 263])
  })

  it('takes the mint of a vault from its caller', () => {
    const held = { account: 'source', mint: { heldBy: 'vault' }, max: 'slot_0' } as const
    const one = effect(layout, { ...base, accounts: 'owner source vault', takes: [held] })
    const instruction = {
      program: a('program'),
      accounts: named('wallet source vault'),
      data: Uint8Array.from(data),
    }
    const rows = parseRows(compileEffect(one).join('\n'))
    const mintOf = (account: Address) => (account === a('vault') ? a('mint') : undefined)
    expect(readBy(rows, instruction, { length: 'atLeast', mintOf })?.takes[0]?.mint).toBe(a('mint'))
    expect(readBy(rows, instruction, { length: 'atLeast' })?.takes[0]?.mint).toBe('byTerms')
  })

  it('finds the end of texts, lists, optional values and enums', () => {
    const tail = { name: 'act', discriminator: Uint8Array.of(9), offsets: {}, tail: '1,t,l2,o3,e2.0,?,4' }
    const one = effect(tail, { ...base, accounts: 'owner' })
    const isRead = (...bytes: number[]) => readDeclared(one, 'wallet', [9, ...bytes]) !== undefined
    const text = [2, 0, 0, 0, 65, 66]
    const list = [2, 0, 0, 0, 1, 1, 2, 2]
    expect(isRead(...text, ...list, 0, 1)).toBe(true)
    expect(isRead(...text, ...list, 1, 7, 7, 7, 0, 8, 8)).toBe(true)
    expect(isRead(...text, ...list, 0, 1, 4, 4, 4, 4)).toBe(true)
    for (const wrong of [[2], [0, 1, 0], [2, 1], [0, 2], [0, 1, 4, 4], [0, 1, 4, 4, 4, 4, 4], []])
      expect(isRead(...text, ...list, ...wrong)).toBe(false)
    expect(isRead(255, 255, 255, 255)).toBe(false)
  })
})
