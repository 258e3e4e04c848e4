import { type Address, rentExemption, systemProgram, token2022Program, wrappedNativeMint } from '@tern/core'
import { mintLayout, transferFeeConfigLayout } from '@tern/core/internal'
import { describe, expect, it } from 'vitest'
import { codeOf } from '../../test/codeOf.ts'
import { type AmmShape, ammPools, authorities, coinMint, makeAmmPool } from '../../test/pumpAmmPools.ts'
import { encodeMint, usdcMint } from '../../test/pumpfunPools.ts'
import { venueContract } from '../../test/venueContract.ts'
import { feeConfig, globalConfigAddress, userVolumeAccumulatorAddress } from './addresses.ts'
import { isCanonical } from './canonical.ts'
import { program, pumpAmm } from './index.ts'

venueContract('pumpamm', ammPools)

const open = (shape: AmmShape = {}) => {
  const { address, accounts } = makeAmmPool(shape)
  return pumpAmm.open(address, accounts)
}
const clock = { slot: 8n, unixTimestamp: 1_790_000_000n, epoch: 900n }
const buy = (exactIn: bigint) => ({ tokenIn: wrappedNativeMint, exactIn })
const buyFor = (exactOut: bigint) => ({ tokenIn: wrappedNativeMint, exactOut })
const sell = (exactIn: bigint) => ({ tokenIn: coinMint, exactIn })
const rates = (lp: bigint, protocol: bigint, creator: bigint) => ({
  lp_fee_bps: lp,
  protocol_fee_bps: protocol,
  creator_fee_bps: creator,
})
const tiers = (...list: readonly (readonly [bigint, ReturnType<typeof rates>])[]) =>
  list.map(([market_cap_lamports_threshold, fees]) => ({ market_cap_lamports_threshold, fees }))
/** The fees on mainnet since 2026-09: the first two tiers, and the flat fees. */
const fees = {
  fee_tiers: tiers([0n, rates(2n, 93n, 30n)], [420_000_000_000n, rates(20n, 5n, 95n)]),
  flat_fees: rates(25n, 5n, 0n),
}
const feesOf = (shape: AmmShape, request = buy(1_000_000_000n)) =>
  open({ fees, ...shape })
    .quote(request, clock)
    .fees.map(({ kind, amount }) => [kind, amount])

