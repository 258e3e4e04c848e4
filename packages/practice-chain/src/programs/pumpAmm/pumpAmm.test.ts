import {
  type AccountSet,
  type AccountSnapshot,
  type Address,
  associatedTokenAddress,
  rentExemption,
  systemProgram,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { decodeGlobalConfig, decodePoolState, type PoolState, program, pumpAmm } from '@tern/venues/pumpAmm'
import {
  buyEventLayout,
  globalConfigAddress,
  globalConfigLayout,
  poolLayout,
  sellEventLayout,
  userVolumeAccumulatorAddress,
  userVolumeAccumulatorLayout,
} from '@tern/venues/pumpAmm/internal'
import { migratedPoolAddress } from '@tern/venues/pumpfun/internal'
import { readEvents } from '@tern/venues/read'
import { describe, expect, it } from 'vitest'
import { amountIn, createAta } from '../../../test/cpmm.ts'
import { giveTokens, launched, manyUnits, migrate, trade, usdc } from '../../../test/pumpfun.ts'
import { transfer } from '../../../test/transactions.ts'
import type { Bank, TransactionRecord } from '../../bank/bank.ts'

const whole = 793_100_000_000_000n
const sol = 1_000_000_000n
const custom = (code: number, index = 1) => ({ InstructionError: [index, { Custom: code }] })

type Options = Parameters<typeof launched>[0]

/** A migrated coin, and a trader with tokens and a large quote balance. */
async function graduated(options: Options = {}) {
  const chain = await launched(options)
  const { bank, user, mint, land } = chain
  const quoteMint = (options === 'legacy' ? undefined : options?.quoteMint) ?? wrappedNativeMint
  const isNative = quoteMint === wrappedNativeMint
  if (!isNative) await giveTokens(bank, { owner: user.address, mint: quoteMint, amount: 2n ** 60n })
  const all = await trade(bank, mint, user.address, { tokenIn: quoteMint, exactOut: whole })
  await land([user], manyUnits, ...all.instructions)
  const moving = { version: 2 as const, ...(isNative ? {} : { quoteMint, boost: 'without' as const }) }
  await land([user], manyUnits, await migrate(bank, mint, user.address, moving))
  const pool = await migratedPoolAddress(mint, quoteMint)
  const wrapped = await associatedTokenAddress(user.address, quoteMint, tokenProgram)
  if (isNative) {
    const sync = { programAddress: tokenProgram, accounts: [{ address: wrapped, role: 1 }], data: Uint8Array.of(17) }
    await land(
      [user],
      await createAta(user.address, wrappedNativeMint, tokenProgram),
      transfer(user.address, wrapped, 100n * sol),
      sync,
    )
  }
  return { ...chain, pool, quoteMint, wrapped }
}

async function open(bank: Bank, pool: Address) {
  const read = new Map<Address, AccountSnapshot | null>()
  for (;;) {
    const wanted = await pumpAmm.accountsToRead(pool, read as AccountSet)
    if (wanted.length === 0) return pumpAmm.open(pool, read as AccountSet)
    for (const address of wanted) read.set(address, bank.account(address))
  }
}

/** Writes another state into a pool's account of `size` bytes. */
async function rewrite(bank: Bank, pool: Address, change: Partial<PoolState>, size = 301): Promise<PoolState> {
  const account = bank.account(pool)
  if (account === null) throw new TypeError('no pool')
  const state = { ...decodePoolState(account.data), ...change }
  const data = new Uint8Array(size)
  data.set(poolLayout.encode(state).subarray(0, size))
  await bank.setAccount(pool, { ...account, data, lamports: rentExemption(size) })
  return state
}

type Request = { readonly tokenIn: Address } & ({ readonly exactIn: bigint } | { readonly exactOut: bigint })

/** Builds the venue's own swap through the trader's associated accounts. */
async function swap(bank: Bank, pool: Address, owner: Address, request: Request, limit?: bigint) {
  const opened = await open(bank, pool)
  const quote = opened.quote(request, bank.clock())
  const accountOf = (mint: Address) => {
    const token = opened.tokens.find(one => one.mint === mint)
    return associatedTokenAddress(owner, mint, token?.program ?? tokenProgram)
  }
  const [tokenAccountIn, tokenAccountOut] = await Promise.all([accountOf(quote.tokenIn), accountOf(quote.tokenOut)])
  const parties = { owner, payer: owner, tokenAccountIn, tokenAccountOut }
  const wanted = limit ?? ('exactIn' in request ? quote.amountOut : quote.amountIn)
  const instructions = await opened.swap(quote, wanted, { ...parties, pick: () => 0 })
  const opens = await opened.opens(quote.tokenIn, parties, accountsOf(bank, await everyAddress(opened, parties)))
  return { quote, opened, instructions, opens, ...parties }
}

async function everyAddress(opened: Awaited<ReturnType<typeof open>>, parties: Parameters<typeof opened.opens>[1]) {
  const [base, quote] = opened.tokens
  const all = await Promise.all([base, quote].map(token => opened.opens(token.mint, parties, new Map())))
  return all.flat().map(({ address }) => address)
}

const accountsOf = (bank: Bank, addresses: readonly Address[]): AccountSet =>
  new Map(addresses.map(address => [address, bank.account(address)]))

const eventsIn = (record: TransactionRecord, tag: Uint8Array) =>
  record.innerInstructions
    .flatMap(({ instructions }) => instructions)
    .filter(({ programIdIndex }) => record.accounts[programIdIndex] === program)
    .map(({ data }) => data.subarray(8))
    .filter(data => tag.every((byte, i) => data[i] === byte))

describe('a trade in the pool of a migrated coin', () => {
  it.each([
    ['buys for an exact amount', 'quote', { exactIn: sol }],
    ['buys an exact amount', 'quote', { exactOut: 1_000_000_000_000n }],
    ['sells an exact amount', 'base', { exactIn: 5_000_000_000_000n }],
    ['sells for an exact amount', 'base', { exactOut: sol / 2n }],
  ] as const)('%s and pays exactly the quote', async (_, side, amount) => {
    const { bank, user, mint, pool, wrapped, land } = await graduated()
    const tokens = await associatedTokenAddress(user.address, mint, bank.account(mint)?.owner as Address)
    const request = { tokenIn: side === 'base' ? mint : wrappedNativeMint, ...amount }
    const before = [amountIn(bank, tokens), amountIn(bank, wrapped)] as const
    const reserves = decodePoolState(bank.account(pool)?.data ?? new Uint8Array())
    const held = () => [reserves.pool_base_token_account, reserves.pool_quote_token_account].map(a => amountIn(bank, a))
    const [heldBase = 0n, heldQuote = 0n] = held()
    const lamports = bank.account(user.address)?.lamports ?? 0n
    const { quote, instructions, opens } = await swap(bank, pool, user.address, request)
    const record = await land([user], manyUnits, ...instructions)

    const [gotBase, gotQuote] = [amountIn(bank, tokens) - before[0], amountIn(bank, wrapped) - before[1]]
    const [out, paid] = side === 'base' ? [gotQuote, -gotBase] : [gotBase, -gotQuote]
    expect([paid, out]).toEqual([quote.amountIn, quote.amountOut])
    // The trader pays the predicted rent of new accounts, in addition to the fee.
    const rent = opens.reduce((sum, one) => sum + one.lamports, 0n)
    expect((bank.account(user.address)?.lamports ?? 0n) - lamports).toBe(-record.fee - rent)
    // The pool keeps its own fee.
    const [base = 0n, quoted = 0n] = held()
    expect(base - heldBase).toBe(-gotBase)
    const kept = quote.fees.filter(({ kind }) => kind !== 'trade').reduce((sum, fee) => sum + fee.amount, 0n)
    expect(quoted - heldQuote).toBe(-gotQuote - kept)
  })

  it('emits the trade in the log and by a call to itself', async () => {
    const { bank, user, mint, pool, land } = await graduated()
    for (const [request, layout] of [
      [{ tokenIn: wrappedNativeMint, exactIn: sol }, buyEventLayout],
      [{ tokenIn: wrappedNativeMint, exactOut: 10n ** 12n }, buyEventLayout],
      [{ tokenIn: mint, exactIn: 10n ** 12n }, sellEventLayout],
    ] as const) {
      const { quote, instructions } = await swap(bank, pool, user.address, request)
      const record = await land([user], manyUnits, ...instructions)
      expect(eventsIn(record, layout.discriminator)).toHaveLength(1)
      const { accounts, logs } = record
      const named = instructions.map(({ programAddress, accounts = [], data }) => ({
        program: programAddress,
        accounts: accounts.map(({ address }) => address),
        data: Uint8Array.from(data ?? []),
      }))
      const inner = record.innerInstructions
        .flatMap(one => one.instructions)
        .map(({ programIdIndex, data }) => ({ program: accounts[programIdIndex] as Address, data }))
      const opened = await open(bank, pool)
      const price = opened.quote({ tokenIn: quote.tokenIn, exactIn: 10n ** 6n }, bank.clock()).currentPrice
      expect(await readEvents(program, { logs, inner, instructions: named })).toEqual([
        {
          kind: 'trade',
          protocol: 'pumpamm',
          pool,
          mintIn: quote.tokenIn,
          mintOut: quote.tokenOut,
          amountIn: quote.amountIn,
          amountOut: quote.amountOut,
          trader: user.address,
          priceAfter: price,
        },
      ])
      expect(await readEvents(program, { logs, inner })).toEqual([])
    }
  })

  it('pays the creator’s share of a coin with cashback to the trader', async () => {
    const { bank, user, mint, pool, land } = await graduated()
    // New coins with cashback can no longer be created.
    await rewrite(bank, pool, { is_cashback_coin: true })
    const accumulator = await userVolumeAccumulatorAddress(user.address)
    const own = await associatedTokenAddress(accumulator, wrappedNativeMint, tokenProgram)
    const buy = await swap(bank, pool, user.address, { tokenIn: wrappedNativeMint, exactIn: sol })
    await land([user], manyUnits, ...buy.instructions)
    const earned = buy.quote.fees.find(({ kind }) => kind === 'creator')?.amount ?? 0n
    expect(earned).toBeGreaterThan(0n)
    expect(amountIn(bank, own)).toBe(earned)
    const sale = await swap(bank, pool, user.address, { tokenIn: mint, exactIn: 10n ** 12n })
    await land([user], manyUnits, ...sale.instructions)
    const more = sale.quote.fees.find(({ kind }) => kind === 'creator')?.amount ?? 0n
    expect(amountIn(bank, own)).toBe(earned + more)
    const state = userVolumeAccumulatorLayout.decode(bank.account(accumulator)?.data ?? new Uint8Array(), 'atLeast')
    expect(state.cashback_earned).toBe(earned + more)
  })

  it('opens the accumulator of a seller who has never bought a coin with cashback in a pool', async () => {
    const { bank, user, mint, pool, submit, land } = await graduated()
    await rewrite(bank, pool, { is_cashback_coin: true })
    const { opened, opens, quote, instructions, ...parties } = await swap(bank, pool, user.address, {
      tokenIn: mint,
      exactIn: 10n ** 12n,
    })
    expect((await submit([user], manyUnits, ...instructions)).err).toEqual(custom(6060))
    const missing = new Set(opens.map(({ address }) => address))
    const whole = await opened.swap(quote, quote.amountOut, { ...parties, missing, pick: () => 0 })
    expect(whole).toHaveLength(2)
    const lamports = bank.account(user.address)?.lamports ?? 0n
    const record = await land([user], manyUnits, ...whole)
    const rent = opens.reduce((sum, one) => sum + one.lamports, 0n)
    expect(lamports - (bank.account(user.address)?.lamports ?? 0n)).toBe(record.fee + rent)
    expect((await submit([user], manyUnits, ...whole)).err).not.toBeNull()
  })

  it('works for mayhem coins, for SPL coins and in USDC', async () => {
    for (const options of [{ isMayhem: true }, 'legacy', { quoteMint: usdc }] as const) {
      const { bank, user, mint, pool, quoteMint, land } = await graduated(options)
      const buy = await swap(bank, pool, user.address, { tokenIn: quoteMint, exactIn: 1_000_000n })
      await land([user], manyUnits, ...buy.instructions)
      const sale = await swap(bank, pool, user.address, { tokenIn: mint, exactIn: 10n ** 12n })
      await land([user], manyUnits, ...sale.instructions)
    }
  })

  it('fails beyond its limit, with less than the cost, and with trading disabled', async () => {
    const { bank, user, mint, pool, submit } = await graduated()
    const attempt = async (request: Request, limit: bigint) => {
      const { instructions } = await swap(bank, pool, user.address, request, limit)
      return (await submit([user], manyUnits, ...instructions)).err
    }
    const buy = { tokenIn: wrappedNativeMint, exactIn: sol }
    const { amountOut } = (await open(bank, pool)).quote(buy, bank.clock())
    expect(await attempt(buy, amountOut + 1n)).toEqual(custom(6040))
    const buyFor = { tokenIn: wrappedNativeMint, exactOut: 10n ** 12n }
    const { amountIn: cost } = (await open(bank, pool)).quote(buyFor, bank.clock())
    expect(await attempt(buyFor, cost - 1n)).toEqual(custom(6004))
    const sell = { tokenIn: mint, exactIn: 10n ** 12n }
    const sold = (await open(bank, pool)).quote(sell, bank.clock())
    expect(await attempt(sell, sold.amountOut + 1n)).toEqual(custom(6004))

    const all = await swap(bank, pool, user.address, sell)
    const config = bank.account(globalConfigAddress)
    if (config === null) throw new TypeError('no config')
    const disabled = { ...decodeGlobalConfig(config.data), disable_flags: 0b11000 }
    await bank.setAccount(globalConfigAddress, { ...config, data: globalConfigLayout.encode(disabled) })
    expect((await submit([user], manyUnits, ...all.instructions)).err).toEqual(custom(6021))
    expect(() => all.opened.quote(sell, bank.clock())).not.toThrow()
    const closed = await open(bank, pool)
    for (const request of [buy, buyFor, sell]) expect(() => closed.quote(request, bank.clock())).toThrow('paused')
  })

  it('accepts only its own accounts', async () => {
    const { bank, user, mint, pool, submit } = await graduated()
    const { instructions } = await swap(bank, pool, user.address, { tokenIn: mint, exactIn: 10n ** 12n })
    const [sale] = instructions
    if (sale === undefined) throw new TypeError('no sale')
    const with_ = (position: number, address: Address) => ({
      ...sale,
      accounts: (sale.accounts ?? []).map((one, i) => (i === position ? { ...one, address } : one)),
    })
    const failing = async (position: number, address: Address) =>
      (await submit([user], manyUnits, with_(position, address))).err
    expect(await failing(9, systemProgram)).toEqual(custom(6013))
    expect(await failing(7, sale.accounts?.[8]?.address as Address)).toEqual(custom(6014))
    expect(await failing(21, systemProgram)).toEqual(custom(6062))
    expect(await failing(22, systemProgram)).toEqual(custom(6053))
    expect(await failing(18, systemProgram)).toEqual(custom(2006))
    expect((await submit([user], manyUnits, { ...sale, accounts: sale.accounts?.slice(0, 22) ?? [] })).err).toEqual(
      custom(6058),
    )
  })

  it('extends the account of an older pool first, at the trader’s cost', async () => {
    const { bank, user, pool, land } = await graduated()
    const state = await rewrite(bank, pool, {}, 271)
    const buy = await swap(bank, pool, user.address, { tokenIn: wrappedNativeMint, exactIn: sol })
    expect(buy.instructions).toHaveLength(2)
    expect(buy.opens[0]).toEqual({ address: pool, lamports: 30n * 6_960n })
    await land([user], manyUnits, ...buy.instructions)
    expect(bank.account(pool)?.data).toHaveLength(301)
    expect(decodePoolState(bank.account(pool)?.data ?? new Uint8Array())).toEqual(state)
  })
})
