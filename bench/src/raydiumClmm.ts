import { PublicKey } from '@solana/web3.js'
import type { Address } from '@tern/core'
import { decodePoolState, program, raydiumClmm } from '@tern/venues/raydiumClmm'
import {
  arrayOf,
  bitmapExtensionAddress,
  type Direction,
  decodeTickArray,
  openAccounts,
  poolStateLayout,
  preparePath,
  prepareTickArrays,
  startOf,
  swapThrough,
  ticksAhead,
} from '@tern/venues/raydiumClmm/internal'
import Decimal from 'decimal.js'
import { clmmAddresses, clmmClock, makeClmmPool } from '../../packages/venues/test/raydiumClmmPools.ts'
import { bareReads } from './bareReads.ts'
import { over, type Race } from './measure.ts'
import { bn, raydiumSdk, raydiumSdkName } from './sdk.ts'

const { ClmmConfigLayout, PoolInfoLayout, PoolUtils, TickArrayBitmapExtensionLayout, TickArrayLayout, swapInternal } =
  raydiumSdk

const { pool: address, config, mints } = clmmAddresses
const now = clmmClock.unixTimestamp
const tickSpacing = 10
/** 480 initialized ticks, ten apart: the ends of nested ranges. */
const { accounts } = makeClmmPool({
  tickSpacing,
  tick: 3,
  within: 400,
  ranges: Array.from({ length: 240 }, (_, i) => ({
    lower: -10 * (i + 1),
    upper: 10 * (i + 1),
    liquidity: 5n * 10n ** 9n + BigInt(i) * 77_777n,
  })),
  config: { trade_fee_rate: 500 },
})
const opened = openAccounts(address, accounts)
const bytes = (key: Address) => Buffer.from(accounts.get(key)?.data ?? [])
const poolBytes = bytes(address)
const arrayBytes = [...opened.arrays].map(([array, data]) => ({ array, data: Buffer.from(data) }))
const current = arrayBytes.find(({ array }) => array === arrayOf(3, tickSpacing))?.data ?? Buffer.alloc(0)

/** The SDK's view of the pool. Its quotes do not write to a pool without orders and dynamic fee. */
const sdkConfig = ClmmConfigLayout.decode(bytes(config))
const sdkExtension = TickArrayBitmapExtensionLayout.decode(bytes(bitmapExtensionAddress(address)))
const sdkPool = PoolInfoLayout.decode(poolBytes)
const sdkArrays = arrayBytes.map(({ array, data }) => ({
  array,
  address: new PublicKey(addressOf(array)),
  value: TickArrayLayout.decode(data),
}))
const ids = { programId: new PublicKey(program), poolId: new PublicKey(address) }

function addressOf(array: number): string {
  const found = [...accounts].find(([, account]) => account !== null && account.data === opened.arrays.get(array))
  return found?.[0] ?? address
}

const aheadOf = (direction: Direction) =>
  direction === 'zeroForOne'
    ? sdkArrays.filter(({ array }) => array <= 0).sort((a, b) => b.array - a.array)
    : sdkArrays.filter(({ array }) => array >= 0).sort((a, b) => a.array - b.array)

function sdkSwap(
  poolInfo: unknown,
  tickArrays: unknown,
  direction: Direction,
  amount: unknown,
  isBaseInput: boolean,
): ReturnType<typeof swapInternal> {
  return swapInternal({
    ...ids,
    ...{ poolInfo, tickArrays, configInfo: sdkConfig, tickarrayBitmapExtension: sdkExtension },
    ...{ amountSpecified: amount, sqrtPriceLimitX64: bn(0n), zeroForOne: direction === 'zeroForOne', isBaseInput },
    ...{ blockTimestamp: Number(now), includeExtraTickArrays: false },
  } as unknown as Parameters<typeof swapInternal>[0])
}

/** Inputs of a race: the SDK takes a tenth of a millisecond for each. */
const cases = 24

