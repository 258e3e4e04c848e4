import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  type AccountSnapshot,
  type Address,
  associatedTokenAddress,
  encodeBase58,
  isTernError,
  metadataProgram,
  tokenProgram,
} from '@tern/core'
import type { Pool, Quote, SwapRequest } from '@tern/venues'
import { readProgramError } from '@tern/venues/internal/programErrors'
import {
  believe,
  believeConfigs,
  decodeVirtualPool,
  meteoraDbc,
  type PoolConfig,
  poolAddress,
  program,
  vaultAddress,
} from '@tern/venues/meteoraDbc'
import { initialSupply, poolConfigLayout, termsOf } from '@tern/venues/meteoraDbc/internal'
import { readEvents } from '@tern/venues/read'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { currentPriceOf } from '../../packages/venues/test/currentPrice.ts'
import { baseFees, curves, limiterFees } from '../../packages/venues/test/meteoraDbcPools.ts'
import { placeTokenAccount } from '../src/cpmmWorld.ts'
import { createDbcPool, type DbcWorld, parametersOf, startDbc } from '../src/dbcWorld.ts'
import { proves } from '../src/evidence.ts'
import { readRecorded } from '../src/fixtures.ts'
import { balanceOf } from '../src/svm.ts'

const binaryOf = (address: Address) =>
  process.env.PROGRAMS_DIR === undefined ? undefined : join(process.env.PROGRAMS_DIR, `${address}.so`)
const binary = binaryOf(program)
const metadataBinary = binaryOf(metadataProgram)
const isAtHand = binary !== undefined && existsSync(binary)
const hasMetadata = metadataBinary !== undefined && existsSync(metadataBinary)
const evidence = proves('meteora_dbc')
const against = (what: string) => evidence(`real program, ${what}`, ['exactIn', 'exactOut'], 'PROGRAMS_DIR')

async function open({ svm, pool }: DbcWorld): Promise<Pool> {
  let read = svm.readAll([pool])
  for (;;) {
    const next = await meteoraDbc.accountsToRead(pool, read)
    if (next.length === 0) return meteoraDbc.open(pool, read)
    read = new Map([...read, ...svm.readAll(next)])
  }
}

const stateOf = ({ svm, pool }: DbcWorld) => decodeVirtualPool(svm.read(pool)?.data ?? new Uint8Array())

/** The waiting fees by recipient, in the pool's order. */
function waitingFees(world: DbcWorld) {
  const state = stateOf(world)
  return [
    [state.partner_base_fee, state.protocol_base_fee, state.creator_base_fee],
    [state.partner_quote_fee, state.protocol_quote_fee, state.creator_quote_fee],
  ] as const
}

/**
 * Quotes and trades on the real program, without a unit of tolerance.
 * The moved amounts, the booked fees and the event must equal the quote. Before, a trade for a unit more must fail for
 * slippage.
 */
async function tradeExactly(world: DbcWorld, request: SwapRequest): Promise<Quote> {
  const { svm, baseMint, baseAccount, quoteAccount } = world
  const pool = await open(world)
  const quote = pool.quote(request, svm.clock())
  const [accountIn, accountOut] =
    request.tokenIn === baseMint ? [baseAccount, quoteAccount] : [quoteAccount, baseAccount]
  const owner = svm.payer.address
  const parties = { owner, payer: owner, tokenAccountIn: accountIn, tokenAccountOut: accountOut }
  const limit = 'exactIn' in request ? quote.amountOut : quote.amountIn

  const refused = await svm.send(await pool.swap(quote, 'exactIn' in request ? limit + 1n : limit - 1n, parties))
  expect(readProgramError(program, refused.programError ?? -1)).toBe('program/slippageExceeded')

  const before = [balanceOf(svm, accountIn), balanceOf(svm, accountOut)] as const
  const feesBefore = waitingFees(world)
  const instructions = await pool.swap(quote, limit, parties)
  const outcome = await svm.send(instructions)
  expect(outcome.error).toBeUndefined()
  expect(outcome.units).toBeLessThanOrEqual(quote.computeUnits)
  expect(before[0] - balanceOf(svm, accountIn)).toBe(quote.amountIn)
  expect(balanceOf(svm, accountOut) - before[1]).toBe(quote.amountOut)
  const after = waitingFees(world)
  for (const [i, { mint }] of pool.tokens.entries())
    for (const [j, kind] of (['platform', 'protocol', 'creator'] as const).entries()) {
      const fee = quote.fees.find(one => one.kind === kind && one.mint === mint)?.amount ?? 0n
      expect((after[i]?.[j] ?? 0n) - (feesBefore[i]?.[j] ?? 0n)).toBe(fee)
    }
  await expectEvents(world, pool, quote, outcome.inner, instructions)
  return quote
}

