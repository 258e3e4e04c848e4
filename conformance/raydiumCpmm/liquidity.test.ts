import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { generateKeyPairSigner, type Instruction, type KeyPairSigner } from '@solana/kit'
import {
  type Address,
  associatedTokenAddress,
  isTernError,
  rentExemption,
  token2022Program,
  tokenProgram,
} from '@tern/core'
import type { DepositRequest, LiquidityPool } from '@tern/venues'
import { readProgramError } from '@tern/venues/internal/programErrors'
import { configAddress, lpMintAddress, poolAddress, program, raydiumCpmm, vaultAddress } from '@tern/venues/raydiumCpmm'
import {
  ammConfigLayout,
  encodeInitialize,
  lockedLpAmount,
  observationAddress,
  poolStateLayout,
  readLiquidityChanges,
} from '@tern/venues/raydiumCpmm/internal'
import {
  accountsToCreatePool,
  type CreatePoolQuote,
  type CreatePoolRequest,
  createPool,
  quoteCreatePool,
  raydiumCpmmLiquidity,
} from '@tern/venues/raydiumCpmm/liquidity'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alterPool, type MadeToken, makeTokens, startCpmm, type WorldToken } from '../src/cpmmWorld.ts'
import { creationBounds } from '../src/creationBounds.ts'
import { provesLiquidity } from '../src/evidence.ts'
import { balanceOf, type Svm, type TransferFees } from '../src/svm.ts'

const binary = process.env.PROGRAMS_DIR === undefined ? undefined : join(process.env.PROGRAMS_DIR, `${program}.so`)
const isAtHand = binary !== undefined && existsSync(binary)
const path = binary ?? ''
const evidence = provesLiquidity('raydium_cpmm')

const rates = { tradeFeeRate: 2_500n, creatorFeeRate: 700n }
const plain: WorldToken = { program: tokenProgram, amount: 3_141_592_653_589n }
const charging = (bps: number, newerBps: number, maximum: bigint): WorldToken => {
  const fees: TransferFees = { bps, newerBps, sinceEpoch: 200n, maximum }
  return { program: token2022Program, fees, amount: 271_828_182_845n }
}
/** Lamports of a signature. */
const signatureFee = 5_000n

/** A pool that the venue's own plan has created. */
interface World {
  readonly svm: Svm
  readonly pool: Address
  readonly tokens: readonly [MadeToken, MadeToken]
  readonly lpAccount: Address
}

/** Quotes, creates to the unit and to the lamport. */
async function createExactly(
  svm: Svm,
  tokens: readonly [MadeToken, MadeToken],
  { openTimeSeconds, signer }: { readonly openTimeSeconds?: bigint; readonly signer?: KeyPairSigner } = {},
): Promise<{ readonly world: World; readonly quote: CreatePoolQuote; readonly units: number }> {
  const request: CreatePoolRequest = {
    creator: svm.payer.address,
    config: await configAddress(7),
    // In the order opposite to the pool's.
    tokens: [tokens[1], tokens[0]],
    ...(openTimeSeconds === undefined ? {} : { openTimeSeconds }),
    ...(signer && { pool: signer.address }),
  }
  const read = svm.readAll(await accountsToCreatePool(request))
  const quote = await quoteCreatePool(request, read, svm.clock())
  const instructions = await createPool(quote, [tokens[0].account, tokens[1].account])
  const before = tokens.map(({ account }) => balanceOf(svm, account))
  const lamports = svm.read(svm.payer.address)?.lamports ?? 0n
  const outcome = await svm.send(signer === undefined ? instructions : instructions.map(one => signedBy(one, signer)))
  expect(outcome.error).toBeUndefined()
  expect(outcome.units).toBeLessThanOrEqual(quote.computeUnits)
  expect(tokens.map(({ account }, i) => (before[i] ?? 0n) - balanceOf(svm, account))).toEqual(
    quote.amounts.map(({ sent }) => sent),
  )
  expect(quote.amounts.map(({ vault }) => balanceOf(svm, vault))).toEqual(
    quote.amounts.map(({ sent, transferFee }) => sent - transferFee),
  )
  const due = quote.opens.map(({ bytes, held }) => rentExemption(bytes) - held).filter(one => one > 0n)
  const rents = due.reduce((sum, one) => sum + one, 0n)
  const fee = signatureFee * (signer === undefined ? 1n : 2n)
  expect(lamports - (svm.read(svm.payer.address)?.lamports ?? 0n)).toBe(fee + rents + quote.createFee)
  const { maxRent, programFee, signs } = creationBounds(instructions)
  expect([programFee, signer && signs, rents <= maxRent]).toEqual([quote.createFee, signer && [signer.address], true])
  expect(balanceOf(svm, quote.lpAccount)).toBe(quote.lpAmount)
  const state = poolStateLayout.decode(svm.read(quote.pool)?.data ?? new Uint8Array())
  expect([state.lp_supply, state.open_time]).toEqual([quote.lpSupply, quote.openTimeSeconds])
  expect(quote.lpSupply - quote.lpAmount).toBe(lockedLpAmount)
  return { world: { svm, pool: quote.pool, tokens, lpAccount: quote.lpAccount }, quote, units: outcome.units }
}

