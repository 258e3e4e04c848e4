import { requiredFunds } from '@tern/chain/internal'
import { type Address, encodeBase58, nativeToken, type Token, tokenProgram } from '@tern/core'
import type { Pool, Quote } from '@tern/venues'
import { evidence } from '@tern/venues/internal/evidence'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Trade } from './trade.ts'
import { buyOutlay, sellOutlay } from './tradeContext.ts'
import { autoBribe, tradeFee } from './tradeFee.ts'
import { tradePreview } from './tradePreview.ts'

const addressOf = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
const token: Token = { mint: addressOf(2), decimals: 6, program: tokenProgram, symbol: 'KITE' }
const lamports = fc.bigInt({ min: 0n, max: 10n ** 12n })

interface Made {
  readonly side: 'buy' | 'sell'
  readonly amount: bigint
  readonly priorityFee: bigint
  readonly bribe: bigint
  readonly rent: bigint
  /** Rent of the venue's accounts. */
  readonly venueRent: bigint
  readonly settlement: Pool['nativeSettlement']
  readonly isFeePaid: boolean
  readonly takesTips: boolean
  readonly transferFee: bigint
  /** Lamports above the expected amount that a curve may take if the price rises. */
  readonly room: bigint
}

const made: fc.Arbitrary<Made> = fc.record({
  side: fc.constantFrom('buy', 'sell'),
  amount: lamports,
  priorityFee: lamports,
  bribe: lamports,
  rent: fc.constantFrom(0n, 2_039_280n, 2_157_600n),
  venueRent: fc.constantFrom(0n, 1_844_400n),
  settlement: fc.constantFrom('wrapped', 'lamports'),
  isFeePaid: fc.boolean(),
  takesTips: fc.boolean(),
  transferFee: fc.bigInt({ min: 0n, max: 1000n }),
  room: lamports,
})

function planOf(given: Made): Trade {
  const { side, amount, priorityFee, bribe, rent, venueRent, settlement, isFeePaid, takesTips, transferFee } = given
  const room = given.side === 'buy' && given.settlement === 'lamports' ? given.room : 0n
  const [tokenIn, tokenOut] = side === 'buy' ? [nativeToken, token] : [token, nativeToken]
  const known = { evidence: evidence.raydium_cpmm, tokens: [nativeToken, token], nativeSettlement: settlement }
  const pool = known as unknown as Pool
  const quote: Quote = {
    request: { tokenIn: tokenIn.mint, exactIn: amount + room },
    tokenIn: tokenIn.mint,
    tokenOut: tokenOut.mint,
    amountIn: amount,
    amountOut: amount,
    filled: 'whole',
    fees: [
      { kind: 'trade', mint: tokenIn.mint, amount: 5n },
      { kind: 'transfer', mint: token.mint, amount: transferFee },
    ],
    currentPrice: { numerator: 1n, denominator: 1n },
    executionPrice: { numerator: 1n, denominator: 1n },
    priceImpact: { numerator: 1n, denominator: 100n },
    computeUnits: 1,
  }
  const minimum = amount - amount / 100n
  const costs = {
    priorityFee,
    tip: takesTips ? bribe : 0n,
    settlement,
    rent: rent + venueRent,
    feeWallet: isFeePaid ? addressOf(3) : undefined,
  }
  return {
    side,
    owner: addressOf(1),
    request: {
      mint: token.mint,
      pool: { protocol: 'raydium_cpmm', address: addressOf(4) },
      amountIn: amount,
      slippageBps: 100,
      priorityFeeLamports: priorityFee,
      bribeLamports: bribe,
    },
    pool,
    quote,
    minimum,
    amount,
    token,
    tokenAccount: addressOf(5),
    lookupTable: undefined,
    unitLimit: 200_000,
    temporary:
      settlement === 'lamports'
        ? undefined
        : {
            address: addressOf(6),
            kind: 'temporary',
            lamports: 2_039_290n + (side === 'buy' ? amount : 0n),
            opens: [],
            closes: { programAddress: tokenProgram },
          },
    tradeFee: isFeePaid ? { to: addressOf(3), lamports: tradeFee(amount) } : undefined,
    tip: takesTips ? { provider: 'any', to: addressOf(7), lamports: bribe } : undefined,
    outlay: side === 'buy' ? buyOutlay(costs, amount, amount + room) : sellOutlay(costs, amount, minimum),
    opens: [
      { address: addressOf(5), lamports: rent, kind: 'tokenAccount' },
      { address: addressOf(8), lamports: venueRent, kind: 'venue' },
    ],
  }
}

const example: Made = {
  side: 'buy',
  amount: 500_000_000n,
  priorityFee: 1_000_000n,
  bribe: 0n,
  rent: 2_039_280n,
  venueRent: 0n,
  settlement: 'wrapped',
  isFeePaid: true,
  takesTips: false,
  transferFee: 0n,
  room: 0n,
}

