import {
  type AccountSet,
  type AccountSnapshot,
  type Address,
  associatedTokenAddress,
  type Ratio,
  rentExemption,
  systemProgram,
  TernError,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { maxU64, nativeDecimals } from '@tern/core/internal'
import { assertOwned, mismatch, openMint, tokenOf } from '../openAccounts.ts'
import { impactOf } from '../price.ts'
import { assertTradable } from '../tradedAmounts.ts'
import type { DerivedGraduation, Pool, Quote, SpecialCase, SwapParties, SwapRequest } from '../venue.ts'
import { configAddress, curveAddress, program } from './addresses.ts'
import { evidence } from './evidence.ts'
import { type Config, type CurveType, curveTypeOf, decodeConfig, decodeCurve } from './layout.ts'
import { buyForSol, buyTokens, type Curve, type CurveTrade, prepareCurve, sellForSol, sellTokens } from './quote.ts'
import { encodeBuy, encodeSell, type TradeAccounts } from './tradeInstructions.ts'

const maxBps = 10_000
/** `MigrationTarget`. */
const raydium = 0
/** A recorded trade took 44,550. */
const computeUnits = 80_000
const native = { mint: wrappedNativeMint, decimals: nativeDecimals, program: tokenProgram }

/** Opens the account of a curve. @throws TernError `layout/*`. */
export function openCurveAccount(account: AccountSnapshot) {
  assertOwned('CurveAccount', account, program)
  return decodeCurve(account.data)
}

function openConfig(account: AccountSnapshot): Config {
  assertOwned('ConfigAccount', account, program)
  const config = decodeConfig(account.data)
  if (config.fee_bps > maxBps)
    throw new TernError('layout/invalidValue', { field: 'ConfigAccount.fee_bps', value: String(config.fee_bps) })
  return config
}

/**
 * Opens a curve as a pool.
 * @throws TernError `pool/accountsNotReady`, `layout/*`.
 */
export function openPool(address: Address, read: AccountSet): Pool {
  const account = read.get(address)
  if (!account) throw new TernError('pool/accountsNotReady', { pool: address })
  const state = openCurveAccount(account)
  const { mint } = state
  const missing = [mint, configAddress].filter(one => !read.get(one))
  if (missing.length > 0) throw new TernError('pool/accountsNotReady', { pool: address, missing })
  if (mint === wrappedNativeMint) mismatch(address, 'mint', 'another token', mint)

  const type = curveTypeOf(state)
  const config = openConfig(read.get(configAddress) as AccountSnapshot)
  const base = openMint(mint, read, { program: tokenProgram, decimals: state.decimals })
  const curve = prepareCurve(type, state, BigInt(config.fee_bps))
  const isComplete = curve?.isComplete(curve.sold) ?? false
  // The migration takes the lamports, and leaves only the account's rent.
  const ended = account.lamports <= rentExemption(account.data.length) ? 'migrated' : 'complete'
  const sides = curve && directionsOf(curve, type, mint)
  const progress = curve === undefined || curve.goal === 0n ? 0n : (curve.sold * 1_000_000n) / curve.goal

  return {
    protocol: 'moonit',
    evidence,
    address,
    slot: account.slot,
    tokens: [tokenOf(base), native],
    nativeSettlement: 'lamports',
    curve: {
      stage: isComplete ? ended : 'trading',
      progressPpm: isComplete ? 1_000_000 : Number(progress < 1_000_000n ? progress : 999_999n),
      // The account does not name the creator.
      creator: systemProgram,
    },
    currentPrice: curve?.price,
    ...(state.migration_target === raydium && { graduation: () => graduationOf(mint, config) }),
    quote(request) {
      if (request.tokenIn !== wrappedNativeMint && request.tokenIn !== mint)
        throw new TernError('quote/tokenNotInPool', { pool: address, mint: request.tokenIn })
      if (isComplete) throw new TernError('quote/complete', { pool: address, stage: ended })
      if (sides === undefined) throw new TernError('quote/noLiquidity', { pool: address })
      return request.tokenIn === mint ? sell(sides.selling, request) : buy(sides.buying, request)
    },
    async swap(quote, limit, parties) {
      const { dex_fee, helio_fee } = config
      const own = { curve_account: address, dex_fee, helio_fee, mint }
      return [await encodeSwap(own, quote, limit, parties)]
    },
    opens: async () => [],
  }
}

async function graduationOf(mint: Address, { migration_authority }: Config): Promise<DerivedGraduation> {
  // Loaded on demand, because no trade needs it.
  const { graduationOf: derive } = await import('./graduation.ts')
  return derive(mint, migration_authority)
}

/** A single direction of a curve: the facts that quotes need. */
interface Direction {
  readonly curve: Curve
  readonly type: CurveType
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly currentPrice: Ratio
}

function directionsOf(curve: Curve, type: CurveType, mint: Address): Readonly<Record<'buying' | 'selling', Direction>> {
  const { numerator, denominator } = curve.price
  return {
    buying: {
      ...{ curve, type, tokenIn: wrappedNativeMint, tokenOut: mint },
      currentPrice: { numerator: denominator, denominator: numerator },
    },
    selling: { curve, type, tokenIn: mint, tokenOut: wrappedNativeMint, currentPrice: curve.price },
  }
}

function buy(side: Direction, request: SwapRequest): Quote {
  const { curve, type } = side
  const isExactIn = 'exactIn' in request
  const amount = isExactIn ? request.exactIn : request.exactOut
  assertTradable(amount)
  if (!isExactIn && amount > curve.left) throw beyondReserves(amount, curve.left)
  const bought = isExactIn ? buyForSol(curve, amount) : buyTokens(curve, amount)
  if (bought.tokenAmount <= 0n || bought.solAmount <= 0n) throw new TernError('quote/nothingOut', {})
  const amountIn = bought.solAmount + bought.fee
  if (bought.tokenAmount > curve.left || amountIn > maxU64) throw beyondReserves(bought.tokenAmount, curve.left)
  const isLast = curve.isComplete(curve.sold + bought.tokenAmount)
  // The recorded buy of exact tokens was on a constant product.
  const isOther = isOtherCurve(type) || (type === 'linearV1' && !isExactIn)
  const specialCase = isLast ? 'lastBuy' : isOther ? 'otherCurve' : undefined
  return settle(side, request, bought, amountIn, bought.tokenAmount, specialCase)
}

function sell(side: Direction, request: SwapRequest): Quote {
  const { curve, type } = side
  const specialCase = isOtherCurve(type) ? 'otherCurve' : undefined
  if ('exactIn' in request) {
    assertTradable(request.exactIn)
    if (request.exactIn > curve.sold) throw beyondReserves(request.exactIn, curve.sold)
    const sold = sellTokens(curve, request.exactIn)
    const amountOut = sold.solAmount - sold.fee
    if (amountOut <= 0n) throw new TernError('quote/nothingOut', {})
    return settle(side, request, sold, request.exactIn, amountOut, specialCase)
  }
  assertTradable(request.exactOut)
  const sold = sellForSol(curve, request.exactOut)
  if (sold === undefined) throw beyondReserves(request.exactOut, curve.paymentFor(curve.sold))
  if (sold.tokenAmount <= 0n) throw new TernError('quote/nothingOut', {})
  return settle(side, request, sold, sold.tokenAmount, request.exactOut, specialCase)
}

/** Reports if no trade on such a curve was recorded or simulated on a cluster. */
function isOtherCurve(type: CurveType): boolean {
  return type === 'flatV1' || type === 'constantProductV2'
}

function beyondReserves(amountOut: bigint, reserveOut: bigint): TernError<'quote/beyondReserves'> {
  return new TernError('quote/beyondReserves', { amountOut, reserveOut })
}

function settle(
  { tokenIn, tokenOut, currentPrice }: Direction,
  request: SwapRequest,
  { tokenAmount, solAmount, fee }: CurveTrade,
  amountIn: bigint,
  amountOut: bigint,
  specialCase: SpecialCase | undefined,
): Quote {
  const [paid, got] = tokenIn === wrappedNativeMint ? [solAmount, tokenAmount] : [tokenAmount, solAmount]
  return {
    ...{ request, tokenIn, tokenOut, amountIn, amountOut, filled: 'whole' },
    fees: [{ kind: 'protocol', mint: wrappedNativeMint, amount: fee }],
    currentPrice,
    executionPrice: { numerator: amountOut, denominator: amountIn },
    priceImpact: impactOf(currentPrice, paid, got),
    computeUnits,
    specialCase,
  }
}

async function encodeSwap(
  own: Pick<TradeAccounts, 'curve_account' | 'dex_fee' | 'helio_fee' | 'mint'>,
  { request, tokenIn, amountIn, amountOut }: Quote,
  limit: bigint,
  { owner, tokenAccountIn, tokenAccountOut }: SwapParties,
) {
  const [derived, vault] = await Promise.all([
    curveAddress(own.mint),
    associatedTokenAddress(own.curve_account, own.mint, tokenProgram),
  ])
  if (derived !== own.curve_account) mismatch(own.mint, 'curve', derived, own.curve_account)
  const isBuy = tokenIn === wrappedNativeMint
  const accounts: TradeAccounts = {
    ...own,
    sender: owner,
    sender_token_account: isBuy ? tokenAccountOut : tokenAccountIn,
    curve_token_account: vault,
  }
  const [fixed, given, got] =
    'exactIn' in request ? (['exactIn', amountIn, limit] as const) : (['exactOut', limit, amountOut] as const)
  return isBuy
    ? encodeBuy(accounts, { tokens: got, lamports: given, fixed })
    : encodeSell(accounts, { tokens: given, lamports: got, fixed })
}