async function expectEvents(
  world: DbcWorld,
  { protocol, address: pool }: Pool,
  { tokenIn: mintIn, tokenOut: mintOut, amountIn, amountOut }: Quote,
  inner: readonly Uint8Array[],
  instructions: Awaited<ReturnType<Pool['swap']>>,
): Promise<void> {
  const named = [
    ...instructions.map(({ accounts = [], data }) => ({
      program,
      accounts: accounts.map(({ address }) => address),
      data: Uint8Array.from(data ?? []),
    })),
    ...inner.map(data => ({ program, accounts: [], data })),
  ]
  const after = await open(world)
  const events = await readEvents(program, {
    logs: [],
    inner: inner.map(data => ({ program, data })),
    instructions: named,
  })
  const trade = {
    ...{ kind: 'trade', protocol, pool, mintIn, mintOut, amountIn, amountOut, trader: world.svm.payer.address },
    priceAfter: currentPriceOf(after, mintIn, world.svm.clock()) ?? expect.anything(),
  }
  const completion = { kind: 'completion', protocol, pool, mint: world.baseMint }
  expect(events).toEqual(after.curve?.stage === 'complete' ? [trade, completion] : [trade])
}

const refusals = ['quote/nothingOut', 'quote/beyondReserves'] as const

/** Makes a trade; `undefined` if no trade is possible or the trader has too little. */
async function tradeIfAny(world: DbcWorld, request: SwapRequest): Promise<Quote | undefined> {
  try {
    const { amountIn } = (await open(world)).quote(request, world.svm.clock())
    const { svm, baseMint, baseAccount, quoteAccount } = world
    if (amountIn > balanceOf(svm, request.tokenIn === baseMint ? baseAccount : quoteAccount)) return undefined
    return await tradeExactly(world, request)
  } catch (error) {
    if (!refusals.some(code => isTernError(error, code))) throw error
    return undefined
  }
}

/** Amounts between the start and the end, as divisors of the curve's threshold. */
const parts = [1_000_003n, 40_009n, 907n, 61n, 17n, 5n, 3n]

/** Buys and sells of all sizes in both modes while time passes, and then the completing buy. */
async function tradeThrough(world: DbcWorld, threshold: bigint, secondsBetween: bigint): Promise<number> {
  const { svm, baseMint, quoteMint, baseAccount } = world
  let traded = 0
  const later = () => {
    const { slot, unixTimestamp, epoch } = svm.clock()
    svm.setClock({ slot: slot + (secondsBetween * 5n) / 2n, unixTimestamp: unixTimestamp + secondsBetween, epoch })
  }
  for (const part of parts) {
    const amount = threshold / part
    if ((await open(world)).curve?.stage !== 'trading') break
    if ((await tradeIfAny(world, { tokenIn: quoteMint, exactIn: amount + 1n })) !== undefined) traded++
    later()
    if ((await open(world)).curve?.stage !== 'trading') break
    const held = balanceOf(svm, baseAccount)
    if ((await tradeIfAny(world, { tokenIn: baseMint, exactIn: held / 3n + 1n })) !== undefined) traded++
    later()
    if ((await tradeIfAny(world, { tokenIn: quoteMint, exactOut: held / 5n + 7n })) !== undefined) traded++
    later()
    if ((await open(world)).curve?.stage !== 'trading') break
    if ((await tradeIfAny(world, { tokenIn: baseMint, exactOut: amount / 9n + 1n })) !== undefined) traded++
    later()
  }
  if ((await open(world)).curve?.stage === 'trading') {
    const last = await tradeExactly(world, { tokenIn: quoteMint, exactIn: threshold * 1_000n })
    expect(last.filled).toBe('partial')
    traded++
  }
  const complete = await open(world)
  expect(complete.curve?.stage).toBe('complete')
  return traded
}