describe('a preview', () => {
  it('puts the room for a higher price into a line of its own', () => {
    const { pay, totalLamports } = tradePreview(planOf({ ...example, settlement: 'lamports', room: 7_000_000n }))
    expect(pay.find(({ kind }) => kind === 'amount')?.lamports).toBe(500_000_000n)
    expect(pay.find(({ kind }) => kind === 'slippage')?.lamports).toBe(7_000_000n)
    expect(totalLamports).toBe(pay.reduce((sum, line) => sum + line.lamports, 0n))
  })

  it('names the wrapped account: temporary, the wallet’s own, or none if it stays open', () => {
    const plan = planOf(example)
    const own = plan.temporary && { ...plan.temporary, kind: 'own' as const }
    const labels = (one: Trade) => tradePreview(one).pay.flatMap(({ kind, label }) => (kind === 'rent' ? [label] : []))
    expect(labels(plan)).toContain('Temporary account')
    expect(labels({ ...plan, temporary: own })).toContain('Wrapped SOL account')
    const kept = own && { ...own, closes: undefined }
    expect(labels({ ...plan, temporary: kept, outlay: { ...plan.outlay, settlement: 'lamports' } })).toEqual([
      'Account rent',
    ])
  })

  it('sums to the amount of the funds check, without a negative line', () => {
    fc.assert(
      fc.property(made, trade => {
        const plan = planOf(trade)
        const { pay, totalLamports } = tradePreview(plan)
        expect(pay.reduce((sum, line) => sum + line.lamports, 0n)).toBe(totalLamports)
        expect(totalLamports).toBe(requiredFunds(plan.outlay))
        expect(pay.every(line => line.lamports >= 0n)).toBe(true)
      }),
    )
  })

  it('names every line of a buy', () => {
    const { pay, totalLamports } = tradePreview(planOf(example))
    expect(pay.map(({ label, lamports, note }) => [label, lamports, note])).toEqual([
      ['Amount', 500_000_000n, undefined],
      ['Trade fee 1%', 5_000_000n, undefined],
      ['Priority fee', 1_000_000n, undefined],
      ['Bribe', 0n, undefined],
      ['Temporary account', 2_039_290n, 'returned with the trade'],
      ['Account rent', 2_039_280n, 'returned when the account is closed'],
      ['Network fee', 5000n, undefined],
      ['Reserve (stays in your wallet)', 0n, undefined],
    ])
    expect(totalLamports).toBe(510_083_570n)
  })

  it('has no temporary account for a buy that settles in lamports, and a line for the venue’s accounts', () => {
    const bought = planOf({ ...example, settlement: 'lamports', venueRent: 1_844_400n })
    const { pay, totalLamports } = tradePreview(bought)
    expect(pay.map(({ label, lamports, note }) => [label, lamports, note])).toEqual([
      ['Amount', 500_000_000n, undefined],
      ['Trade fee 1%', 5_000_000n, undefined],
      ['Priority fee', 1_000_000n, undefined],
      ['Bribe', 0n, undefined],
      ['Account rent', 2_039_280n, 'returned when the account is closed'],
      ['Venue account rent', 1_844_400n, 'opened once'],
      ['Network fee', 5000n, undefined],
      ['Reserve (stays in your wallet)', 890_880n, undefined],
    ])
    expect(totalLamports).toBe(510_779_560n)
  })

  it('reserves nothing for a fee that is not charged, or for a bribe that is not sent', () => {
    const free = { ...example, rent: 0n, isFeePaid: false, bribe: 428_571n }
    const { pay, totalLamports } = tradePreview(planOf(free))
    expect(pay.find(({ kind }) => kind === 'tradeFee')).toEqual({
      kind: 'tradeFee',
      label: 'Trade fee 1%',
      lamports: 0n,
      note: 'not charged',
    })
    expect(totalLamports).toBe(500_000_000n + 1_000_000n + 2_039_280n + 50_000n)
  })

  it('reports that a bribe is not sent if no provider takes it', () => {
    const bribe = tradePreview(planOf({ ...example, bribe: 428_571n })).pay.find(({ kind }) => kind === 'bribe')
    expect(bribe).toMatchObject({ lamports: 0n, note: 'not sent, this provider takes none' })
  })

  it('shows the amounts before and after the token’s own fee', () => {
    expect(tradePreview(planOf({ ...example, transferFee: 9n })).get).toMatchObject({
      token,
      expected: 500_000_009n,
      afterTransferFee: 500_000_000n,
      minimum: 495_000_000n,
    })
    const sold = tradePreview(planOf({ ...example, side: 'sell', transferFee: 9n }))
    expect(sold.get).toMatchObject({ token: nativeToken, expected: 500_000_000n, afterTransferFee: 500_000_000n })
    expect(sold.pay[0]?.label).toBe('Trade fee 1%')
  })
})

describe('fees', () => {
  it('are 1%, and 3/7 of the priority fee, rounded down', () => {
    expect([tradeFee(199n), tradeFee(99n), autoBribe(700n), autoBribe(1n)]).toEqual([1n, 0n, 300n, 0n])
  })
})
