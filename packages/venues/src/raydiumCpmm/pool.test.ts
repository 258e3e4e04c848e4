import { type Address, token2022Program, tokenProgram } from '@tern/core'
import { tokenAccountLayout } from '@tern/core/internal'
import { describe, expect, it } from 'vitest'
import { type CpmmShape, cpmmAddresses, cpmmClock, cpmmPools, makeCpmmPool } from '../../test/raydiumCpmmPools.ts'
import { venueContract } from '../../test/venueContract.ts'
import { stageOf } from '../stage.ts'
import { raydiumCpmm } from './index.ts'
import { ammConfigLayout, poolStateLayout } from './layout.ts'

venueContract('raydium_cpmm', cpmmPools)

const { pool: address, mints, vaults, config } = cpmmAddresses
const clock = cpmmClock
const plain: CpmmShape = { reserves: [1_000_000_000n, 500_000_000n] }
const open = (shape: CpmmShape) => {
  const { accounts } = makeCpmmPool(shape)
  return raydiumCpmm.open(address, accounts)
}
const refusal = (code: string) => expect.objectContaining({ name: 'TernError', code })
/** Returns a thrown error's code, because `expect(…).toThrow` compares messages. */
const thrownBy = (act: () => unknown) => {
  try {
    return act()
  } catch (error) {
    return error
  }
}

