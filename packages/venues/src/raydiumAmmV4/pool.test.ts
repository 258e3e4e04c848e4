import { type Address, token2022Program } from '@tern/core'
import { tokenAccountLayout } from '@tern/core/internal'
import { describe, expect, it } from 'vitest'
import {
  type AmmV4Shape,
  ammV4Addresses,
  ammV4Clock,
  ammV4Pools,
  makeAmmV4Pool,
  plainMarket,
} from '../../test/raydiumAmmV4Pools.ts'
import { venueContract } from '../../test/venueContract.ts'
import { stageOf } from '../stage.ts'
import type { SwapRequest } from '../venue.ts'
import { type AmmInfo, raydiumAmmV4 } from './index.ts'
import { ammInfoLayout, ammStatus, authority } from './internal.ts'

venueContract('raydiumammv4', ammV4Pools)

const { pool: address, mints, vaults, market, openOrders, openBook } = ammV4Addresses
const clock = ammV4Clock
const plain: AmmV4Shape = { reserves: [1_000_000_000n, 500_000_000n] }
const open = (shape: AmmV4Shape) => raydiumAmmV4.open(address, makeAmmV4Pool(shape).accounts)
const refusal = (code: string) => expect.objectContaining({ name: 'TernError', code })
/** Returns a thrown error's code, because `expect(…).toThrow` compares messages. */
const thrownBy = (act: () => unknown) => {
  try {
    return act()
  } catch (error) {
    return error
  }
}
const request = { tokenIn: mints[0], exactIn: 1_000_000n }

describe('quote', () => {
  it('takes the fee from the input, and prices by the reserves without the waiting profit', () => {
    expect(open(plain).quote(request, clock)).toEqual({
      request,
      tokenIn: mints[0],
      tokenOut: mints[1],
      amountIn: 1_000_000n,
      // 997,500 · 500,000,000 / 1,000,997,500
      amountOut: 498_252n,
      filled: 'whole',
      fees: [{ kind: 'trade', mint: mints[0], amount: 2_500n }],
      currentPrice: { numerator: 500_000_000n, denominator: 1_000_000_000n },
      executionPrice: { numerator: 498_252n, denominator: 1_000_000n },
      priceImpact: { numerator: 997_500n, denominator: 1_000_997_500n },
      computeUnits: 50_000,
    })
    const { accounts } = makeAmmV4Pool(plain)
    const state = accounts.get(address)
    if (!state) expect.fail('no pool')
    const data = ammInfoLayout.encode({ ...ammInfoLayout.decode(state.data), need_take_pnl_pc: 250_000_777n })
    const owing = raydiumAmmV4.open(address, new Map([...accounts, [address, { ...state, data }]]))
    expect(owing.quote(request, clock).amountOut).toBe(249_126n)
  })

  it("charges the pool's own fee", () => {
    const dear = open({ ...plain, amm: { swap_fee_numerator: 1n, swap_fee_denominator: 3n } })
    expect(dear.quote(request, clock).fees).toEqual([{ kind: 'trade', mint: mints[0], amount: 333_334n }])
  })

  it.each(Object.entries(ammStatus))('trades only if the status allows it: %s', (name, status) => {
    const pool = open({ ...plain, amm: { status } })
    const quoted = thrownBy(() => pool.quote(request, clock))
    const isTradable = ['initialized', 'swapOnly', 'waitingTrade'].includes(name)
    expect(quoted).toEqual(isTradable ? expect.objectContaining({ amountOut: 498_252n }) : refusal('quote/paused'))
  })

  it('is refused before the pool opens, but only while the pool waits for its opening', () => {
    const pool_open_time = clock.unixTimestamp + 1n
    const late = open({ ...plain, amm: { status: ammStatus.waitingTrade, pool_open_time } })
    expect(thrownBy(() => late.quote(request, clock))).toEqual(refusal('quote/notOpen'))
    const opened = { ...clock, unixTimestamp: pool_open_time }
    expect(late.quote(request, opened).amountOut).toBe(498_252n)
    expect(late.opensAtSeconds?.(clock)).toBe(pool_open_time)
    expect([clock, opened].map(at => late.changesWith?.(at))).toEqual(['seconds', undefined])
    expect([clock, opened].map(at => stageOf(late, at))).toEqual(['notOpen', 'trading'])
    const other = open({ ...plain, amm: { status: ammStatus.swapOnly, pool_open_time } })
    expect(other.quote(request, clock).amountOut).toBe(498_252n)
    expect(other.opensAtSeconds?.(clock)).toBeUndefined()
  })

  it('is refused if a vault is frozen, without liquidity, if nothing comes out, or if the pool has less', () => {
    const { accounts } = makeAmmV4Pool(plain)
    const vault = accounts.get(vaults[1])
    if (!vault) expect.fail('no vault')
    const data = tokenAccountLayout.encode({ ...tokenAccountLayout.decode(vault.data), state: 2 })
    const frozen = raydiumAmmV4.open(address, new Map([...accounts, [vaults[1], { ...vault, data }]]))
    expect(thrownBy(() => frozen.quote(request, clock))).toEqual(refusal('quote/paused'))
    for (const reserves of [[0n, 5n] as const, [5n, 0n] as const])
      expect(thrownBy(() => open({ reserves }).quote(request, clock))).toEqual(refusal('quote/noLiquidity'))
    const pool = open(plain)
    expect(thrownBy(() => pool.quote({ ...request, exactIn: 1n }, clock))).toEqual(refusal('quote/nothingOut'))
    const asking = (exactOut: bigint) => pool.quote({ tokenIn: mints[0], exactOut }, clock)
    for (const max of [500_000_000n, 2n ** 64n - 1n])
      expect(thrownBy(() => asking(max))).toEqual(refusal('quote/beyondReserves'))
    expect(asking(499_999_999n).amountIn).toBeGreaterThan(10n ** 17n)
  })

  it("counts the LP tokens by the pool, because burned ones are missing from the mint's supply", () => {
    expect(open(plain).liquidityTokens).toEqual({ mint: ammV4Addresses.lpMint, given: 1_000_000_000n })
  })
})