/** Finds amounts that cross exactly this many ticks, all different. */
function amountsFor(direction: Direction, crossings: number, isExactIn: boolean): readonly bigint[] {
  const start = startOf(opened, direction)
  const reaching = (ticks: number) => {
    let [low, high] = [0n, 10n ** 12n]
    while (high - low > 1n) {
      const middle = (low + high) / 2n
      const result = swapThrough(start, { amount: middle, isExactIn }, now)
      if (typeof result === 'string' || result.ticksMet > ticks) high = middle
      else low = middle
    }
    return high
  }
  const [from, to] = [crossings === 0 ? 1_000n : reaching(crossings), reaching(crossings + 1)]
  return Array.from({ length: cases }, (_, i) => from + ((to - from) * BigInt(i)) / BigInt(cases + 1))
}

/**
 * Does the last step of a swap that crosses this many ticks, with its big multiplications and divisions only. Left out
 * are the fee,
 * the search for the step, the sums before it and the answer.
 */
function bareStep(direction: Direction, crossings: number, isExactIn: boolean): (moving: bigint) => unknown {
  const { sqrtPriceX64, liquidity: first, ticks } = startOf(opened, direction)
  let [price, liquidity] = [sqrtPriceX64, first]
  for (let i = 0; i < crossings; i++) {
    const tick = ticks(i)
    if (typeof tick === 'string') throw new RangeError(tick)
    price = tick.sqrtPriceX64
    liquidity += tick.liquidityChange
  }
  const scaled = liquidity << 64n
  const scaledPrice = scaled * price
  if (direction === 'zeroForOne') {
    if (isExactIn) return moving => (liquidity * (price - scaledPrice / (scaled + moving * price))) >> 64n
    return moving => {
      const moved = (moving << 64n) / liquidity
      return (scaled * moved) / (price * (price - moved))
    }
  }
  if (!isExactIn) return moving => (liquidity * (scaledPrice / (scaled - moving * price) - price)) >> 64n
  return moving => {
    const moved = (moving << 64n) / liquidity
    return (scaled * moved) / (price * (price + moved))
  }
}

function quotes(direction: Direction, crossings: number, atLeast: number): readonly Race[] {
  const start = startOf(opened, direction)
  const path = aheadOf(direction)
  const prepared = preparePath(start)
  const side = direction === 'zeroForOne' ? 'A→B' : 'B→A'
  return [true, false].flatMap(isExactIn => {
    const amounts = amountsFor(direction, crossings, isExactIn)
    const theirs = amounts.map(bn)
    for (const [i, amount] of amounts.entries()) {
      const ours = prepared({ amount, isExactIn })
      const sdk = sdkSwap(sdkPool, path, direction, theirs[i], isExactIn)
      const other = typeof ours === 'string' ? ours : isExactIn ? ours.amountOut : ours.amountIn
      if (String(other) !== String(sdk.amountCalculated)) throw new RangeError('the quotes are not the same')
    }
    const mode = isExactIn ? 'exact-in' : 'exact-out'
    const bare = bareStep(direction, crossings, isExactIn)
    const [min = 0n] = amounts
    const steps = amounts.map(amount => amount - min + 1_000n)
    return [
      {
        name: `raydium_clmm quote, prepared, ${crossings} ticks crossed, ${side}, ${mode}`,
        rival: `${raydiumSdkName} swapInternal`,
        cases,
        atLeast,
        tern: over(amounts, amount => prepared({ amount, isExactIn })),
        theirs: over(theirs, amount => sdkSwap(sdkPool, path, direction, amount, isExactIn)),
        limit: { is: 'multiplications and divisions of one step', run: over(steps, bare) },
      },
    ]
  })
}

/**
 * Makes races from the bytes of a pool and its tick arrays to one quote. Both sides decode the pool and exactly the
 * arrays that the
 * quote needs. Prices at ticks and addresses stay cached: they do not depend on the bytes of an account.
 */