describe('quote', () => {
  it('counts each fee once, and prices by the reserves', () => {
    const quote = open(plain).quote({ tokenIn: mints[0], exactIn: 1_000_000n }, clock)
    expect(quote).toEqual({
      request: { tokenIn: mints[0], exactIn: 1_000_000n },
      tokenIn: mints[0],
      tokenOut: mints[1],
      amountIn: 1_000_000n,
      // 997,500 · 500,000,000 / 1,000,997,500
      amountOut: 498_252n,
      filled: 'whole',
      // 2,500 in all. 12% and 4% of it go to the protocol and the fund.
      fees: [
        { kind: 'trade', mint: mints[0], amount: 2_100n },
        { kind: 'protocol', mint: mints[0], amount: 400n },
      ],
      currentPrice: { numerator: 500_000_000n, denominator: 1_000_000_000n },
      executionPrice: { numerator: 498_252n, denominator: 1_000_000n },
      priceImpact: { numerator: 997_500n, denominator: 1_000_997_500n },
      computeUnits: 50_000,
    })
  })

  it('excludes from the reserves the fees that wait for the protocol, the fund and the creator', () => {
    const richer = open({ ...plain, state: { creator_fees_token_1: 400_000_000n } })
    expect(richer.quote({ tokenIn: mints[0], exactIn: 1_000_000n }, clock).amountOut).toBe(498_252n)
    const { accounts } = makeCpmmPool(plain)
    const state = accounts.get(address)
    if (!state) throw new Error('no pool')
    const data = poolStateLayout.encode({ ...poolStateLayout.decode(state.data), creator_fees_token_1: 250_000_066n })
    const owing = raydiumCpmm.open(address, new Map([...accounts, [address, { ...state, data }]]))
    expect(owing.quote({ tokenIn: mints[0], exactIn: 1_000_000n }, clock).amountOut).toBe(249_126n)
  })

  it.each([
    [0, 0, 'creator on the input', mints[0]],
    [0, 1, 'creator on the input', mints[1]],
    [1, 0, 'creator on the input', mints[0]],
    [1, 1, 'creator on the output', mints[0]],
    [2, 0, 'creator on the output', mints[1]],
    [2, 1, 'creator on the input', mints[1]],
  ] as const)('takes the creator fee by creator_fee_on %i, with token %i coming in: %s', (on, side, _, mint) => {
    const pool = open({ ...plain, state: { creator_fee_on: on, enable_creator_fee: true } })
    const { fees } = pool.quote({ tokenIn: mints[side], exactIn: 1_000_000n }, clock)
    expect(fees.find(fee => fee.kind === 'creator')?.mint).toBe(mint)
  })

  it('F48 takes the transfer fee of the epoch on both sides', () => {
    const fees = { bps: 100, newerBps: 200, maximum: 10n ** 12n }
    const pool = open({ ...plain, transferFees: [fees, fees] })
    const transferOf = (epoch: bigint) =>
      pool
        .quote({ tokenIn: mints[0], exactIn: 1_000_000n }, { ...clock, epoch })
        .fees.filter(fee => fee.kind === 'transfer')
        .map(fee => [fee.mint, fee.amount])
    expect(transferOf(499n)[0]).toEqual([mints[0], 10_000n])
    expect(transferOf(500n)[0]).toEqual([mints[0], 20_000n])
    expect(transferOf(500n)[1]?.[0]).toBe(mints[1])
  })

  it('is refused before the pool opens, while it is paused, and without liquidity', () => {
    const request = { tokenIn: mints[0], exactIn: 1_000_000n }
    const late = open({ ...plain, state: { open_time: clock.unixTimestamp + 1n } })
    expect(thrownBy(() => late.quote(request, clock))).toEqual(refusal('quote/notOpen'))
    const opened = { ...clock, unixTimestamp: clock.unixTimestamp + 1n }
    expect(late.quote(request, opened).amountOut).toBe(498_252n)
    expect(late.opensAtSeconds?.(clock)).toBe(opened.unixTimestamp)
    expect([clock, opened].map(at => late.changesWith?.(at))).toEqual(['seconds', undefined])
    expect([clock, opened].map(at => stageOf(late, at))).toEqual(['notOpen', 'trading'])
    for (const status of [4, 5, 6, 7])
      expect(thrownBy(() => open({ ...plain, state: { status } }).quote(request, clock))).toEqual(
        refusal('quote/paused'),
      )
    expect(open({ ...plain, state: { status: 3 } }).quote(request, clock).amountOut).toBe(498_252n)
    const empty = open({ reserves: [0n, 500n] })
    expect(thrownBy(() => empty.quote(request, clock))).toEqual(refusal('quote/noLiquidity'))
  })

  it('is refused in the direction in which the program would split a fee of 0', () => {
    const free = open({ ...plain, state: { creator_fee_on: 1 }, config: { trade_fee_rate: 0n } })
    const quote = (tokenIn: Address) => free.quote({ tokenIn, exactIn: 1_000_000n }, clock)
    expect(thrownBy(() => quote(mints[0]))).toEqual(refusal('quote/paused'))
    expect(quote(mints[1]).amountOut).toBe(1_996_007n)
  })

  it('is refused if a vault is frozen', () => {
    const { accounts } = makeCpmmPool(plain)
    const vault = accounts.get(vaults[1])
    if (!vault) throw new Error('no vault')
    const data = tokenAccountLayout.encode({ ...tokenAccountLayout.decode(vault.data), state: 2 })
    const pool = raydiumCpmm.open(address, new Map([...accounts, [vaults[1], { ...vault, data }]]))
    expect(thrownBy(() => pool.quote({ tokenIn: mints[0], exactIn: 1_000n }, clock))).toEqual(refusal('quote/paused'))
  })

  it('is beyond the reserves if the amount before a transfer fee exceeds 64 bits', () => {
    const fee = { bps: 10_000, newerBps: 10_000, maximum: 2n ** 64n - 1n }
    for (const transferFees of [
      [fee, undefined],
      [undefined, fee],
    ] as const) {
      const pool = open({ ...plain, transferFees })
      expect(thrownBy(() => pool.quote({ tokenIn: mints[0], exactOut: 1_000n }, clock))).toEqual(
        refusal('quote/beyondReserves'),
      )
    }
  })

  it('is refused if nothing comes out, or if the pool has less', () => {
    const pool = open(plain)
    expect(thrownBy(() => pool.quote({ tokenIn: mints[0], exactIn: 1n }, clock))).toEqual(refusal('quote/nothingOut'))
    for (const exactOut of [500_000_000n, 2n ** 64n - 1n])
      expect(thrownBy(() => pool.quote({ tokenIn: mints[0], exactOut }, clock))).toEqual(
        refusal('quote/beyondReserves'),
      )
    expect(pool.quote({ tokenIn: mints[0], exactOut: 499_999_999n }, clock).amountIn).toBeGreaterThan(10n ** 17n)
  })
})

