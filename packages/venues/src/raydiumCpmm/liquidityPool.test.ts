import { type AccountSnapshot, type Address, isTernError } from '@tern/core'
import { type Struct, tokenAccountLayout } from '@tern/core/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fuzzRuns, promptly } from '../../../core/test/fuzz.ts'
import { type CpmmShape, cpmmAddresses, cpmmClock, cpmmLiquidity, makeCpmmPool } from '../../test/raydiumCpmmPools.ts'
import { encodeVault } from '../../test/tokenBytes.ts'
import type { DepositRequest } from '../liquidity.ts'
import { authority } from './addresses.ts'
import { poolStateLayout } from './layout.ts'
import { depositLayout, withdrawLayout } from './liquidityInstructions.ts'
import { lpBalanceOf, raydiumCpmmLiquidity } from './liquidityPool.ts'

const { pool: address, mints, vaults, lpMint } = cpmmAddresses
const clock = cpmmClock
const [owner, lpAccount, account0, account1] = [authority, mints[1], vaults[0], vaults[1]]
const parties = { owner, lpAccount, tokenAccounts: [account0, account1] } as const
const plain: CpmmShape = { reserves: [3_000_000n, 700_000n], state: { lp_supply: 1_000_000n } }
const onePercent = { bps: 100, newerBps: 100, maximum: 10n ** 12n }

function open(shape: CpmmShape = plain) {
  return raydiumCpmmLiquidity.open(address, makeCpmmPool(shape).accounts)
}

/** Returns the error's code, or the result. */
function refusalOf(act: () => unknown): unknown {
  try {
    return act()
  } catch (error) {
    if (isTernError(error)) return error.code
    throw error
  }
}

const deposit = (shape: CpmmShape, request: DepositRequest) => open(shape).quoteDeposit(request, clock)
const withdraw = (shape: CpmmShape, lpAmount: bigint, slippageBps = 0) =>
  open(shape).quoteWithdrawal({ lpAmount, slippageBps }, clock)