function signedBy(instruction: Instruction, signer: KeyPairSigner): Instruction {
  const accounts = instruction.accounts?.map(meta =>
    meta.address === signer.address ? { ...meta, address: signer.address, signer } : meta,
  )
  return { ...instruction, ...(accounts && { accounts }) } as Instruction
}

async function start(tokens: readonly WorldToken[]): Promise<World> {
  const svm = await startCpmm(path, rates)
  const { world } = await createExactly(svm, await makeTokens(svm, tokens))
  const { unixTimestamp, epoch } = svm.clock()
  svm.setClock({ unixTimestamp: unixTimestamp + 60n, epoch })
  return world
}

async function openPool({ svm, pool }: World): Promise<LiquidityPool> {
  const first = svm.readAll([pool])
  const read = new Map([...first, ...svm.readAll(await raydiumCpmmLiquidity.accountsToRead(pool, first))])
  expect(await raydiumCpmmLiquidity.accountsToRead(pool, read)).toEqual([])
  return raydiumCpmmLiquidity.open(pool, read)
}

const partiesOf = ({ svm, tokens, lpAccount }: World) => ({
  owner: svm.payer.address,
  tokenAccounts: [tokens[0].account, tokens[1].account] as const,
  lpAccount,
})

const balances = ({ svm, tokens, lpAccount }: World) =>
  [tokens[0].account, tokens[1].account, lpAccount].map(account => balanceOf(svm, account))

const slipped = (code: number | undefined) => readProgramError(program, code ?? -1) === 'program/slippageExceeded'

/** Deposits to the unit. A unit less on either side is refused. */
async function depositExactly(world: World, request: DepositRequest) {
  const { svm, tokens } = world
  const pool = await openPool(world)
  const quote = pool.quoteDeposit(request, svm.clock())
  for (const side of [0, 1] as const) {
    const tight = quote.amounts.map((one, i) => ({ ...one, maxAmount: i === side ? one.sent - 1n : one.sent }))
    const amounts = tight as unknown as typeof quote.amounts
    const { programError } = await svm.send(await pool.deposit({ ...quote, amounts }, partiesOf(world)))
    expect(slipped(programError)).toBe(true)
  }
  const before = balances(world)
  const amounts = quote.amounts.map(one => ({ ...one, maxAmount: one.sent })) as unknown as typeof quote.amounts
  const outcome = await svm.send(await pool.deposit({ ...quote, amounts }, partiesOf(world)))
  expect(outcome.error).toBeUndefined()
  expect(outcome.units).toBeLessThanOrEqual(quote.computeUnits)
  const [side0, side1] = quote.amounts
  expect(balances(world).map((after, i) => after - (before[i] ?? 0n))).toEqual([
    -side0.sent,
    -side1.sent,
    quote.lpAmount,
  ])
  if ('mint' in request) {
    const side = request.mint === tokens[0].mint ? side0 : side1
    expect(side.sent <= request.amount).toBe(true)
  }
  expect(readLiquidityChanges(outcome)).toEqual([
    {
      ...{ kind: 'deposit', pool: pool.address, lpSupplyBefore: pool.lpSupply, reservesBefore: pool.reserves },
      amounts: [side0.sent, side1.sent],
      transferFees: [side0.transferFee, side1.transferFee],
    },
  ])
  const after = await openPool(world)
  expect(after.lpSupply).toBe(pool.lpSupply + quote.lpAmount)
  expect(after.reserves).toEqual([
    pool.reserves[0] + side0.sent - side0.transferFee,
    pool.reserves[1] + side1.sent - side1.transferFee,
  ])
  return { quote, units: outcome.units }
}