describe('open', () => {
  const changed = (change: Partial<AmmInfo>) => thrownBy(() => open({ ...plain, amm: change }))
  const inVault = (change: Partial<ReturnType<typeof tokenAccountLayout.decode>>) => {
    const { accounts } = makeAmmV4Pool(plain)
    const vault = accounts.get(vaults[0])
    if (!vault) expect.fail('no vault')
    const data = tokenAccountLayout.encode({ ...tokenAccountLayout.decode(vault.data), ...change })
    return thrownBy(() => raydiumAmmV4.open(address, new Map([...accounts, [vaults[0], { ...vault, data }]])))
  }

  it('refuses accounts that contradict each other', () => {
    expect(inVault({ mint: mints[1] })).toEqual(refusal('layout/mismatch'))
    expect(inVault({ owner: address })).toEqual(refusal('layout/mismatch'))
    expect(changed({ coin_decimals: 7n })).toEqual(refusal('layout/mismatch'))
    expect(changed({ pc_vault_mint: mints[0], pc_decimals: 6n, pc_vault: vaults[0] })).toEqual(
      refusal('layout/mismatch'),
    )
  })

  it('refuses a fee of the whole input, and a mint of the newer token program', () => {
    expect(changed({ swap_fee_numerator: 10_000n })).toEqual(refusal('layout/invalidValue'))
    expect(changed({ swap_fee_numerator: 0n, swap_fee_denominator: 0n })).toEqual(refusal('layout/invalidValue'))
    const { accounts } = makeAmmV4Pool(plain)
    const mint = accounts.get(mints[0])
    if (!mint) expect.fail('no mint')
    accounts.set(mints[0], { ...mint, owner: token2022Program })
    expect(thrownBy(() => raydiumAmmV4.open(address, accounts))).toEqual(refusal('layout/mismatch'))
  })

  it('names the missing accounts, and has the slot of the oldest of the pool and its vaults', () => {
    const { accounts } = makeAmmV4Pool(plain)
    const vault = accounts.get(vaults[1])
    if (!vault) expect.fail('no vault')
    accounts.set(vaults[1], { ...vault, slot: 5n })
    expect(raydiumAmmV4.open(address, accounts).slot).toBe(5n)
    accounts.set(vaults[0], null)
    accounts.delete(mints[1])
    const error = thrownBy(() => raydiumAmmV4.open(address, accounts))
    expect(error).toMatchObject({ code: 'pool/accountsNotReady', facts: { missing: [vaults[0], mints[1]] } })
  })

  it('reads the order book only of a pool that may need it', async () => {
    const read = async (status: bigint) => {
      const { accounts } = makeAmmV4Pool({ ...plain, amm: { status } })
      const pool = accounts.get(address)
      return raydiumAmmV4.accountsToRead(address, new Map([[address, pool ?? null]]))
    }
    const four = [...vaults, ...mints]
    expect(await read(ammStatus.swapOnly)).toEqual(four)
    expect(await read(ammStatus.initialized)).toEqual([...four, market, openOrders])
  })
})