describe('open', () => {
  const tampered = (key: Address, change: (data: Uint8Array) => Uint8Array) => {
    const { accounts } = makeCpmmPool(plain)
    const account = accounts.get(key)
    if (!account) throw new Error('no account')
    return thrownBy(() =>
      raydiumCpmm.open(address, new Map([...accounts, [key, { ...account, data: change(account.data) }]])),
    )
  }
  const inPool = (change: Partial<ReturnType<typeof poolStateLayout.decode>>) =>
    tampered(address, data => poolStateLayout.encode({ ...poolStateLayout.decode(data), ...change }))
  const inConfig = (change: Partial<ReturnType<typeof ammConfigLayout.decode>>) =>
    tampered(config, data => ammConfigLayout.encode({ ...ammConfigLayout.decode(data), ...change }))
  const inVault = (change: Partial<ReturnType<typeof tokenAccountLayout.decode>>) =>
    tampered(vaults[0], data => tokenAccountLayout.encode({ ...tokenAccountLayout.decode(data), ...change }))

  it('refuses accounts that contradict each other', () => {
    expect(inVault({ mint: mints[1] })).toEqual(refusal('layout/mismatch'))
    expect(inVault({ owner: address })).toEqual(refusal('layout/mismatch'))
    expect(inPool({ token_0_program: token2022Program })).toEqual(refusal('layout/mismatch'))
    expect(inPool({ mint_1_decimals: 9 })).toEqual(refusal('layout/mismatch'))
    expect(inPool({ token_1_mint: mints[0], mint_1_decimals: 9, token_1_vault: vaults[0] })).toEqual(
      refusal('layout/mismatch'),
    )
  })

  it('refuses values that the program never writes', () => {
    expect(inPool({ creator_fee_on: 3 })).toEqual(refusal('layout/invalidValue'))
    expect(inConfig({ trade_fee_rate: 999_500n })).toEqual(refusal('layout/invalidValue'))
    expect(inConfig({ protocol_fee_rate: 960_001n })).toEqual(refusal('layout/invalidValue'))
    const [tooMuch, max] = [10_001, 10_000].map(bps => ({ bps, newerBps: 1, maximum: 1n }))
    expect(thrownBy(() => open({ ...plain, transferFees: [undefined, tooMuch] }))).toEqual(
      refusal('layout/invalidValue'),
    )
    expect(open({ ...plain, transferFees: [max, max] }).tokens).toHaveLength(2)
  })

  it('names the missing accounts', () => {
    const { accounts } = makeCpmmPool(plain)
    accounts.set(vaults[0], null)
    accounts.delete(mints[1])
    const error = thrownBy(() => raydiumCpmm.open(address, accounts))
    expect(error).toMatchObject({ code: 'pool/accountsNotReady', facts: { missing: [vaults[0], mints[1]] } })
  })

  it('has the slot of the oldest of the pool and its vaults', () => {
    const { accounts } = makeCpmmPool(plain)
    const vault = accounts.get(vaults[1])
    if (!vault) throw new Error('no vault')
    expect(raydiumCpmm.open(address, accounts).slot).toBe(7n)
    accounts.set(vaults[1], { ...vault, slot: 5n })
    expect(raydiumCpmm.open(address, accounts).slot).toBe(5n)
  })
})

describe('swap', () => {
  const parties = { owner: mints[1], payer: mints[1], tokenAccountIn: vaults[0], tokenAccountOut: vaults[1] }

  it('refuses a pool whose accounts the program does not derive', async () => {
    const { accounts } = makeCpmmPool({ ...plain, state: { observation_key: mints[1] } })
    const forged = raydiumCpmm.open(address, accounts)
    const quote = forged.quote({ tokenIn: mints[0], exactIn: 1_000_000n }, clock)
    await expect(forged.swap(quote, 1n, parties)).rejects.toEqual(refusal('layout/mismatch'))
  })

  it('accepts an honest pool after a forged pool of the same address', async () => {
    const { accounts } = makeCpmmPool({ ...plain, config: { index: 7 } })
    const forged = raydiumCpmm.open(address, accounts)
    const request = { tokenIn: mints[0], exactIn: 1_000_000n }
    await expect(forged.swap(forged.quote(request, clock), 1n, parties)).rejects.toEqual(refusal('layout/mismatch'))
    const honest = open(plain)
    expect(await honest.swap(honest.quote(request, clock), 1n, parties)).toHaveLength(1)
  })

  it('names the token program of each side', async () => {
    const pool = open({ ...plain, transferFees: [undefined, { bps: 10, newerBps: 10, maximum: 5n }] })
    const quote = pool.quote({ tokenIn: mints[1], exactOut: 1_000n }, clock)
    const [instruction] = await pool.swap(quote, quote.amountIn, parties)
    expect(instruction?.accounts?.slice(8, 10).map(meta => meta.address)).toEqual([token2022Program, tokenProgram])
  })
})