/** Creates a curve with its threshold. Skips random curves that the program refuses. */
async function launched(
  curve: Drawn,
  fee: Partial<PoolConfig['base_fee']>,
  own: object,
): Promise<DbcWorld | undefined> {
  const svm = await startDbc(binary ?? '', hasMetadata ? metadataBinary : undefined)
  const { padding_0: _, ...base_fee } = {
    ...{ cliff_fee_numerator: 10_000_000n, first_factor: 0, second_factor: 0n, third_factor: 0n, base_fee_mode: 0 },
    ...{ padding_0: undefined },
    ...fee,
  }
  const parameters = parametersOf({
    ...{ base_fee, curve: curve.points, sqrt_start_price: curve.start, migration_quote_threshold: curve.threshold },
    ...own,
  })
  try {
    return await createDbcPool(svm, parameters, curve.quote)
  } catch (error) {
    // The curve needs more tokens than possible, or the program has no answer for the fee.
    if (/InvalidCurve|TypeCastFailed|MathOverflow|overflow|panicked/.test(String(error))) return undefined
    throw error
  }
}

interface Drawn {
  readonly start: bigint
  readonly points: readonly { readonly sqrt_price: bigint; readonly liquidity: bigint }[]
  readonly threshold: bigint
  readonly quote: 'wrapped' | 'own'
}

/** Random curves with a threshold, as millionths of their capacity. */
function drawn(seed: number, count: number): readonly Drawn[] {
  const arbitrary = fc.record({ curve: curves, share: fc.bigInt(10_000n, 990_000n), isOwn: fc.boolean() })
  return fc.sample(arbitrary, { seed, numRuns: count }).map(({ curve: { start, points }, share, isOwn }) => {
    let [before, all] = [start, 0n]
    for (const { sqrt_price, liquidity } of points) {
      all += (liquidity * (sqrt_price - before)) >> 128n
      before = sqrt_price
    }
    return { start, points, threshold: (all * share) / 1_000_000n + 1n, quote: isOwn ? 'own' : 'wrapped' }
  })
}

/** Trades through random curves of a kind. At least `least` of these must be possible. */
async function tradeThroughMany(
  seed: number,
  fees: fc.Arbitrary<Partial<PoolConfig['base_fee']>>,
  own: object,
  secondsBetween: bigint,
): Promise<void> {
  const kinds = fc.sample(fees, { seed, numRuns: 12 })
  let [pools, trades] = [0, 0]
  for (const [i, curve] of drawn(seed, 12).entries()) {
    if (curve.threshold > 10n ** 14n) continue
    const world = await launched(curve, kinds[i] ?? {}, own)
    if (world === undefined) continue
    trades += await tradeThrough(world, curve.threshold, secondsBetween)
    pools++
  }
  expect(pools).toBeGreaterThan(2)
  expect(trades).toBeGreaterThan(5 * pools)
}

const fixedFees = fc.record({ cliff_fee_numerator: fc.bigInt(2_500_000n, 990_000_000n) })
const dynamicFee = {
  bin_step: 1,
  bin_step_u128: 1_844_674_407_370_955n,
  filter_period: 10,
  decay_period: 120,
  reduction_factor: 5_000,
  max_volatility_accumulator: 14_460_000,
  variable_fee_control: 956,
}

const recordedNames = ['pool', 'config', 'baseMint', 'baseVault', 'quoteVault']

/** A recorded mainnet pool in USDC, on the real program. */
async function recordedWorld(): Promise<DbcWorld> {
  const svm = await startDbc(binary ?? '')
  const recorded = [...readRecorded('meteoraDbc', recordedNames), ...readRecorded('raydiumCpmm', ['usdcMint'])]
  for (const [address, { owner, data }] of recorded) svm.place(address, owner, data)
  const [pool, config, baseMint, , , quoteMint] = recorded.map(([address]) => address) as [Address, ...Address[]]
  if (config === undefined || baseMint === undefined || quoteMint === undefined) expect.fail('not recorded')
  const { address: payer } = svm.payer
  const [baseAccount, quoteAccount] = await Promise.all(
    [baseMint, quoteMint].map(mint => associatedTokenAddress(payer, mint, tokenProgram)),
  )
  if (baseAccount === undefined || quoteAccount === undefined) expect.fail('no addresses')
  placeTokenAccount(svm, baseAccount, baseMint, payer, 0n)
  placeTokenAccount(svm, quoteAccount, quoteMint, payer, 10n ** 12n)
  return { svm, pool, config, baseMint, quoteMint, baseProgram: tokenProgram, baseAccount, quoteAccount }
}

