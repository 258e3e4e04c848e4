import { ConstantProductCurveV1, LinearCurveV1, TradeDirection } from '@heliofi/launchpad-common'
import type { Address } from '@tern/core'
import type { CurveAccount } from '@tern/venues/moonit'
import { buyForSol, buyTokens, prepareCurve, sellTokens } from '@tern/venues/moonit/internal'
import { cases, over, type Race } from './measure.ts'

const rival = '@heliofi/launchpad-common 1.6.25'
const supply = 1_000_000_000_000_000_000n
const sold = supply / 4n
const feeBps = 100

const state: CurveAccount = {
  ...{
    total_supply: supply,
    curve_amount: supply - sold,
    mint: 'So11111111111111111111111111111111111111112' as Address,
  },
  ...{ decimals: 9, collateral_currency: 0, curve_type: 1, marketcap_threshold: 345_000_000_000n },
  ...{ marketcap_currency: 0, migration_fee: 2n, coef_b: 25, bump: 255, migration_target: 0, price_increase: 0 },
}

/** Amounts from 0.001 to some 10 SOL, evenly spread on a logarithmic scale, all different. */
const lamports = Array.from({ length: cases }, (_, i) => BigInt(Math.round(1e6 * 10 ** ((4 * i) / cases))) + BigInt(i))

function curveOf(type: 'constantProductV1' | 'linearV1') {
  const curve = prepareCurve(type, state, type === 'linearV1' ? 0n : BigInt(feeBps))
  if (curve === undefined) throw new RangeError(`no curve of ${type}`)
  return curve
}

function assertSame(name: string, tern: bigint, theirs: bigint, within = 0n): void {
  const difference = tern > theirs ? tern - theirs : theirs - tern
  if (difference > within) throw new RangeError(`${name} differs: ${tern}, not ${theirs}`)
}

/** The client's constant product, which takes the fee. */
function productRaces(): readonly Race[] {
  const curve = curveOf('constantProductV1')
  const sdk = new ConstantProductCurveV1()
  const tokens = lamports.map(amount => buyForSol(curve, amount).tokenAmount)
  const ask = (tradeDirection: 'BUY' | 'SELL') => (amount: bigint) => ({
    ...{ amount, curvePosition: sold, tradeDirection, platformFeeBps: feeBps },
  })
  const runs = [
    {
      name: 'buy, exact in',
      amounts: lamports,
      tern: (amount: bigint) => buyForSol(curve, amount).tokenAmount,
      theirs: (amount: bigint) => sdk.getTokensAmountFromCollateral(ask('BUY')(amount)),
    },
    {
      name: 'buy, exact out',
      amounts: tokens,
      tern(amount: bigint) {
        const { solAmount, fee } = buyTokens(curve, amount)
        return solAmount + fee
      },
      theirs: (amount: bigint) => sdk.getCollateralAmountFromTokens(ask('BUY')(amount)),
    },
    {
      name: 'sell, exact in',
      amounts: tokens,
      tern(amount: bigint) {
        const { solAmount, fee } = sellTokens(curve, amount)
        return solAmount - fee
      },
      theirs: (amount: bigint) => sdk.getCollateralAmountFromTokens(ask('SELL')(amount)),
    },
  ]
  return runs.map(({ name, amounts, tern, theirs }) => {
    for (const amount of amounts) assertSame(name, tern(amount), theirs(amount))
    return {
      name: `moonit constant product, ${name}`,
      rival: `${rival} ConstantProductCurveV1`,
      ...{ cases, atLeast: 20, tern: over(amounts, tern), theirs: over(amounts, theirs) },
    }
  })
}

/** The client's linear curve, which takes no fee and counts whole tokens. */
function linearRaces(): readonly Race[] {
  const curve = curveOf('linearV1')
  const sdk = new LinearCurveV1()
  const terms = {
    ...{ collateralDecimalsNr: 9, tokenDecimalsNr: 9, marketCapDecimalsNr: 9, totalSupply: supply },
    ...{ marketCapThreshold: state.marketcap_threshold, coefB: BigInt(state.coef_b) },
  }
  const tokens = lamports.map(amount => buyForSol(curve, amount).tokenAmount)
  const runs = [
    {
      name: 'buy, exact in',
      amounts: lamports,
      within: 1_000_000_000n,
      tern: (amount: bigint) => buyForSol(curve, amount).tokenAmount,
      theirs: (collateralAmount: bigint) =>
        sdk.getTokensNrFromCollateral({
          ...terms,
          ...{ collateralAmount, curvePosition: sold, direction: TradeDirection.BUY },
        }),
    },
    {
      name: 'sell, exact in',
      amounts: tokens,
      within: 1n,
      tern: (amount: bigint) => sellTokens(curve, amount).solAmount,
      theirs: (tokensAmount: bigint) =>
        BigInt(sdk.getCollateralPrice({ ...terms, tokensAmount, curvePosition: sold - tokensAmount }).toFixed(0)),
    },
  ]
  return runs.map(({ name, amounts, within, tern, theirs }) => {
    for (const amount of amounts) assertSame(name, tern(amount), theirs(amount), within)
    return {
      name: `moonit linear, ${name}`,
      rival: `${rival} LinearCurveV1`,
      ...{ cases, atLeast: 20, tern: over(amounts, tern), theirs: over(amounts, theirs) },
    }
  })
}

/** Makes every race of the venue. It checks first that both sides give the same answers. */
export async function races(): Promise<readonly (readonly Race[])[]> {
  return [productRaces(), linearRaces()]
}