function coldQuotes(crossings: number): readonly Race[] {
  const direction = 'zeroForOne'
  const amounts = amountsFor(direction, crossings, true).slice(0, 4)
  const theirs = amounts.map(bn)
  const needed = neededFor(direction, amounts)
  const neededBytes = needed.map(({ array, address: key }) => ({
    key,
    data: arrayBytes.find(one => one.array === array)?.data ?? Buffer.alloc(0),
  }))
  return [
    {
      name: `raydium_clmm open from bytes and quote, ${crossings} ticks crossed`,
      rival: `${raydiumSdkName} decode pool and arrays, swapInternal`,
      cases: amounts.length,
      atLeast: 15,
      tern: over(amounts, amount =>
        raydiumClmm.open(address, accounts).quote({ tokenIn: mints[0], exactIn: amount }, clmmClock),
      ),
      theirs: over(theirs, amount => {
        const poolInfo = PoolInfoLayout.decode(poolBytes)
        const arrays = neededBytes.map(({ key, data }) => ({ address: key, value: TickArrayLayout.decode(data) }))
        return sdkSwap(poolInfo, arrays, direction, amount, true)
      }),
    },
  ]
}

/** Finds the tick arrays that swaps of these amounts read. The SDK fails with fewer arrays. */
function neededFor(direction: Direction, amounts: readonly bigint[]): typeof sdkArrays {
  const ahead = aheadOf(direction)
  const suffice = (count: number) =>
    amounts.every(amount => sdkSwap(sdkPool, ahead.slice(0, count), direction, bn(amount), true).allTrade)
  for (let count = 1; count < ahead.length; count++)
    try {
      if (suffice(count)) return ahead.slice(0, count)
    } catch {
      // The SDK may succeed with another array.
    }
  return ahead
}

/**
 * Makes a race for a quote after an update of the pool and of the tick array around its price. All other accounts stay
 * the same.
 */
function requote(): Race {
  const direction = 'zeroForOne'
  const amounts = amountsFor(direction, 5, true).slice(0, 4)
  const theirs = amounts.map(bn)
  const path = aheadOf(direction)
  const array = path[0]?.address ?? new PublicKey(address)
  const arrayKey = String(array)
  const pushed = new Map(accounts)
  const push = (key: string) => {
    const account = accounts.get(key as Address)
    if (account) pushed.set(key as Address, { ...account, slot: account.slot + 1n })
  }
  return {
    name: 'raydium_clmm quote after a push of pool and array, 5 ticks',
    rival: `${raydiumSdkName} decode pool and array, swapInternal`,
    cases: amounts.length,
    atLeast: 8,
    tern: over(amounts, amount => {
      push(address)
      push(arrayKey)
      return raydiumClmm.open(address, pushed).quote({ tokenIn: mints[0], exactIn: amount }, clmmClock)
    }),
    theirs: over(theirs, amount => {
      const value = TickArrayLayout.decode(current)
      return sdkSwap(
        PoolInfoLayout.decode(poolBytes),
        [{ address: array, value }, ...path.slice(1)],
        direction,
        amount,
        true,
      )
    }),
  }
}