/** Withdraws to the unit. A unit more on either side is refused. */
async function withdrawExactly(world: World, lpAmount: bigint) {
  const { svm } = world
  const pool = await openPool(world)
  const quote = pool.quoteWithdrawal({ lpAmount, slippageBps: 0 }, svm.clock())
  for (const side of [0, 1] as const) {
    const tight = quote.amounts.map((one, i) => (i === side ? { ...one, minAmount: one.received + 1n } : one))
    const amounts = tight as unknown as typeof quote.amounts
    const { programError } = await svm.send(await pool.withdraw({ ...quote, amounts }, partiesOf(world)))
    expect(slipped(programError)).toBe(true)
  }
  const before = balances(world)
  const outcome = await svm.send(await pool.withdraw(quote, partiesOf(world)))
  expect(outcome.error).toBeUndefined()
  expect(outcome.units).toBeLessThanOrEqual(quote.computeUnits)
  const [side0, side1] = quote.amounts
  expect(balances(world).map((after, i) => after - (before[i] ?? 0n))).toEqual([
    side0.received,
    side1.received,
    -lpAmount,
  ])
  expect(readLiquidityChanges(outcome)).toEqual([
    {
      ...{ kind: 'withdrawal', pool: pool.address, lpSupplyBefore: pool.lpSupply, reservesBefore: pool.reserves },
      amounts: [side0.received, side1.received],
      transferFees: [side0.transferFee, side1.transferFee],
    },
  ])
  return { quote, units: outcome.units }
}

/** Swaps a part of the reserves, so that fees of the protocol, the fund and the creator wait in the vaults. */
async function swap({ svm, pool, tokens }: World, side: 0 | 1, exactIn: bigint): Promise<void> {
  const first = svm.readAll([pool])
  const read = new Map([...first, ...svm.readAll(await raydiumCpmm.accountsToRead(pool, first))])
  const opened = raydiumCpmm.open(pool, read)
  const quote = opened.quote({ tokenIn: tokens[side].mint, exactIn }, svm.clock())
  const owner = svm.payer.address
  const [tokenAccountIn, tokenAccountOut] = [tokens[side].account, tokens[side === 0 ? 1 : 0].account]
  const parties = { owner, payer: owner, tokenAccountIn, tokenAccountOut }
  expect((await svm.send(await opened.swap(quote, 0n, parties))).error).toBeUndefined()
}

/** Mint extensions by number, with the length of their data, and whether the program takes them. */
const extensions = [
  [3, 32, false],
  [6, 1, false],
  [9, 0, false],
  [10, 52, true],
  [12, 32, false],
  [14, 64, false],
  [18, 64, true],
  [25, 56, true],
  [26, 33, false],
] as const

/** A step of a random history: a swap, then a change of the liquidity. */
const steps = fc.record({
  swapped: fc.bigInt(1_000_000n, 2n ** 34n),
  kind: fc.constantFrom('byToken', 'byLp', 'withdrawal'),
  side: fc.constantFrom(0, 1),
  amount: fc.integer({ min: 16, max: 48 }).chain(bits => fc.bigInt(1n, 1n << BigInt(bits))),
})

const refusals = /^(liquidity\/zeroAmounts|program\/(amountTooSmall|mathOverflow))$/