describe('quote', () => {
  it('counts each fee once, and prices by the effective reserves', () => {
    const pool = open({ fees, quoteAmount: 67_405_853_768n, state: { virtual_quote_reserves: 17_584_505_288n } })
    const quote = pool.quote(buy(1_000_000_000n), clock)
    // 10^9 · 10000 / 10125, minus 1, of 84,990,359,056.
    expect(quote).toEqual({
      request: buy(1_000_000_000n),
      tokenIn: wrappedNativeMint,
      tokenOut: coinMint,
      amountIn: 1_000_000_000n,
      amountOut: (987_654_319n * 206_900_000_000_000n) / (84_990_359_056n + 987_654_319n),
      filled: 'whole',
      fees: [
        { kind: 'trade', mint: wrappedNativeMint, amount: 197_531n },
        { kind: 'protocol', mint: wrappedNativeMint, amount: 9_185_186n },
        { kind: 'creator', mint: wrappedNativeMint, amount: 2_962_963n },
      ],
      currentPrice: { numerator: 206_900_000_000_000n, denominator: 84_990_359_056n },
      executionPrice: { numerator: quote.amountOut, denominator: 1_000_000_000n },
      priceImpact: { numerator: 987_654_320n, denominator: 84_990_359_056n + 987_654_320n },
      computeUnits: 150_000,
    })
  })

  it('pays no more than the pool has, for any virtual part', () => {
    const pool = open({ fees, quoteAmount: 1_000_000_000n, state: { virtual_quote_reserves: 84_000_000_000n } })
    const max = { tokenIn: coinMint, exactIn: 3_000_000_000_000n }
    expect(codeOf(() => pool.quote(max, clock))).toBe('quote/beyondReserves')
    expect(pool.quote(sell(1_000_000_000_000n), clock).amountOut).toBeLessThan(1_000_000_000n)
    // Fees that wait in the pool's account do not belong to the pool.
    const waiting = { virtual_quote_reserves: 84_000_000_000n, protocol_fees: 900_000_000n, creator_fees: 90_000_000n }
    const less = open({ fees, quoteAmount: 1_000_000_000n, state: waiting })
    expect(codeOf(() => less.quote(sell(1_000_000_000_000n), clock))).toBe('quote/beyondReserves')
    expect(less.quote(sell(20_000_000_000n), clock).amountOut).toBeGreaterThan(0n)
  })

  it('opens pools with a negative virtual part', () => {
    const [plain, less] = [0n, -990_359_056n].map(virtual_quote_reserves => open({ state: { virtual_quote_reserves } }))
    expect(less?.quote(sell(10n ** 12n), clock).amountOut).toBeLessThan(
      plain?.quote(sell(10n ** 12n), clock).amountOut ?? 0n,
    )
    const none = open({ state: { virtual_quote_reserves: -84_990_359_056n } })
    expect(codeOf(() => none.quote(sell(10n ** 12n), clock))).toBe('quote/noLiquidity')
    const beyond = { state: { virtual_quote_reserves: 2n ** 64n } }
    expect(codeOf(() => open(beyond))).toBe('layout/invalidValue')
  })

  it("equals the official client's quote if waiting fees make the virtual part negative", () => {
    // Pools and amounts of the tests of @pump-fun/pump-swap-sdk 2.1.0, "negative virtual_quote_reserves in the quote
    // functions", and of pump-public-docs, docs/NEGATIVE_VIRTUAL_QUOTE_RESERVES.md. The results are from release
    // 1.20.0.
    const charging = (lp: bigint, protocol: bigint, creator: bigint) => ({
      ...fees,
      fee_tiers: tiers([0n, rates(lp, protocol, creator)]),
    })
    const sweepable = { protocol_fees: 300_000_000n, creator_fees: 300_000_000n }
    const waiting = (fees: ReturnType<typeof charging>) =>
      open({
        ...{ fees, supply: 10n ** 15n, baseAmount: 500_000_000_000_000n, quoteAmount: 30_000_000_000n },
        state: { virtual_quote_reserves: -600_000_000n, ...sweepable },
      })
    const [base, quote] = [1_000_000_000_000n, 250_000_000n]
    const asked = (pool: ReturnType<typeof open>) => [
      pool.quote(buyFor(base), clock).amountIn,
      pool.quote(buy(quote), clock).amountOut,
      pool.quote(sell(base), clock).amountOut,
    ]
    const free = waiting(charging(0n, 0n, 0n))
    expect(asked(free)).toEqual([58_917_836n, 4_215_851_585_302n, 58_682_634n])
    expect(free.quote({ tokenIn: coinMint, exactOut: quote }, clock).amountIn).toBe(4_288_164_665_524n)
    expect(asked(waiting(charging(20n, 5n, 5n)))).toEqual([59_094_590n, 4_203_347_827_837n, 58_506_584n])
    // No double holds these amounts: 18 billion in the vault, and all but 10 trillion units of it are waiting fees.
    const max = open({
      ...{ fees: charging(0n, 0n, 0n), baseAmount: 500_000_000_000_000n, quoteAmount: 18_000_000_000_000_000_000n },
      state: { virtual_quote_reserves: -17_999_990_000_000_000_000n },
    })
    expect(max.quote(buyFor(base), clock).amountIn).toBe(20_040_080_161n)
  })

  it('trades a pool with wrapped SOL as its base', () => {
    const pool = open({
      origin: 'somebody',
      baseAmount: 84_990_359_056n,
      quoteAmount: 206_900_000_000_000n,
      state: { base_mint: wrappedNativeMint, quote_mint: coinMint },
    })
    expect(pool.tokens.map(({ mint }) => mint)).toEqual([wrappedNativeMint, coinMint])
    const bought = pool.quote(buy(1_000_000_000n), clock)
    expect(bought.fees[0]?.mint).toBe(coinMint)
    expect(pool.quote(sell(bought.amountOut), clock).amountOut).toBeLessThan(1_000_000_000n)
  })

  it('reports the reason why nothing trades', () => {
    for (const request of [buy(5_000n), buyFor(5n), sell(5_000_000n)]) {
      expect(codeOf(() => open({ isFrozen: true }).quote(request, clock))).toBe('quote/paused')
      expect(codeOf(() => open({ config: { disable_flags: 0b11000 } }).quote(request, clock))).toBe('quote/paused')
      expect(codeOf(() => open({ quoteAmount: 0n }).quote(request, clock))).toBe('quote/noLiquidity')
      expect(codeOf(() => open({ baseAmount: 0n }).quote(request, clock))).toBe('quote/noLiquidity')
    }
    expect(codeOf(() => open({ config: { disable_flags: 0b01000 } }).quote(buy(5_000n), clock))).toBe('quote/paused')
    expect(open({ config: { disable_flags: 0b01000 } }).quote(sell(10n ** 9n), clock).amountOut).toBeGreaterThan(0n)
    expect(open({ config: { disable_flags: 0b10111 } }).quote(buy(5_000n), clock).amountOut).toBeGreaterThan(0n)
    expect(codeOf(() => open().quote(buy(1n), clock))).toBe('quote/nothingOut')
    expect(codeOf(() => open().quote(sell(1n), clock))).toBe('quote/nothingOut')
    expect(codeOf(() => open().quote(buyFor(206_900_000_000_000n), clock))).toBe('quote/beyondReserves')
  })
})

