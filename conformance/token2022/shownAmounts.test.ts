import { AccountRole } from '@solana/kit'
import {
  type Address,
  type AmountScale,
  amountScale,
  decodeMint,
  formatAmount,
  isTernError,
  parseAmount,
  systemProgram,
  token2022Program,
} from '@tern/core'
import { interestBearingLayout, maxU64, scaledUiAmountLayout } from '@tern/core/internal'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { placeExtendedMint, type Svm, startSvm } from '../src/svm.ts'

/** LiteSVM's real Token-2022 formats amounts; Tern must format them alike. */
let svm: Svm
beforeAll(async () => {
  svm = await startSvm()
})

const now = 1_750_000_000n
const year = 31_556_736n

/** `AmountToUiAmount`, whose result is in the return data. */
async function shownByProgram(mint: Address, raw: bigint): Promise<string> {
  const data = new Uint8Array(9)
  data[0] = 23
  new DataView(data.buffer).setBigUint64(1, raw, true)
  const accounts = [{ address: mint, role: AccountRole.READONLY }]
  const { error, returned } = await svm.send([{ programAddress: token2022Program, accounts, data }])
  expect(error).toBe(undefined)
  return new TextDecoder().decode(returned)
}

/**
 * `UiAmountToAmount`.
 * @returns `undefined` if the program refuses.
 */
async function readByProgram(mint: Address, text: string): Promise<bigint | undefined> {
  const data = Uint8Array.of(24, ...new TextEncoder().encode(text))
  const accounts = [{ address: mint, role: AccountRole.READONLY }]
  const { error, returned } = await svm.send([{ programAddress: token2022Program, accounts, data }])
  if (error !== undefined) return undefined
  const bytes = new Uint8Array(8)
  bytes.set(returned)
  return new DataView(bytes.buffer).getBigUint64(0, true)
}

const scaleOf = (mint: Address): AmountScale | undefined =>
  amountScale(decodeMint(mint, svm.read(mint)).extensions, svm.clock().unixTimestamp)

const raws = fc.oneof(fc.bigInt({ min: 0n, max: 1_000_000n }), fc.bigInt({ min: 0n, max: maxU64 }))

describe('ScaledUiAmount', () => {
  const multipliers = fc.oneof(
    fc.double({ min: 1e-3, max: 1e4, noNaN: true }),
    fc.double({ min: 1e-30, max: 1e30, noNaN: true }),
    fc.constantFrom(0.1, 0.5, 1, 1.000001, 2, 3, 10, 100),
  )
  const placeMint = (decimals: number, multiplier: number, newMultiplier = multiplier, at = 0n) =>
    placeExtendedMint(svm, token2022Program, decimals, {
      type: 25,
      value: scaledUiAmountLayout.encode({
        authority: systemProgram,
        multiplier,
        newMultiplierEffectiveTimestamp: at,
        newMultiplier,
      }),
    })

  it('is formatted as the program does', async () => {
    await fc.assert(
      fc.asyncProperty(raws, fc.integer({ min: 0, max: 18 }), multipliers, async (raw, decimals, multiplier) => {
        const mint = await placeMint(decimals, multiplier)
        expect(formatAmount(raw, { decimals, scale: scaleOf(mint) })).toBe(await shownByProgram(mint, raw))
      }),
      { numRuns: 400 },
    )
  })

  it('applies the new multiplier when the program does', async () => {
    const mint = await placeMint(6, 2, 10, now)
    for (const [at, text] of [
      [now - 1n, '2'],
      [now, '10'],
    ] as const) {
      svm.setClock({ unixTimestamp: at, epoch: 0n })
      expect(formatAmount(1_000_000n, { decimals: 6, scale: scaleOf(mint) })).toBe(text)
      expect(await shownByProgram(mint, 1_000_000n)).toBe(text)
    }
  })

  /** `undefined` if the amount is beyond 64 bits. */
  function readByUs(text: string, token: Parameters<typeof parseAmount>[1]): bigint | undefined {
    try {
      return parseAmount(text, token)
    } catch (error) {
      if (isTernError(error, 'amount/outOfRange')) return undefined
      throw error
    }
  }

  it('reads typed amounts as the program does, except for the precision of its floats', async () => {
    const typed = fc
      .tuple(fc.nat(1_000_000_000), fc.nat(9))
      .map(([digits, places]) => formatAmount(BigInt(digits), places))
    const small = fc.oneof(fc.double({ min: 1e-3, max: 1e4, noNaN: true }), fc.constantFrom(0.1, 1, 2, 10))
    await fc.assert(
      fc.asyncProperty(typed, fc.integer({ min: 0, max: 9 }), small, async (text, decimals, multiplier) => {
        const mint = await placeMint(decimals, multiplier)
        const token = { decimals, scale: scaleOf(mint) }
        const theirs = await readByProgram(mint, text)
        const ours = readByUs(text, token)
        if (ours === undefined || theirs === undefined) {
          // Both refuse amounts beyond 64 bits. The program's float may be slightly off at this limit.
          expect((ours ?? maxU64) + (ours ?? maxU64) / 2n ** 51n >= maxU64).toBe(true)
          expect((theirs ?? maxU64) + (theirs ?? maxU64) / 2n ** 51n >= maxU64).toBe(true)
          return
        }
        const difference = ours > theirs ? ours - theirs : theirs - ours
        // Ours is the exact floor. A float of 53 bits may lie on the other side of an integer.
        expect(difference <= 1n + ours / 2n ** 51n, `${ours} is not ${theirs}`).toBe(true)
      }),
      { numRuns: 200, examples: [['18446745', 9, 0.001]] },
    )
  })
})

describe('InterestBearingConfig', () => {
  it('is formatted as the program does', async () => {
    svm.setClock({ unixTimestamp: now, epoch: 0n })
    const rates = fc.integer({ min: -32_768, max: 32_767 })
    const ages = fc.bigInt({ min: 0n, max: 5n * year })
    await fc.assert(
      fc.asyncProperty(
        raws,
        fc.integer({ min: 0, max: 18 }),
        rates,
        rates,
        ages,
        ages,
        async (raw, decimals, ...rest) => {
          const [preUpdateAverageRate, currentRate, before, since] = rest
          const mint = await placeExtendedMint(svm, token2022Program, decimals, {
            type: 10,
            value: interestBearingLayout.encode({
              ...{ rateAuthority: systemProgram, preUpdateAverageRate, currentRate },
              initializationTimestamp: now - since - before,
              lastUpdateTimestamp: now - since,
            }),
          })
          expect(formatAmount(raw, { decimals, scale: scaleOf(mint) })).toBe(await shownByProgram(mint, raw))
        },
      ),
      { numRuns: 400 },
    )
  })
})