describe('swap', () => {
  const parties = { owner: mints[1], payer: mints[1], tokenAccountIn: vaults[0], tokenAccountOut: vaults[1] }
  const built = async (shape: AmmV4Shape, form?: string, asked: SwapRequest = request) => {
    const pool = open(shape)
    const quote = pool.quote(asked, clock)
    const [swap] = await pool.swap(quote, 7n, { ...parties, form })
    return { tag: swap?.data?.[0], accounts: swap?.accounts?.map(meta => meta.address) ?? [] }
  }
  const onOrderBook = { ...plain, amm: { status: ammStatus.initialized } }

  it('is the newest form, unless the caller names another', async () => {
    expect((await built(plain)).tag).toBe(16)
    const { tag, accounts } = await built(plain, 'swap')
    expect([tag, accounts.length]).toEqual([9, 17])
    expect(accounts.filter(one => one === address)).toHaveLength(10)
    await expect(built(plain, 'swapV3')).rejects.toEqual(refusal('venue/invalidVersion'))
    await expect(built(plain, 'swapOnOrderBook')).rejects.toThrow('invalid version')
  })

  it('names the market of a pool with an order book', async () => {
    const { tag, accounts } = await built(onOrderBook, 'swapOnOrderBook')
    expect(tag).toBe(9)
    const { bids, asks, event_q, coin_vault, pc_vault } = plainMarket
    expect(accounts.slice(6, 13)).toEqual([openBook, market, bids, asks, event_q, coin_vault, pc_vault])
    expect(accounts[3]).toBe(openOrders)
    expect((await built(onOrderBook)).tag).toBe(16)
    await expect(built(onOrderBook, 'swap')).rejects.toEqual(refusal('venue/invalidVersion'))
  })

  it('refuses an older release if the order book holds a part of the reserves', async () => {
    for (const amounts of [[1n, 0n] as const, [0n, 1n] as const])
      await expect(built({ ...onOrderBook, onOrderBook: amounts }, 'swapOnOrderBook')).rejects.toThrow(
        'invalid version',
      )
    expect((await built({ ...onOrderBook, onOrderBook: [1n, 1n] })).tag).toBe(16)
  })

  it('refuses an order book that is missing, or not of this pool', async () => {
    const swap = (change: (accounts: ReturnType<typeof makeAmmV4Pool>['accounts']) => void) => {
      const { accounts } = makeAmmV4Pool(onOrderBook)
      change(accounts)
      const pool = raydiumAmmV4.open(address, accounts)
      return pool.swap(pool.quote(request, clock), 1n, { ...parties, form: 'swapOnOrderBook' })
    }
    await expect(swap(all => all.set(market, null))).rejects.toEqual(refusal('pool/accountsNotReady'))
    const foreign = (key: Address) => (all: ReturnType<typeof makeAmmV4Pool>['accounts']) => {
      const account = all.get(key)
      if (account) all.set(key, { ...account, owner: authority })
    }
    for (const key of [market, openOrders])
      await expect(swap(foreign(key))).rejects.toEqual(refusal('layout/wrongOwner'))
  })

  it('distinguishes an unknown form from another failure', () => {
    const failed = (inner: unknown) => ({ InstructionError: [0, inner] })
    const [plainForms, bookForms] = [open(plain).forms, open(onOrderBook).forms]
    expect([plainForms?.names, bookForms?.names]).toEqual([
      ['swapV2', 'swap'],
      ['swapV2', 'swapOnOrderBook'],
    ])
    for (const [error, ofPlain, ofBook] of [
      [failed('InvalidInstructionData'), true, true],
      [failed({ Custom: 22 }), false, true],
      [failed({ Custom: 30 }), false, false],
      [failed('InvalidAccountData'), false, false],
      ['AccountNotFound', false, false],
      [null, false, false],
      [{ InstructionError: null }, false, false],
    ] as const)
      expect([plainForms?.isUnknown(error), bookForms?.isUnknown(error)]).toEqual([ofPlain, ofBook])
  })

  it('trades both directions in both modes', async () => {
    for (const tokenIn of mints)
      for (const [form, asked, tag] of [
        ['swapV2', { exactIn: 5_000n }, 16],
        ['swapV2', { exactOut: 5_000n }, 17],
        ['swap', { exactIn: 5_000n }, 9],
        ['swap', { exactOut: 5_000n }, 11],
      ] as const)
        expect((await built(plain, form, { tokenIn, ...asked })).tag).toBe(tag)
  })
})