/** Makes races for the whole answer with the swap's accounts, as the SDK's public call gives it. */
function publicCalls(crossings: number): readonly Race[] {
  const direction = 'zeroForOne'
  const pool = raydiumClmm.open(address, accounts)
  const tickArraysFor = prepareTickArrays(opened, startOf(opened, direction))
  const amounts = amountsFor(direction, crossings, true).slice(0, 4)
  const theirs = amounts.map(bn)
  const mint = (of: Address, decimals: number) => ({ address: of, decimals, extensions: {} })
  const poolInfo = {
    ...{ id: ids.poolId, programId: ids.programId, accInfo: sdkPool, ammConfig: sdkConfig },
    ...{ mintA: mint(mints[0], 9), mintB: mint(mints[1], 6), currentPrice: new Decimal('1000.3') },
  }
  const tickArrayCache = Object.fromEntries(
    sdkArrays.map(one => [one.value.startTickIndex, { ...one.value, address: one.address }]),
  )
  const sdkQuote = (amountIn: unknown) =>
    PoolUtils.computeAmountOut({
      ...{ poolInfo, tickArrayCache, amountIn, tickarrayBitmapExtension: sdkExtension, slippage: 0.01 },
      ...{ baseMint: new PublicKey(mints[0]), epochInfo: { epoch: 500 }, catchLiquidityInsufficient: false },
      blockTimestamp: Number(now),
    } as unknown as Parameters<typeof PoolUtils.computeAmountOut>[0])
  return [
    {
      name: `raydium_clmm whole quote and its accounts, ${crossings} ticks crossed`,
      rival: `${raydiumSdkName} PoolUtils.computeAmountOut`,
      cases: amounts.length,
      atLeast: 300,
      tern: over(amounts, amount => [
        pool.quote({ tokenIn: mints[0], exactIn: amount }, clmmClock),
        tickArraysFor(amount),
      ]),
      theirs: over(theirs, sdkQuote),
    },
  ]
}

function decoding(): readonly Race[] {
  const once = Array.from({ length: 4 }, () => undefined)
  const at = poolStateLayout.offsets
  const poolAddresses = [
    ...[at.amm_config, at.owner, at.token_mint_0, at.token_mint_1],
    ...[at.token_vault_0, at.token_vault_1, at.observation_key],
  ]
  const onlyCurrent = new Map([[0, opened.arrays.get(0) ?? new Uint8Array()]])
  return [
    {
      name: 'raydium_clmm decode PoolState, every field',
      rival: `${raydiumSdkName} PoolInfoLayout.decode`,
      cases: once.length,
      atLeast: 10,
      tern: over(once, () => decodePoolState(poolBytes)),
      theirs: over(once, () => PoolInfoLayout.decode(poolBytes)),
      limit: bareReads(poolBytes, poolAddresses, once.length),
    },
    {
      name: 'raydium_clmm decode TickArrayState, every field',
      rival: `${raydiumSdkName} TickArrayLayout.decode`,
      cases: once.length,
      atLeast: 10,
      tern: over(once, () => decodeTickArray(current)),
      theirs: over(once, () => TickArrayLayout.decode(current)),
    },
    {
      name: 'raydium_clmm what a quote needs of a tick array, 5 ticks crossed',
      rival: `${raydiumSdkName} TickArrayLayout.decode`,
      cases: once.length,
      atLeast: 40,
      tern: over(once, () => ticksAhead({ bitmap: opened.bitmap, arrays: onlyCurrent }, 0, 'oneForZero')(5)),
      theirs: over(once, () => TickArrayLayout.decode(current)),
    },
    {
      name: 'raydium_clmm all 59 ticks ahead in a tick array',
      rival: `${raydiumSdkName} TickArrayLayout.decode`,
      cases: once.length,
      atLeast: 40,
      tern: over(once, () => ticksAhead({ bitmap: opened.bitmap, arrays: onlyCurrent }, 0, 'oneForZero')(58)),
      theirs: over(once, () => TickArrayLayout.decode(current)),
    },
  ]
}

/**
 * Makes every race of the venue, in groups that run one after the other. It checks first that both sides give the same
 * answers.
 */
export async function races(): Promise<readonly (readonly Race[])[]> {
  const directions = ['zeroForOne', 'oneForZero'] as const
  const prepared = [
    { crossings: 0, atLeast: 30 },
    { crossings: 5, atLeast: 100 },
    { crossings: 20, atLeast: 300 },
  ]
  return [
    ...prepared.map(({ crossings, atLeast }) => directions.flatMap(way => quotes(way, crossings, atLeast))),
    [...[0, 5, 20].flatMap(coldQuotes), requote()],
    [0, 5, 20].flatMap(publicCalls),
    decoding(),
  ]
}