describe('reading', () => {
  it('asks for the pool, then for its vaults and mints, then for nothing', async () => {
    const { accounts } = makeCpmmPool(plain)
    expect(await raydiumCpmmLiquidity.accountsToRead(address, new Map())).toEqual([address])
    const pool = new Map([[address, accounts.get(address) ?? null]])
    expect(await raydiumCpmmLiquidity.accountsToRead(address, pool)).toEqual([...vaults, ...mints])
    expect(await raydiumCpmmLiquidity.accountsToRead(address, accounts)).toEqual([])
    expect(await raydiumCpmmLiquidity.accountsToRead(address, new Map([[address, null]]))).toEqual([])
  })

  it('names a missing pool, vault or mint', () => {
    const without = (one: Address) => new Map([...makeCpmmPool(plain).accounts, [one, null]])
    const refusal = (one: Address) => refusalOf(() => raydiumCpmmLiquidity.open(address, without(one)))
    expect(refusal(address)).toBe('pool/accountsNotReady')
    expect(refusal(vaults[1])).toBe('liquidity/vaultNotFound')
    const empty = { ...(makeCpmmPool(plain).accounts.get(vaults[1]) as AccountSnapshot), data: new Uint8Array() }
    const hollow = new Map([...makeCpmmPool(plain).accounts, [vaults[1], empty]])
    expect(refusalOf(() => raydiumCpmmLiquidity.open(address, hollow))).toBe('liquidity/vaultDataNotFound')
    expect(refusal(mints[0])).toBe('token/accountNotFound')
  })

  it('shows the reserves without the waiting fees, and the LP tokens', () => {
    expect(open()).toMatchObject({
      reserves: [3_000_000n, 700_000n],
      lpSupply: 1_000_000n,
      lpToken: { mint: lpMint, decimals: 9 },
      slot: 7n,
      tokens: [{ mint: mints[0] }, { mint: mints[1] }],
    })
  })

  it('counts the LP tokens of an account', () => {
    const at = (mint: Address): AccountSnapshot => ({
      ...{ owner: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' as Address, lamports: 1n, executable: false, slot: 1n },
      data: encodeVault(mint, owner, 77n),
    })
    expect(lpBalanceOf(open(), lpAccount, at(lpMint))).toBe(77n)
    expect(refusalOf(() => lpBalanceOf(open(), lpAccount, at(mints[0])))).toBe('liquidity/mintMismatch')
    expect(refusalOf(() => lpBalanceOf(open(), lpAccount, null))).toBe('liquidity/lpAccountNotFound')
  })
})

describe('a deposit', () => {
  it('follows from an amount of either token, and from LP tokens', () => {
    const expected = {
      lpAmount: 33_333n,
      // 33,333 of 1,000,000 LP tokens: 99,999 and 23,333.1 units, rounded up.
      amounts: [
        { mint: mints[0], sent: 99_999n, transferFee: 0n, maxAmount: 100_498n },
        { mint: mints[1], sent: 23_334n, transferFee: 0n, maxAmount: 23_450n },
      ],
      share: { numerator: 33_333n, denominator: 1_033_333n },
    }
    const slippageBps = 50
    expect(deposit(plain, { mint: mints[0], amount: 100_000n, slippageBps })).toMatchObject(expected)
    expect(deposit(plain, { lpAmount: 33_333n, slippageBps })).toMatchObject(expected)
    expect(deposit(plain, { mint: mints[1], amount: 23_334n, slippageBps }).lpAmount).toBe(33_334n)
  })

  it('includes the transfer fees of the epoch, in the maximums, too', () => {
    const shape = { ...plain, transferFees: [{ ...onePercent, newerBps: 200 }, undefined] } as const
    const request = { mint: mints[0], amount: 100_000n, slippageBps: 100 }
    const { lpAmount, amounts } = deposit(shape, request)
    // 98,000 arrive: 32,666 LP tokens, which take 97,998.
    expect(lpAmount).toBe(32_666n)
    expect(amounts[0]).toEqual({ mint: mints[0], sent: 99_998n, transferFee: 2_000n, maxAmount: 100_997n })
    expect(amounts[1]).toEqual({ mint: mints[1], sent: 22_867n, transferFee: 0n, maxAmount: 23_095n })
    expect(open(shape).quoteDeposit(request, { ...clock, epoch: 499n }).amounts[0]?.transferFee).toBe(1_000n)
  })

  it('is the most that the amount pays for, and takes its maximum at most', () => {
    let quoted = 0
    const amounts = fc.integer({ min: 1, max: 64 }).chain(bits => fc.bigInt(1n, (1n << BigInt(bits)) - 1n))
    fc.assert(
      fc.property(cpmmLiquidity, fc.constantFrom(0, 1), amounts, fc.nat(10_000), (shape, side, amount, slippageBps) => {
        const request = { mint: mints[side] as Address, amount, slippageBps }
        const quote = refusalOf(() => deposit(shape, request)) as ReturnType<typeof deposit> | string
        if (typeof quote === 'string') {
          expect(quote).toMatch(/^(liquidity\/(zeroAmounts|transferFeeTakesAll)|program\/mathOverflow)$/)
          return
        }
        quoted++
        expect((quote.amounts[side]?.sent ?? 0n) <= amount).toBe(true)
        for (const { sent, maxAmount } of quote.amounts) expect(sent <= maxAmount).toBe(true)
        const more = refusalOf(() => deposit(shape, { lpAmount: quote.lpAmount + 1n, slippageBps }))
        if (typeof more !== 'string') expect((more as typeof quote).amounts[side]?.sent ?? 0n).toBeGreaterThan(amount)
        const exact = deposit(shape, { lpAmount: quote.lpAmount, slippageBps: 0 })
        expect(exact.amounts.map(({ sent }) => sent)).toEqual(exact.amounts.map(({ maxAmount }) => maxAmount))
      }),
      { numRuns: 500 },
    )
    expect(quoted).toBeGreaterThan(100)
  })

  it('is refused if an amount is 0, if nothing is behind the LP tokens, or if the amounts are too large', () => {
    const slippageBps = 100
    const refusal = (request: DepositRequest, shape = plain) => refusalOf(() => deposit(shape, request))
    expect(refusal({ mint: mints[0], amount: 0n, slippageBps })).toBe('liquidity/zeroAmounts')
    expect(refusal({ lpAmount: 0n, slippageBps })).toBe('liquidity/zeroAmounts')
    // Two LP tokens are 1.4 units of token 1, and one is less than a unit.
    expect(refusal({ lpAmount: 2n, slippageBps })).toMatchObject({ lpAmount: 2n })
    expect(refusal({ lpAmount: 1n, slippageBps })).toBe('liquidity/zeroAmounts')
    expect(refusal({ mint: mints[0], amount: 5n, slippageBps })).toBe('liquidity/zeroAmounts')
    expect(refusal({ lpAmount: 2n ** 64n - 1n, slippageBps })).toBe('program/mathOverflow')
    expect(refusal({ mint: mints[1], amount: 2n ** 64n - 1n, slippageBps })).toBe('program/mathOverflow')
    const full = { reserves: [2n ** 62n, 2n ** 62n], state: { lp_supply: 2n ** 64n - 10n } } as const
    expect(refusal({ lpAmount: 9n, slippageBps }, full)).toMatchObject({ lpAmount: 9n })
    expect(refusal({ lpAmount: 10n, slippageBps }, full)).toBe('program/mathOverflow')
    for (const amount of [-1n, 2n ** 64n])
      expect(refusal({ mint: mints[0], amount, slippageBps })).toBe('amount/outOfRange')
    expect(refusal({ lpAmount: -1n, slippageBps })).toBe('amount/outOfRange')
    expect(refusal({ lpAmount: 100n, slippageBps: 10_001 })).toBe('trade/invalidSlippage')
    expect(refusal({ mint: authority, amount: 5n, slippageBps })).toBe('liquidity/tokenNotInPool')
    for (const shape of [
      { ...plain, state: { lp_supply: 0n } },
      { reserves: [0n, 700_000n] },
      { reserves: [3_000_000n, -1n] },
    ] as const)
      for (const request of [{ lpAmount: 5n }, { mint: mints[0], amount: 5n }])
        expect(refusal({ ...request, slippageBps }, shape)).toBe('program/insufficientVault')
  })

  it('is refused if a token charges 100%, unless the fee has a maximum of 0', () => {
    const all = { bps: 10_000, newerBps: 10_000, maximum: 5n }
    const refusal = (maximum: bigint, side: 0 | 1) => {
      const transferFees = side === 0 ? ([{ ...all, maximum }, undefined] as const) : ([undefined, all] as const)
      return refusalOf(() => deposit({ ...plain, transferFees }, { mint: mints[0], amount: 100_000n, slippageBps: 0 }))
    }
    expect(refusal(5n, 0)).toBe('liquidity/transferFeeTakesAll')
    expect(refusal(5n, 1)).toBe('liquidity/transferFeeTakesAll')
    expect(refusal(0n, 0)).toMatchObject({ lpAmount: 33_333n })
  })

  it.each([
    [0b001, 'liquidity/paused', undefined],
    [0b010, undefined, 'liquidity/paused'],
    [0b100, undefined, undefined],
    [0b111, 'liquidity/paused', 'liquidity/paused'],
  ])('or a withdrawal is refused by status %i', (status, deposits, withdrawals) => {
    const shape = { ...plain, state: { ...plain.state, status } }
    const codeOf = (act: () => unknown) => {
      const found = refusalOf(act)
      return typeof found === 'string' ? found : undefined
    }
    expect(codeOf(() => deposit(shape, { lpAmount: 5_000n, slippageBps: 0 }))).toBe(deposits)
    expect(codeOf(() => withdraw(shape, 5_000n))).toBe(withdrawals)
  })

  it('or a withdrawal is refused if a vault is frozen', () => {
    const { accounts } = makeCpmmPool(plain)
    const vault = accounts.get(vaults[1]) as AccountSnapshot
    const data = changed(tokenAccountLayout, vault.data, { state: 2 })
    const pool = raydiumCpmmLiquidity.open(address, new Map([...accounts, [vaults[1], { ...vault, data }]]))
    const request = { lpAmount: 5_000n, slippageBps: 0 }
    expect(refusalOf(() => pool.quoteDeposit(request, clock))).toBe('liquidity/paused')
    expect(refusalOf(() => pool.quoteWithdrawal(request, clock))).toBe('liquidity/paused')
  })

  it('before the opening time is as the program allows it', () => {
    const shape = { ...plain, state: { ...plain.state, open_time: clock.unixTimestamp + 99n } }
    expect(deposit(shape, { lpAmount: 5_000n, slippageBps: 0 }).lpAmount).toBe(5_000n)
    expect(open(shape).openTimeSeconds).toBe(clock.unixTimestamp + 99n)
  })
})

describe('a withdrawal', () => {
  it('rounds down, and takes slippage and then the transfer fee off its minimums', () => {
    expect(withdraw(plain, 33_333n, 50)).toMatchObject({
      lpAmount: 33_333n,
      amounts: [
        { mint: mints[0], received: 99_999n, transferFee: 0n, minAmount: 99_499n },
        { mint: mints[1], received: 23_333n, transferFee: 0n, minAmount: 23_216n },
      ],
      share: { numerator: 33_333n, denominator: 1_000_000n },
    })
    const charging = { ...plain, transferFees: [undefined, { ...onePercent, maximum: 100n }] } as const
    const { amounts } = withdraw(charging, 33_333n, 50)
    expect(amounts[1]).toEqual({ mint: mints[1], received: 23_233n, transferFee: 100n, minAmount: 23_116n })
    // Half of 23,333 units is 11,666. The fee of these is at its maximum, too.
    expect(withdraw(charging, 33_333n, 5_000).amounts[1].minAmount).toBe(11_566n)
  })

  it('pays no more than the deposit before it took', () => {
    let compared = 0
    fc.assert(
      fc.property(cpmmLiquidity, fc.bigInt(1n, 2n ** 62n), (shape, lpAmount) => {
        const quote = refusalOf(() => deposit(shape, { lpAmount, slippageBps: 0 })) as
          | ReturnType<typeof deposit>
          | string
        if (typeof quote === 'string') return
        const reserves = quote.amounts.map(({ sent, transferFee }, i) => (shape.reserves[i] ?? 0n) + sent - transferFee)
        if (reserves.some(reserve => reserve >= 2n ** 63n)) return
        const after = {
          ...shape,
          reserves: reserves as unknown as [bigint, bigint],
          state: { lp_supply: (shape.state?.lp_supply ?? 0n) + lpAmount },
        }
        const back = withdraw(after, lpAmount)
        compared++
        for (const [i, { received, transferFee }] of back.amounts.entries()) {
          const { sent = 0n, transferFee: paid = 0n } = quote.amounts[i] ?? {}
          expect(received + transferFee <= sent - paid).toBe(true)
        }
      }),
      { numRuns: 500 },
    )
    expect(compared).toBeGreaterThan(50)
  })

  it('brings the other token even if one charges 100%', () => {
    const all = { bps: 10_000, newerBps: 10_000, maximum: 2n ** 64n - 1n }
    const { amounts } = withdraw({ ...plain, transferFees: [all, undefined] }, 33_333n)
    expect(amounts.map(({ received, minAmount }) => [received, minAmount])).toEqual([
      [0n, 0n],
      [23_333n, 23_333n],
    ])
  })

  it('is refused if it is 0, beyond the supply, or too small', () => {
    const refusal = (lpAmount: bigint, shape = plain) => refusalOf(() => withdraw(shape, lpAmount))
    expect(refusal(0n)).toBe('quote/zeroAmount')
    expect(refusal(1n)).toBe('program/amountTooSmall')
    expect(refusal(1_000_001n)).toBe('program/insufficientVault')
    expect(refusal(1_000_000n)).toMatchObject({ amounts: [{ received: 3_000_000n }, { received: 700_000n }] })
    expect(refusal(-1n)).toBe('amount/outOfRange')
    expect(refusalOf(() => withdraw(plain, 5_000n, -1))).toBe('trade/invalidSlippage')
    expect(refusal(5n, { ...plain, state: { lp_supply: 0n } })).toBe('program/insufficientVault')
  })
})

describe('the worth of LP tokens', () => {
  const worth = (shape: CpmmShape, lpAmount: bigint) => open(shape).worthOf(lpAmount, clock)

  it('equals the payment of a withdrawal, after the transfer fee', () => {
    let paid = 0
    fc.assert(
      fc.property(cpmmLiquidity, fc.bigInt(1n, 2n ** 63n), (shape, lpAmount) => {
        const supply = shape.state?.lp_supply ?? 0n
        const part = lpAmount > supply ? supply : lpAmount
        const quote = refusalOf(() => withdraw(shape, part)) as ReturnType<typeof withdraw> | string
        if (typeof quote === 'string') return
        paid++
        expect(worth(shape, part)).toEqual(quote.amounts.map(({ minAmount: _, ...amount }) => amount))
      }),
    )
    expect(paid).toBeGreaterThan(20)
  })

  it('counts in a paused pool, and is 0 if it is too small or if nothing backs it', () => {
    const none = [
      { mint: mints[0], received: 0n, transferFee: 0n },
      { mint: mints[1], received: 0n, transferFee: 0n },
    ]
    const paused = { ...plain, state: { ...plain.state, status: 7 } }
    expect(worth(paused, 33_333n)).toEqual(worth(plain, 33_333n))
    expect(worth(plain, 1n)).toEqual([{ ...none[0], received: 3n }, none[1]])
    expect(worth(plain, 0n)).toEqual(none)
    expect(worth({ ...plain, state: { lp_supply: 0n } }, 0n)).toEqual(none)
    expect(worth({ ...plain, reserves: [0n, 700_000n] }, 5_000n)).toEqual(none)
  })
})

describe('any bytes', () => {
  it('open and quote, or throw a documented error', () => {
    const whole = makeCpmmPool({ ...plain, transferFees: [onePercent, undefined] }).accounts
    const keys = [...whole.keys()]
    const change = fc.record({ at: fc.nat(700), byte: fc.nat(255), word: fc.constantFrom(0, 1, 127, 255) })
    const harm = fc.record({
      key: fc.constantFrom(...keys),
      changes: fc.array(change, { maxLength: 3 }),
      cut: fc.nat(20),
    })
    let quoted = 0
    fc.assert(
      fc.property(harm, fc.bigInt(0n, 2n ** 64n - 1n), ({ key, changes, cut }, amount) => {
        const account = whole.get(key) as AccountSnapshot
        const data = account.data.slice(0, account.data.length - (cut === 20 ? 1 : 0))
        for (const { at, byte, word } of changes)
          if (cut % 2 === 0) data[at % data.length] = byte
          else data.fill(word, at % data.length, (at % data.length) + 8)
        const accounts = new Map([...whole, [key, { ...account, data }]])
        const pool = refusalOf(() => promptly(() => raydiumCpmmLiquidity.open(address, accounts)))
        if (typeof pool === 'string') {
          expect(pool).toMatch(/^(layout|token|pool|liquidity)\/\w+$/)
          return
        }
        const { quoteDeposit, quoteWithdrawal, worthOf, lpSupply, tokens } = pool as ReturnType<typeof open>
        for (const { received } of worthOf(amount > lpSupply ? lpSupply : amount, clock))
          expect(BigInt.asUintN(64, received)).toBe(received)
        const acts: readonly (() => readonly object[])[] = [
          () => quoteDeposit({ mint: tokens[0].mint, amount, slippageBps: 50 }, clock).amounts,
          () => quoteDeposit({ lpAmount: amount, slippageBps: 50 }, clock).amounts,
          () => quoteWithdrawal({ lpAmount: amount, slippageBps: 50 }, clock).amounts,
        ]
        for (const act of acts) {
          const amounts = refusalOf(() => promptly(act))
          if (typeof amounts === 'string') {
            expect(amounts).toMatch(/^(liquidity|program|quote)\/\w+$/)
            continue
          }
          quoted++
          for (const side of amounts as readonly object[])
            for (const value of Object.values(side))
              if (typeof value === 'bigint') expect(BigInt.asUintN(64, value)).toBe(value)
        }
      }),
      fuzzRuns,
    )
    expect(quoted).toBeGreaterThan(100)
  })
})

describe('the instructions', () => {
  it('carry the LP tokens and the limits, and the owner’s accounts', async () => {
    const pool = open()
    const paid = pool.quoteDeposit({ lpAmount: 33_333n, slippageBps: 50 }, clock)
    const [made] = await pool.deposit(paid, parties)
    expect(depositLayout.decode(Uint8Array.from(made?.data ?? []))).toEqual({
      lp_token_amount: 33_333n,
      maximum_token_0_amount: 100_498n,
      maximum_token_1_amount: 23_450n,
    })
    const addresses = made?.accounts?.map(one => one.address)
    expect(addresses?.slice(2, 8)).toEqual([address, lpAccount, account0, account1, ...vaults])
    const [burned] = await pool.withdraw(withdraw(plain, 33_333n, 50), parties)
    expect(withdrawLayout.decode(Uint8Array.from(burned?.data ?? []))).toEqual({
      lp_token_amount: 33_333n,
      minimum_token_0_amount: 99_499n,
      minimum_token_1_amount: 23_216n,
    })
  })

  it('are refused for a pool whose LP mint is not its own', async () => {
    const { accounts } = makeCpmmPool(plain)
    const account = accounts.get(address) as AccountSnapshot
    const data = changed(poolStateLayout, account.data, { lp_mint: authority })
    const pool = raydiumCpmmLiquidity.open(address, new Map([...accounts, [address, { ...account, data }]]))
    const quote = pool.quoteDeposit({ lpAmount: 33_333n, slippageBps: 50 }, clock)
    const mismatch = expect.objectContaining({ code: 'layout/mismatch' })
    await expect(pool.deposit(quote, parties)).rejects.toEqual(mismatch)
    const back = pool.quoteWithdrawal({ lpAmount: 33_333n, slippageBps: 50 }, clock)
    await expect(pool.withdraw(back, parties)).rejects.toEqual(mismatch)
  })
})

function changed<F>(layout: Struct<F>, data: Uint8Array, change: object): Uint8Array {
  return layout.encode({ ...layout.decode(data), ...change } as never)
}