describe('a pool recorded on mainnet', () => {
  it('has the addresses, the terms and the price that follow from its config', async () => {
    const recorded = readRecorded('meteoraDbc', recordedNames)
    const [[address, pool], [configAddress, config]] = [...recorded] as [
      [Address, AccountSnapshot],
      [Address, AccountSnapshot],
    ]
    const [state, terms] = [decodeVirtualPool(pool.data), poolConfigLayout.decode(config.data)]
    expect(await poolAddress(configAddress, state.base_mint, terms.quote_mint)).toBe(address)
    expect(await vaultAddress(address, state.base_mint)).toBe(state.base_vault)
    expect(await vaultAddress(address, terms.quote_mint)).toBe(state.quote_vault)
    const { curve, sqrt_start_price, migration_quote_threshold, migration_fee_percentage } = terms
    expect(terms).toMatchObject(termsOf(curve, sqrt_start_price, migration_quote_threshold, migration_fee_percentage))
    expect(initialSupply(terms)).toBe(terms.pre_migration_token_supply)
  })

  it.skipIf(!isAtHand)(
    'trades exactly as quoted, until its curve is complete (PROGRAMS_DIR)',
    against('a pool recorded on mainnet'),
    async () => {
      const world = await recordedWorld()
      const left = 66_040_882_531n - stateOf(world).quote_reserve
      expect(await tradeThrough(world, left, 5n)).toBeGreaterThan(20)
    },
  )
})