describe.skipIf(!isAtHand)('liquidity on the real program (PROGRAMS_DIR)', () => {
  const against = (what: string) => evidence(`real program, ${what}`, 'PROGRAMS_DIR')
  const kinds = {
    'plain tokens': [plain, { ...plain, amount: 1_000_000_007n }],
    'a transfer fee on one token': [plain, charging(123, 77, 5_000_000n)],
    'transfer fees on both tokens': [charging(250, 10, 10n ** 15n), charging(1, 9_999, 10n ** 15n)],
  } as const

  for (const [kind, tokens] of Object.entries(kinds))
    it(`moves exactly the quoted amounts: ${kind}`, against(`deposits and withdrawals of ${kind}`), async () => {
      const world = await start(tokens)
      alterPool(world.svm, world.pool, { enable_creator_fee: true })
      const done = { deposit: 0, withdrawal: 0 }
      for (const [i, { swapped, kind, side, amount }] of fc.sample(steps, 60).entries()) {
        if (i === 30) world.svm.setClock({ ...world.svm.clock(), epoch: 200n })
        await swap(world, side === 0 ? 1 : 0, swapped)
        try {
          if (kind === 'withdrawal') {
            const held = balanceOf(world.svm, world.lpAccount)
            await withdrawExactly(world, 1n + (amount % held))
          } else {
            const request = kind === 'byLp' ? { lpAmount: amount >> 4n } : { mint: world.tokens[side].mint, amount }
            await depositExactly(world, { ...request, slippageBps: 0 })
          }
          done[kind === 'withdrawal' ? 'withdrawal' : 'deposit']++
        } catch (error) {
          if (!isTernError(error) || !refusals.test(error.code)) throw error
        }
      }
      expect(done.deposit).toBeGreaterThan(15)
      expect(done.withdrawal).toBeGreaterThan(8)
    })

  it('lets the amounts move within the slippage, and no further', against('slippage'), async () => {
    const world = await start([plain, charging(100, 100, 10n ** 9n)])
    const attempt = async (rise: bigint) => {
      const pool = await openPool(world)
      const deposit = pool.quoteDeposit({ lpAmount: 1_000_000_007n, slippageBps: 100 }, world.svm.clock())
      const withdrawal = pool.quoteWithdrawal({ lpAmount: 1_000_000_007n, slippageBps: 100 }, world.svm.clock())
      const before = pool.reserves[0]
      await swap(world, 0, (before * rise) / 10_000n)
      const send = async (instructions: readonly Instruction[]) => {
        const { error, programError } = await world.svm.send(instructions)
        return error === undefined ? 'landed' : readProgramError(program, programError ?? -1)
      }
      return [
        await send(await pool.deposit(deposit, partiesOf(world))),
        await send(await pool.withdraw(withdrawal, partiesOf(world))),
      ]
    }
    expect(await attempt(95n)).toEqual(['landed', 'landed'])
    expect(await attempt(110n)).toEqual(['program/slippageExceeded', 'program/slippageExceeded'])
  })

  it('creates a pool with the quoted amounts, rents and fee', against('creations'), async () => {
    for (const tokens of Object.values(kinds)) {
      const svm = await startCpmm(path, rates)
      const made = await makeTokens(svm, tokens)
      const { unixTimestamp } = svm.clock()
      const { quote, world } = await createExactly(svm, made)
      expect(quote.openTimeSeconds).toBe(unixTimestamp + 1n)
      expect(quote.createFee).toBe(150_000_000n)
      // The first pool has the derived address; a second pool of the mints has the address of a key pair.
      const code = await createExactly(svm, made).catch(error => isTernError(error) && error.code)
      expect(code).toBe('liquidity/poolExists')
      const signer = await generateKeyPairSigner()
      const openTimeSeconds = unixTimestamp + 3_600n
      const second = await createExactly(svm, made, { signer, openTimeSeconds })
      expect(second.quote.openTimeSeconds).toBe(openTimeSeconds)
      expect(second.world.pool).not.toBe(world.pool)
      // Deposits need no open pool.
      await depositExactly(second.world, { lpAmount: 12_345_678n, slippageBps: 0 })
    }
  })

  it('creates pools of any amounts', against('creations of any amounts'), async () => {
    const amount = fc.integer({ min: 8, max: 56 }).chain(bits => fc.bigInt(1n, 1n << BigInt(bits)))
    let created = 0
    for (const [first, second, bps] of fc.sample(fc.tuple(amount, amount, fc.nat(9_999)), 20)) {
      const svm = await startCpmm(path, rates)
      const fees = charging(bps, bps, 10n ** 12n)
      const tokens = await makeTokens(svm, [
        { ...plain, amount: first },
        { ...fees, amount: second },
      ])
      try {
        await createExactly(svm, tokens)
        created++
      } catch (error) {
        if (!isTernError(error) || !refusals.test(error.code)) throw error
      }
    }
    expect(created).toBeGreaterThan(10)
  })

  it('pays the rest of a rent that a stranger has sent in part', against('accounts with lamports'), async () => {
    const svm = await startCpmm(path, rates)
    const made = await makeTokens(svm, [plain, charging(5, 5, 99n)])
    const pool = await poolAddress(await configAddress(7), made[0].mint, made[1].mint)
    for (const address of [pool, await vaultAddress(pool, made[1].mint), await lpMintAddress(pool)])
      svm.give(address, 890_885n)
    await createExactly(svm, made)
  })
})

