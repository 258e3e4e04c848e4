import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { recordedAccount } from '../test/accounts.ts'
import { filledAddress } from '../test/filledAddress.ts'
import { isTernError } from './errors.ts'
import { maxU64 } from './integer.ts'
import { decodeMint } from './mint.ts'
import { amountBeforeTransferFee, epochTransferFee, inverseTransferFee, transferFee } from './transferFee.ts'

const fee = (transferFeeBasisPoints: number, maximumFee: bigint, epoch = 0n) => ({
  epoch,
  maximumFee,
  transferFeeBasisPoints,
})

/** A mint with one fee from the beginning, or with the fee `older` until epoch `newer.epoch`. */
function charging(newer: ReturnType<typeof fee>, older = newer) {
  return {
    extensions: {
      transferFeeConfig: {
        transferFeeConfigAuthority: filledAddress(10),
        withdrawWithheldAuthority: filledAddress(11),
        withheldAmount: 0n,
        olderTransferFee: older,
        newerTransferFee: newer,
      },
    },
  }
}

const u64 = fc.oneof(fc.bigInt({ min: 0n, max: maxU64 }), fc.bigInt({ min: 0n, max: 30_000n }))
const bps = fc.integer({ min: 0, max: 10_000 })
const outOfRange = expect.objectContaining({ code: 'amount/outOfRange' })

// The first part has the expectations of the program's own tests, interface/src/extension/transfer_fee/mod.rs.
describe("the transfer fee of Token-2022, in the program's own cases", () => {
  const one = 10_000n
  const mint = charging(fee(1, 5_000n))

  it('changes with the epoch', () => {
    const changing = charging(fee(1, 5_000n, 100n), fee(100, 10n, 1n))
    for (const epoch of [100n, 101n, maxU64]) expect(epochTransferFee(changing, epoch)?.epoch).toBe(100n)
    for (const epoch of [99n, 1n, 2n, 0n]) expect(epochTransferFee(changing, epoch)?.epoch).toBe(1n)
    expect(transferFee(changing, 99n, 1_000_000n)).toBe(10n)
    expect(transferFee(changing, 100n, 1_000_000n)).toBe(100n)
  })

  it('is at most the maximum', () => {
    for (const amount of [maxU64, 5_000n * one, 5_000n * one + 1n, 5_000n * one - 1n])
      expect(transferFee(mint, 0n, amount)).toBe(5_000n)
  })

  it('is at least one unit', () => {
    for (const amount of [1n, 2n, one]) expect(transferFee(mint, 0n, amount)).toBe(1n)
    expect(transferFee(mint, 0n, one + 1n)).toBe(2n)
    expect(transferFee(mint, 0n, 0n)).toBe(0n)
  })

  it('is 0 at 0 basis points or a maximum of 0', () => {
    for (const free of [charging(fee(0, maxU64)), charging(fee(10_000, 0n))])
      for (const amount of [0n, maxU64, 1n, one]) expect(transferFee(free, 0n, amount)).toBe(0n)
  })

  it('is found from the amount that arrives', () => {
    for (const received of [maxU64 - 5_000n, 5_000n * one - 5_000n, 5_000n * one - 4_999n, 5_000n * one - 5_001n])
      expect(inverseTransferFee(mint, 0n, received)).toBe(5_000n)
    for (const received of [1n, 2n, one - 1n]) expect(inverseTransferFee(mint, 0n, received)).toBe(1n)
    expect(inverseTransferFee(mint, 0n, one)).toBe(2n)
    expect(inverseTransferFee(mint, 0n, 0n)).toBe(0n)
  })

  it('adds the maximum at 100%', () => {
    const all = charging(fee(10_000, 5_000n))
    expect(amountBeforeTransferFee(all, 0n, 0n)).toBe(0n)
    expect(amountBeforeTransferFee(all, 0n, 1n)).toBe(5_001n)
    expect(amountBeforeTransferFee(charging(fee(0, 5_000n)), 0n, 1n)).toBe(1n)
  })
})

describe('the transfer fee', () => {
  it('is 0 for a mint without fees', () => {
    const free = { extensions: {} }
    expect(epochTransferFee(free, 5n)).toBeUndefined()
    expect([
      transferFee(free, 5n, 77n),
      amountBeforeTransferFee(free, 5n, 77n),
      inverseTransferFee(free, 5n, 77n),
    ]).toEqual([0n, 77n, 0n])
  })

  it('of a mint that the real program wrote changes at its epoch', () => {
    const { address, account } = recordedAccount('extendedMint')
    const mint = decodeMint(address, account)
    expect(transferFee(mint, 1n, 1_000n)).toBe(25n)
    expect(transferFee(mint, 2n, 1_000n)).toBe(30n)
    expect(transferFee(mint, 2n, maxU64)).toBe(6_000_000n)
  })

  it('is the smallest fee of at least the program’s share, and never more than the amount', () => {
    fc.assert(
      fc.property(u64, bps, u64, (amount, basisPoints, maximum) => {
        const taken = transferFee(charging(fee(basisPoints, maximum)), 0n, amount)
        expect(taken >= 0n && taken <= amount && taken <= maximum).toBe(true)
        if (taken < maximum) {
          expect(taken * 10_000n >= amount * BigInt(basisPoints)).toBe(true)
          expect(taken === 0n || (taken - 1n) * 10_000n < amount * BigInt(basisPoints)).toBe(true)
        }
      }),
    )
  })

  it('is added to find the smallest amount that brings a given amount', () => {
    fc.assert(
      fc.property(u64, fc.integer({ min: 0, max: 9_999 }), u64, (received, basisPoints, maximum) => {
        const mint = charging(fee(basisPoints, maximum))
        let sent: bigint
        try {
          sent = amountBeforeTransferFee(mint, 0n, received)
        } catch (error) {
          expect(isTernError(error, 'amount/outOfRange')).toBe(true)
          expect(maxU64 - transferFee(mint, 0n, maxU64) < received).toBe(true)
          return
        }
        const arrives = (amount: bigint) => amount - transferFee(mint, 0n, amount)
        expect(arrives(sent)).toBe(received)
        expect(sent === 0n || arrives(sent - 1n) < received).toBe(true)
        expect(inverseTransferFee(mint, 0n, received)).toBe(sent - received)
      }),
      { numRuns: 1000 },
    )
  })

  it('takes 64-bit amounts only', () => {
    const mint = charging(fee(100, maxU64))
    for (const amount of [-1n, maxU64 + 1n]) {
      expect(() => transferFee(mint, 0n, amount)).toThrow(outOfRange)
      expect(() => amountBeforeTransferFee(mint, 0n, amount)).toThrow(outOfRange)
    }
    expect(() => amountBeforeTransferFee(mint, 0n, maxU64)).toThrow(outOfRange)
    expect(() => amountBeforeTransferFee(charging(fee(10_000, maxU64)), 0n, 1n)).toThrow(outOfRange)
  })

  it('is refused above 100%', () => {
    const greedy = charging(fee(10_001, 5n))
    for (const ask of [transferFee, amountBeforeTransferFee, inverseTransferFee])
      expect(() => ask(greedy, 0n, 100n)).toThrow(expect.objectContaining({ code: 'transfer/invalidFee' }))
  })
})