describe.skipIf(!isAtHand)('the real program (PROGRAMS_DIR)', () => {
  it(
    'pays exactly the quote under believe’s terms, and names its pools believe',
    proves('believe')('real program, believe’s terms', ['exactIn', 'exactOut'], 'PROGRAMS_DIR'),
    async () => {
      const svm = await startDbc(binary ?? '')
      const [config] = believeConfigs
      const curve = [{ sqrt_price: 3n << 58n, liquidity: 10n ** 35n }]
      const threshold = 10n ** 10n
      const base_fee = {
        ...{ cliff_fee_numerator: 20_000_000n, first_factor: 0, second_factor: 0n, third_factor: 0n },
        base_fee_mode: 0,
      }
      const parameters = parametersOf({
        ...{ base_fee, curve, sqrt_start_price: 1n << 58n, migration_quote_threshold: threshold },
        creator_trading_fee_percentage: 50,
      })
      const world = await createDbcPool(svm, parameters, 'wrapped', config)
      const accounts = svm.readAll([world.pool, world.config])
      expect(believe.open(world.pool, accounts).protocol).toBe('believe')
      expect((await open(world)).protocol).toBe('believe')
      expect(await tradeThrough(world, threshold, 5n)).toBeGreaterThan(20)
      const other = await createDbcPool(svm, parameters)
      const others = svm.readAll([other.pool, other.config])
      expect(() => believe.open(other.pool, others)).toThrow(expect.objectContaining({ code: 'venue/notThisProtocol' }))
    },
  )

  it('pays exactly the quote, for any curve', against('fees that stay'), async () => {
    await tradeThroughMany(1, fixedFees, { creator_trading_fee_percentage: 37 }, 1n)
  })

  it('pays exactly the quote while fees fall with time', against('fees that fall with seconds'), async () => {
    await tradeThroughMany(2, baseFees, { creator_trading_fee_percentage: 100 }, 45n)
  })

  it('pays exactly the quote while fees fall with slots', against('fees that fall with slots'), async () => {
    await tradeThroughMany(3, baseFees, { activation_type: 0 }, 13n)
  })

  it('pays exactly the quote with fees on the output', against('fees on output'), async () => {
    await tradeThroughMany(4, baseFees, { collect_fee_mode: 1, creator_trading_fee_percentage: 50 }, 7n)
  })

  it(
    'pays exactly the quote with fees that rise with the amount',
    against('fees that rise with the amount'),
    async () => {
      await tradeThroughMany(5, limiterFees, { creator_trading_fee_percentage: 50 }, 3n)
    },
  )

  it('pays exactly the quote with fees that follow volatility', against('fees that follow volatility'), async () => {
    await tradeThroughMany(6, baseFees, { dynamic_fee: dynamicFee }, 25n)
  })

  it('and stores the config as Tern reads it', async () => {
    const points = [{ sqrt_price: 3n << 58n, liquidity: 10n ** 35n }]
    const curve: Drawn = { start: 1n << 58n, points, threshold: 10n ** 10n, quote: 'wrapped' }
    const world = await launched(curve, {}, { dynamic_fee: dynamicFee, pool_creation_fee: 1_000_000n })
    const config = poolConfigLayout.decode(world?.svm.read(world.config)?.data ?? new Uint8Array())
    expect(config.curve.slice(0, curve.points.length)).toEqual(curve.points)
    expect(config).toMatchObject({
      sqrt_start_price: curve.start,
      migration_quote_threshold: curve.threshold,
      pool_creation_fee: 1_000_000n,
    })
    expect(config.dynamic_fee).toMatchObject(dynamicFee)
  })

  it('and computes the price, the sale and the supply like Tern', async () => {
    let made = 0
    for (const curve of drawn(8, 25)) {
      const fee_percentage = Number(curve.threshold % 60n)
      const world = await launched(curve, {}, { migration_fee: { fee_percentage, creator_fee_percentage: 0 } })
      if (world === undefined) continue
      const config = poolConfigLayout.decode(world.svm.read(world.config)?.data ?? new Uint8Array())
      expect(config).toMatchObject(termsOf(curve.points, curve.start, curve.threshold, fee_percentage))
      expect(stateOf(world).base_reserve).toBe(initialSupply(config))
      made++
    }
    expect(made).toBeGreaterThan(5)
  })

  it('pays a referrer a fifth of the protocol’s fee, and refuses trades once the curve is complete', async () => {
    const points = [{ sqrt_price: 3n << 58n, liquidity: 10n ** 35n }]
    const curve: Drawn = { start: 1n << 58n, points, threshold: 10n ** 10n, quote: 'own' }
    const world = (await launched(curve, {}, {})) ?? expect.fail('not launched')
    const { svm, quoteMint, baseAccount, quoteAccount } = world
    const owner = svm.payer.address
    const parties = { owner, payer: owner, tokenAccountIn: quoteAccount, tokenAccountOut: baseAccount }
    const referral = encodeBase58(new Uint8Array(32).fill(77)) as Address
    placeTokenAccount(svm, referral, quoteMint, metadataProgram, 0n)

    const fresh = await open(world)
    const asked = { tokenIn: quoteMint, exactIn: curve.threshold / 3n, referralPpm: 1n }
    const quote = fresh.quote(asked, svm.clock())
    const before = balanceOf(svm, baseAccount)
    const bought = await svm.send(await fresh.swap(quote, quote.amountOut, { ...parties, referral }))
    expect(bought.error).toBeUndefined()
    expect(balanceOf(svm, baseAccount) - before).toBe(quote.amountOut)
    const feeOf = (wanted: string) => quote.fees.find(({ kind }) => kind === wanted)?.amount
    expect(feeOf('referral')).toBeGreaterThan(0n)
    expect(balanceOf(svm, referral)).toBe(feeOf('referral'))
    expect(stateOf(world).protocol_quote_fee).toBe(feeOf('protocol'))

    const completes = await tradeExactly(world, { tokenIn: quoteMint, exactIn: curve.threshold })
    expect(completes.filled).toBe('partial')
    const complete = await open(world)
    const again = { tokenIn: quoteMint, exactIn: 1_000_000n }
    expect(() => complete.quote(again, svm.clock())).toThrow(expect.objectContaining({ code: 'quote/complete' }))
    const refused = await svm.send(await fresh.swap(quote, 0n, parties))
    expect(readProgramError(program, refused.programError ?? -1)).toBe('program/curveComplete')
  })

  it.skipIf(!hasMetadata)('pays exactly the quote for SPL tokens', against('tokens of the older program'), async () => {
    await tradeThroughMany(7, fixedFees, { token_type: 0, token_decimal: 9 }, 2n)
  })
})