describe.skipIf(!isAtHand)('the real program refuses (PROGRAMS_DIR)', () => {
  /** Returns the program's error of a deposit and of a withdrawal, and the errors of new quotes, after `change`. */
  async function after(change: (world: World) => void, lpAmount = 5_000_000n) {
    const world = await start([plain, charging(100, 100, 10n ** 12n)])
    const pool = await openPool(world)
    const request = { lpAmount: 5_000_000n, slippageBps: 10_000 }
    const deposit = { ...pool.quoteDeposit(request, world.svm.clock()), lpAmount }
    const withdrawal = { ...pool.quoteWithdrawal(request, world.svm.clock()), lpAmount }
    const instructions = [
      ...(await pool.deposit(deposit, partiesOf(world))),
      ...(await pool.withdraw(withdrawal, partiesOf(world))),
    ]
    change(world)
    const says = []
    for (const one of instructions) {
      const { error, programError } = await world.svm.send([one])
      says.push(error === undefined ? 'landed' : readProgramError(program, programError ?? -1))
    }
    const again = await openPool(world)
    const codeOf = (act: () => unknown) => {
      try {
        act()
        return undefined
      } catch (error) {
        return isTernError(error) ? error.code : String(error)
      }
    }
    const codes = [
      codeOf(() => again.quoteDeposit({ ...request, lpAmount }, world.svm.clock())),
      codeOf(() => again.quoteWithdrawal({ ...request, lpAmount }, world.svm.clock())),
    ]
    return { says, codes }
  }
  const status = (bits: number) => after(({ svm, pool }) => alterPool(svm, pool, { status: bits }))

  it('by the status of the pool, as the quotes do', async () => {
    expect(await status(1)).toEqual({
      says: ['program/notApproved', 'landed'],
      codes: ['liquidity/paused', undefined],
    })
    expect(await status(2)).toEqual({
      says: ['landed', 'program/notApproved'],
      codes: [undefined, 'liquidity/paused'],
    })
    expect(await status(4)).toEqual({ says: ['landed', 'landed'], codes: [undefined, undefined] })
  })

  it('no or too few LP tokens, and a pool without any, as the quotes do', async () => {
    const nothing = () => undefined
    expect(await after(nothing, 0n)).toEqual({
      says: [undefined, undefined],
      codes: ['liquidity/zeroAmounts', 'quote/zeroAmount'],
    })
    expect(await after(nothing, 1n)).toEqual({
      says: ['program/amountTooSmall', 'program/amountTooSmall'],
      codes: ['liquidity/zeroAmounts', 'program/amountTooSmall'],
    })
    expect(await after(({ svm, pool }) => alterPool(svm, pool, { lp_supply: 0n }))).toEqual({
      says: ['program/amountTooSmall', 'program/amountTooSmall'],
      codes: ['program/insufficientVault', 'program/insufficientVault'],
    })
    const owing = { protocol_fees_token_0: 10n ** 18n }
    expect(await after(({ svm, pool }) => alterPool(svm, pool, owing))).toEqual({
      says: ['program/insufficientVault', 'program/insufficientVault'],
      codes: ['program/insufficientVault', 'program/insufficientVault'],
    })
  })

  /** Returns the program's error of a creation, and the error of its quote, after `change`. */
  async function creating(
    tokens: readonly [WorldToken, WorldToken],
    change: (svm: Svm) => Promise<void> = async () => {},
  ) {
    const svm = await startCpmm(path, rates)
    const made = await makeTokens(svm, tokens)
    return creatingOf(svm, made, change)
  }

  async function creatingOf(svm: Svm, made: readonly [MadeToken, MadeToken], change: (svm: Svm) => Promise<void>) {
    const request: CreatePoolRequest = { creator: svm.payer.address, config: await configAddress(7), tokens: made }
    await change(svm)
    const [token0, token1] = made
    const pool = await poolAddress(request.config, token0.mint, token1.mint)
    const lpMint = await lpMintAddress(pool)
    const accounts = {
      ...{ creator: svm.payer.address, amm_config: request.config, pool_state: pool, lp_mint: lpMint },
      ...{ token_0_mint: token0.mint, token_1_mint: token1.mint },
      ...{ creator_token_0: token0.account, creator_token_1: token1.account },
      creator_lp_token: await associatedTokenAddress(svm.payer.address, lpMint, tokenProgram),
      token_0_vault: await vaultAddress(pool, token0.mint),
      token_1_vault: await vaultAddress(pool, token1.mint),
      observation_state: await observationAddress(pool),
      ...{ token_0_program: token0.program, token_1_program: token1.program },
    }
    const instruction = encodeInitialize(accounts, {
      ...{ amount0: token0.amount, amount1: token1.amount, openTimeSeconds: 0n },
    })
    const { error, programError } = await svm.send([instruction])
    const code = await quoteCreatePool(request, svm.readAll(await accountsToCreatePool(request)), svm.clock()).then(
      () => undefined,
      error => (isTernError(error) ? error.code : String(error)),
    )
    return { says: error === undefined ? 'landed' : readProgramError(program, programError ?? -1), code }
  }

  it('new pools of a disabled config, or without enough of both tokens, as the quote does', async () => {
    const disable = async (svm: Svm) => {
      const config = await configAddress(7)
      const data = ammConfigLayout.decode(svm.read(config)?.data ?? new Uint8Array())
      svm.place(config, program, ammConfigLayout.encode({ ...data, disable_create_pool: true }))
    }
    expect(await creating([plain, plain], disable)).toEqual({
      says: 'program/notApproved',
      code: 'liquidity/configDisabled',
    })
    const tiny = { ...plain, amount: 9n }
    expect(await creating([tiny, tiny])).toEqual({ says: 'program/amountTooSmall', code: 'program/amountTooSmall' })
    const none = { ...plain, amount: 0n }
    expect(await creating([none, plain])).toEqual({ says: 'program/emptySupply', code: 'liquidity/zeroAmounts' })
    const swallowed = { ...charging(10_000, 10_000, 10n ** 15n), amount: 5_000n }
    expect(await creating([plain, swallowed])).toEqual({
      says: 'program/emptySupply',
      code: 'liquidity/transferFeeTakesAll',
    })
  })

  it('mints by their extensions, as the quote does', async () => {
    for (const [type, length, isTaken] of extensions) {
      const svm = await startCpmm(path, rates)
      const [token0, token1] = await makeTokens(svm, [plain, { ...plain, program: token2022Program }])
      const side = token0.program === token2022Program ? token0 : token1
      const { data } = svm.read(side.mint) ?? { data: new Uint8Array() }
      const value = new Uint8Array(length)
      const extended = new Uint8Array(170 + length)
      extended.set(data.subarray(0, 82))
      extended[165] = 1
      extended.set([type, 0, length, 0], 166)
      extended.set(value, 170)
      const change = async () => svm.place(side.mint, token2022Program, extended)
      const { says, code } = await creatingOf(svm, [token0, token1], change)
      expect([type, says, code]).toEqual(
        isTaken
          ? [type, 'landed', 'liquidity/poolExists']
          : [type, 'program/mintNotSupported', 'program/mintNotSupported'],
      )
    }
  })
})