describe('fees', () => {
  it('follow the market cap: of the current supply, and for mayhem coins of the whole supply', () => {
    // 84.99 SOL · 1e15 / 206.9e12 is 410.8 SOL, at 1.03e15 it is 423.
    expect(feesOf({})[1]).toEqual(['protocol', 9_185_186n])
    expect(feesOf({ supply: 1_030_000_000_000_000n })[1]).toEqual(['protocol', 494_072n])
    const mayhem = { is_mayhem_mode: true }
    expect(feesOf({ supply: 1_030_000_000_000_000n, state: mayhem })[1]).toEqual(['protocol', 9_185_186n])
  })

  it('are flat in pools that came from no curve, and differ for other quotes', () => {
    expect(feesOf({ origin: 'somebody' }).map(([kind]) => kind)).toEqual(['trade', 'protocol'])
    expect(feesOf({ origin: 'somebody' })).toEqual([
      ['trade', 2_492_523n],
      ['protocol', 498_505n],
    ])
    const stable = { stable_fee_tiers: tiers([0n, rates(7n, 8n, 9n)]) }
    const inUsdc = { fees: { ...fees, ...stable }, state: { quote_mint: usdcMint } }
    const request = { tokenIn: usdcMint, exactIn: 1_000_000_000n }
    const kinds = open(inUsdc)
      .quote(request, clock)
      .fees.map(({ amount }) => amount)
    expect(kinds).toEqual([698_325n, 798_085n, 897_846n])
  })

  it("pay a creator the pool's own rate if enabled, and nothing without a creator", () => {
    const own = { state: { creator_fee_bps: 300n } }
    expect(feesOf(own)[2]).toEqual(['creator', 2_962_963n])
    expect(feesOf({ ...own, config: { creator_fee_configurable: true } })[2]).toEqual(['creator', 28_860_029n])
    expect(feesOf({ state: { coin_creator: systemProgram } })[2]).toBeUndefined()
  })

  it('are refused if the program would never set them', () => {
    const wrong = (list: ReturnType<typeof tiers>) => codeOf(() => open({ fees: { fee_tiers: list } }))
    expect(wrong(tiers([0n, rates(0n, 10_001n, 0n)]))).toBe('layout/invalidValue')
    expect(wrong([])).toBe('layout/invalidValue')
  })
})

describe('opening', () => {
  it('needs the account with the fees', () => {
    const { address, accounts } = makeAmmPool()
    for (const missing of [feeConfig, globalConfigAddress])
      expect(codeOf(() => pumpAmm.open(address, new Map([...accounts, [missing, null]])))).toBe('pool/accountsNotReady')
  })

  it('refuses vaults of another pool, and mints with transfer fees', () => {
    const { address, accounts } = makeAmmPool()
    const [other] = [makeAmmPool({ state: { quote_mint: usdcMint } })]
    const vault = [...accounts.keys()].at(-1) as Address
    const swapped = new Map([...accounts, [vault, other?.accounts.get(vault) ?? null]])
    expect(codeOf(() => pumpAmm.open(address, swapped))).toBe('layout/mismatch')

    const config = transferFeeConfigLayout.encode({
      ...{ transferFeeConfigAuthority: systemProgram, withdrawWithheldAuthority: systemProgram, withheldAmount: 0n },
      olderTransferFee: { epoch: 0n, maximumFee: 1n, transferFeeBasisPoints: 1 },
      newerTransferFee: { epoch: 0n, maximumFee: 1n, transferFeeBasisPoints: 1 },
    })
    const data = new Uint8Array(166 + 4 + config.length)
    data.set(encodeMint(6, 10n ** 15n))
    data.set([1, 1, 0, config.length, 0], 165)
    data.set(config, 170)
    expect(mintLayout.size).toBe(82)
    const charging = accounts.get(coinMint)
    if (!charging) throw new TypeError('no mint')
    const read = new Map([...accounts, [coinMint, { ...charging, owner: token2022Program, data }]])
    expect(codeOf(() => pumpAmm.open(address, read))).toBe('layout/invalidValue')
  })

  it("recognises a curve's pool by its creator", () => {
    expect(isCanonical(authorities.get(coinMint) as Address, coinMint)).toBe(true)
    expect(isCanonical(authorities.get(coinMint) as Address, wrappedNativeMint)).toBe(false)
    expect(isCanonical(program, coinMint)).toBe(false)
  })
})

