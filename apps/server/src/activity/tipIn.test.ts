import { type Address, encodeBase58, memoProgram, systemProgram } from '@tern/core'
import { bloxrouteTipAccounts, jitoTipAccounts, tipTaker } from '@tern/core/internal/tipAccounts'
import { describe, expect, it } from 'vitest'
import { tipTakers } from '../relayer/openProviders.ts'
import { tipIn } from './tipIn.ts'

const address = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
const [owner, stranger] = [address(1), address(2)]
const [jito = owner, otherJito = owner] = jitoTipAccounts
const [bloxroute = owner] = bloxrouteTipAccounts

const transfer = (to: Address, lamports: bigint, { from = owner, program = systemProgram, kind = 2 } = {}) => ({
  program,
  accounts: [from, to],
  data: Uint8Array.of(kind, 0, 0, 0, ...new Uint8Array(BigUint64Array.of(lamports).buffer)),
})

describe('a tip in a transaction', () => {
  it('is a transfer of the wallet to a provider’s tip account', () => {
    const instructions = [transfer(stranger, 9n), transfer(jito, 21_428n), transfer(owner, 1n)]
    expect(tipIn(instructions, owner)).toEqual({ provider: 'jito', lamports: '21428' })
    expect(tipIn([transfer(bloxroute, 2n ** 64n - 1n)], owner)).toEqual({
      provider: 'bloxroute',
      lamports: '18446744073709551615',
    })
  })

  it('is the sum of the transfers to the same provider', () => {
    const instructions = [transfer(jito, 1n), transfer(bloxroute, 10n), transfer(otherJito, 2n)]
    expect(tipIn(instructions, owner)).toEqual({ provider: 'jito', lamports: '3' })
  })

  it('belongs to the provider that the account is configured for, before the known one', () => {
    const takerOf = tipTakers([
      { name: 'helius', settings: { tipAccounts: [stranger, jito] } },
      { name: 'temporal', settings: {} },
    ])
    expect(tipIn([transfer(stranger, 3n)], owner, takerOf)).toEqual({ provider: 'helius', lamports: '3' })
    expect(tipIn([transfer(jito, 4n)], owner, takerOf)).toEqual({ provider: 'helius', lamports: '4' })
    expect(tipIn([transfer(otherJito, 5n)], owner, takerOf)).toEqual({ provider: 'jito', lamports: '5' })
  })

  it.each([
    ['no transfer', transfer(jito, 1n, { kind: 3 })],
    ["somebody else's", transfer(jito, 1n, { from: stranger })],
    ["another program's", transfer(jito, 1n, { program: memoProgram })],
    ['to nobody who is known', transfer(stranger, 1n)],
    ['cut short', { ...transfer(jito, 1n), data: Uint8Array.of(2, 0, 0) }],
    ['to nobody', { ...transfer(jito, 1n), accounts: [owner] }],
  ])('does not count a transfer that is %s', (_, instruction) => {
    expect(tipIn([instruction], owner)).toBeNull()
  })
})

it('each account belongs to a single provider', () => {
  expect([tipTaker(jito), tipTaker(bloxroute), tipTaker(stranger)]).toEqual(['jito', 'bloxroute', undefined])
})
