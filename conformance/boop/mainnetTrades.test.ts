import { type Address, wrappedNativeMint } from '@tern/core'
import { bondingCurveAddress, boop, readEvent } from '@tern/venues/boop'
import {
  buyForSol,
  initialSupply,
  sellTokens,
  tokenBoughtEventLayout,
  tokenSoldEventLayout,
} from '@tern/venues/boop/internal'
import { describe, expect, it } from 'vitest'
import { boopMint, boopClock as clock, makeBoopCurve } from '../../packages/venues/test/boopPools.ts'
import { proves } from '../src/evidence.ts'
import { readFixture } from '../src/fixtures.ts'

interface Measured {
  readonly mint: Address
  readonly curve: Address
  readonly virtualSol: string
  readonly feeBps: number
  readonly buys: readonly Readonly<Record<'buyAmount' | 'amountIn' | 'swapFee' | 'amountOut', string>>[]
  readonly sale: Readonly<Record<'amountIn' | 'gross' | 'swapFee' | 'amountOut', string>>
  readonly buyThenSell: Readonly<Record<'buyAmount' | 'amountOut', string>>
}

const measured = readFixture<Measured>('boop/measured.json')
const evidence = proves('boop')
const against = 'trades settled and simulated on mainnet'
const target = 85_000_000_000n

interface Reserves {
  readonly sol: bigint
  readonly token: bigint
}

function opened({ sol, token }: Reserves, virtualSol = BigInt(measured.virtualSol)) {
  const { address, accounts } = makeBoopCurve({
    state: {
      ...{ virtual_sol_reserves: virtualSol, sol_reserves: sol, token_reserves: token, graduation_target: target },
      swap_fee_basis_points: measured.feeBps,
    },
  })
  return boop.open(address, accounts)
}

const fresh: Reserves = { sol: 0n, token: initialSupply }
/** The curve before each of the recorded buys, and after the last. */
const states: Reserves[] = [fresh]
for (const { amountIn, amountOut } of measured.buys) {
  const { sol, token } = states.at(-1) ?? fresh
  states.push({ sol: sol + BigInt(amountIn), token: token - BigInt(amountOut) })
}
const after = states.at(-1) ?? fresh

describe('trades measured on mainnet', () => {
  it('bought the quote', evidence(against, ['exactIn'], undefined, 'B→A'), () => {
    for (const [i, { buyAmount, swapFee, amountOut }] of measured.buys.entries()) {
      const exactIn = BigInt(buyAmount)
      const quote = opened(states[i] ?? fresh).quote({ tokenIn: wrappedNativeMint, exactIn }, clock)
      expect([quote.amountIn, quote.amountOut]).toEqual([exactIn, BigInt(amountOut)])
      expect(quote.fees).toEqual([{ kind: 'trade', mint: wrappedNativeMint, amount: BigInt(swapFee) }])
    }
  })

  it('would not have cost less for their output', evidence(against, ['exactOut'], undefined, 'B→A'), () => {
    for (const [i, { buyAmount, amountOut }] of measured.buys.entries()) {
      const exactOut = BigInt(amountOut)
      const pool = opened(states[i] ?? fresh)
      const quote = pool.quote({ tokenIn: wrappedNativeMint, exactOut }, clock)
      expect(quote.amountIn).toBeLessThanOrEqual(BigInt(buyAmount))
      const less = pool.quote({ tokenIn: wrappedNativeMint, exactIn: quote.amountIn - 1n }, clock)
      expect(less.amountOut).toBeLessThan(exactOut)
    }
  })

  /** The simulation bought and sold: the sale's input is the buy's quote. */
  const bought = () => {
    const exactIn = BigInt(measured.buyThenSell.buyAmount)
    const buy = opened(after).quote({ tokenIn: wrappedNativeMint, exactIn }, clock)
    const [fee] = buy.fees
    const sol = after.sol + exactIn - (fee?.amount ?? 0n)
    return { tokens: buy.amountOut, pool: opened({ sol, token: after.token - buy.amountOut }) }
  }

  it('sold the quote', evidence(against, ['exactIn'], undefined, 'A→B'), () => {
    const { tokens, pool } = bought()
    const quote = pool.quote({ tokenIn: boopMint, exactIn: tokens }, clock)
    expect(quote.amountOut).toBe(BigInt(measured.buyThenSell.amountOut))
  })

  it('sold no fewer tokens than needed', evidence(against, ['exactOut'], undefined, 'A→B'), () => {
    const { tokens, pool } = bought()
    const exactOut = BigInt(measured.buyThenSell.amountOut)
    const quote = pool.quote({ tokenIn: boopMint, exactOut }, clock)
    expect(quote.amountIn).toBeLessThanOrEqual(tokens)
    expect(pool.quote({ tokenIn: boopMint, exactIn: quote.amountIn - 1n }, clock).amountOut).toBeLessThan(exactOut)
  })

  it('charged the fee of a sale on the gross amount', () => {
    const [amount, gross] = [BigInt(measured.sale.amountIn), BigInt(measured.sale.gross)]
    // The state was not published. This curve pays as much for as many tokens.
    const virtualSol = (initialSupply * gross) / amount - gross
    const curve = { virtualSol, sol: gross, token: initialSupply - amount, target, feeBps: BigInt(measured.feeBps) }
    const { solAmount, fee } = sellTokens(curve, amount)
    expect([solAmount, fee]).toEqual([gross, BigInt(measured.sale.swapFee)])
    expect(solAmount - fee).toBe(BigInt(measured.sale.amountOut))
  })

  it('are of the curve that the mint derives', async () => {
    expect(await bondingCurveAddress(measured.mint)).toBe(measured.curve)
  })

  it('left the reserves of the next quote', () => {
    for (const [i, { buyAmount, amountIn, amountOut }] of measured.buys.entries()) {
      const { sol, token } = states[i] ?? fresh
      const curve = { virtualSol: BigInt(measured.virtualSol), sol, token, target, feeBps: BigInt(measured.feeBps) }
      const { solAmount, tokenAmount } = buyForSol(curve, BigInt(buyAmount))
      expect([solAmount, tokenAmount]).toEqual([BigInt(amountIn), BigInt(amountOut)])
    }
  })

  it('read as trades with the amounts of the trader', async () => {
    const trader = measured.curve
    for (const { buyAmount, amountIn, swapFee, amountOut } of measured.buys) {
      const event = tokenBoughtEventLayout.encode({
        ...{ mint: measured.mint, amount_in: BigInt(amountIn), amount_out: BigInt(amountOut) },
        ...{ swap_fee: BigInt(swapFee), buyer: trader, recipient: trader },
      })
      expect(await readEvent(event, [], {})).toMatchObject({
        ...{ kind: 'trade', pool: measured.curve, trader, mintOut: measured.mint },
        ...{ amountIn: BigInt(buyAmount), amountOut: BigInt(amountOut) },
      })
    }
    const { sale } = measured
    const event = tokenSoldEventLayout.encode({
      ...{ mint: measured.mint, amount_in: BigInt(sale.amountIn), amount_out: BigInt(sale.amountOut) },
      ...{ swap_fee: BigInt(sale.swapFee), seller: trader, recipient: trader },
    })
    expect(await readEvent(event, [], {})).toMatchObject({ amountOut: BigInt(sale.amountOut), mintIn: measured.mint })
  })
})