describe('a trade', () => {
  const [owner, accountIn, accountOut] = [4, 5, 6].map(i => [...makeAmmPool().accounts.keys()][i % 7]) as [
    Address,
    Address,
    Address,
  ]
  const parties = { owner, payer: owner, tokenAccountIn: accountIn, tokenAccountOut: accountOut }
  const lengthsOf = async (shape: AmmShape) => {
    const pool = open(shape)
    const list = [buy(1_000_000_000n), buyFor(1_000_000n), sell(10n ** 12n)].map(request => pool.quote(request, clock))
    const all = await Promise.all(list.map(quote => pool.swap(quote, quote.amountIn, { ...parties, pick: () => 0 })))
    return all.map(instructions => instructions.map(({ accounts }) => accounts?.length))
  }

  it('names as many accounts as the program requires', async () => {
    expect(await lengthsOf({})).toEqual([[26], [26], [24]])
    expect(await lengthsOf({ state: { is_cashback_coin: true } })).toEqual([[27], [27], [26]])
    expect(await lengthsOf({ origin: 'somebody' })).toEqual([[25], [25], [23]])
    expect(await lengthsOf({ length: 271 })).toEqual([
      [5, 26],
      [5, 26],
      [5, 24],
    ])
  })

  it('first opens the missing accumulator for a sale with cashback', async () => {
    const pool = open({ state: { is_cashback_coin: true } })
    const accumulator = await userVolumeAccumulatorAddress(owner)
    const missing = new Set([accumulator])
    const lengths = async (request: Parameters<typeof pool.quote>[0], more: object) =>
      (await pool.swap(pool.quote(request, clock), 1n, { ...parties, ...more })).map(one => one.accounts?.length)
    expect(await lengths(sell(10n ** 12n), { missing })).toEqual([6, 26])
    expect(await lengths(sell(10n ** 12n), {})).toEqual([26])
    expect(await lengths(buy(10n ** 9n), { missing })).toEqual([27])
    const plain = open()
    const sale = plain.quote(sell(10n ** 12n), clock)
    expect(await plain.swap(sale, 1n, { ...parties, missing })).toHaveLength(1)
  })

  it('picks among the recipients; mayhem coins have other recipients', async () => {
    const recipients = async (shape: AmmShape, n: number) => {
      const pool = open(shape)
      const [swap] = await pool.swap(pool.quote(buy(10n ** 9n), clock), 1n, { ...parties, pick: () => n })
      return [swap?.accounts?.[9]?.address, swap?.accounts?.at(-2)?.address]
    }
    const [normal, mayhem] = [{}, { state: { is_mayhem_mode: true } }]
    const all = await Promise.all([0, 7].flatMap(n => [recipients(normal, n), recipients(mayhem, n)]))
    expect(new Set(all.map(([recipient]) => recipient)).size).toBe(4)
    expect(new Set(all.map(([, buyback]) => buyback)).size).toBe(2)
    await expect(recipients(normal, 8)).rejects.toThrow('Protocol fee recipient not found')
  })

  it('is refused for a pool that its creator and mints do not derive', async () => {
    const { address, accounts } = makeAmmPool({ state: { index: 1 } })
    const pool = pumpAmm.open(address, accounts)
    const quote = pool.quote(buy(10n ** 9n), clock)
    await expect(pool.swap(quote, 1n, parties)).rejects.toMatchObject({ code: 'layout/mismatch' })
  })

  it('makes the trader open missing accounts', async () => {
    const opened = async (shape: AmmShape, tokenIn: Address) =>
      (await open(shape).opens(tokenIn, parties, new Map())).map(({ lamports }) => lamports)
    const [account, accumulator] = [rentExemption(165), rentExemption(137)]
    expect(await opened({}, wrappedNativeMint)).toEqual([account, accumulator])
    expect(await opened({}, coinMint)).toEqual([account])
    const cashback = { state: { is_cashback_coin: true } }
    expect(await opened(cashback, wrappedNativeMint)).toEqual([account, accumulator, account])
    expect(await opened(cashback, coinMint)).toEqual([account, accumulator, account])
    // A pool that is too short grows to 301 bytes. It has 2,000,000 lamports.
    expect(await opened({ length: 243 }, coinMint)).toEqual([rentExemption(301) - 2_000_000n, account])
  })
})
