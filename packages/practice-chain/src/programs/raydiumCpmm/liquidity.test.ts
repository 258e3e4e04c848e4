import { createSignerFromKeyPair, generateKeyPairSigner } from '@solana/kit'
import {
  type Address,
  associatedTokenAddress,
  isTernError,
  rentExemption,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import type { DepositRequest } from '@tern/venues'
import { configAddress } from '@tern/venues/raydiumCpmm'
import { lpBalanceOf, poolStateLayout, readLiquidityChanges } from '@tern/venues/raydiumCpmm/internal'
import {
  accountsToCreatePool,
  type CreatePoolRequest,
  createPool,
  quoteCreatePool,
  raydiumCpmmLiquidity,
} from '@tern/venues/raydiumCpmm/liquidity'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { answersAnyInput, invocationOf } from '../../../test/anyInvocation.ts'
import { amountIn, createAta, syncNative } from '../../../test/cpmm.ts'
import { type Instruction, type KeyPairSigner, refusalOf, sign, transfer } from '../../../test/transactions.ts'
import type { Bank, TransactionRecord } from '../../bank/bank.ts'
import { createBank } from '../../bank/createBank.ts'
import { createSeededWorld, type WorldToken } from '../../world/seededWorld.ts'

const beginsAt = 1_790_000_000n
const sol = 1_000_000_000n
const units: Instruction = {
  programAddress: 'ComputeBudget111111111111111111111111111111' as Address,
  data: Uint8Array.of(2, 0x80, 0x1a, 6, 0),
}

let bank: Bank
let maker: KeyPairSigner
let tokens: readonly WorldToken[]

beforeAll(async () => {
  const world = await createSeededWorld('liquidity', beginsAt)
  let now = Number(beginsAt) * 1_000
  bank = await createBank({ slotMs: 0, now: () => (now += 400), genesis: world.genesis })
  maker = await createSignerFromKeyPair(world.marketMaker.keyPair)
  tokens = world.tokens.filter(({ protocol }) => protocol === 'raydium_cpmm')
  const create = await createAta(maker.address, wrappedNativeMint, tokenProgram)
  const wrapped = create.accounts?.[1]?.address as Address
  await land([maker], create, transfer(maker.address, wrapped, 5_000n * sol), syncNative(wrapped))
})

type Signers = readonly [KeyPairSigner, ...KeyPairSigner[]]

async function land(signers: Signers, ...instructions: Instruction[]): Promise<TransactionRecord> {
  await bank.tick()
  const result = await bank.submit(await sign(bank.latestBlockhash().blockhash, signers, instructions))
  expect(result).toMatchObject({ accepted: true })
  const record = result.accepted ? bank.transaction(result.signature) : null
  expect(record?.err).toBe(null)
  return record ?? expect.fail('nothing landed')
}

async function refused(...instructions: Instruction[]): Promise<unknown> {
  await bank.tick()
  return refusalOf(bank, await sign(bank.latestBlockhash().blockhash, [maker], instructions))
}

const readAll = (addresses: readonly Address[]) => new Map(addresses.map(one => [one, bank.account(one)]))

async function openPool(address: Address) {
  const first = readAll([address])
  return raydiumCpmmLiquidity.open(
    address,
    new Map([...first, ...readAll(await raydiumCpmmLiquidity.accountsToRead(address, first))]),
  )
}

/** The maker's accounts of a pool, opened if they do not exist. */
async function partiesOf(address: Address) {
  const { tokens: sides, lpToken } = await openPool(address)
  const ataOf = ({ mint, program }: typeof lpToken) => associatedTokenAddress(maker.address, mint, program)
  for (const { mint, program } of [...sides, lpToken])
    if (bank.account(await ataOf({ mint, program, decimals: 0 })) === null)
      await land([maker], await createAta(maker.address, mint, program))
  return {
    owner: maker.address,
    tokenAccounts: [await ataOf(sides[0]), await ataOf(sides[1])] as const,
    lpAccount: await ataOf(lpToken),
  }
}

const slipped = { InstructionError: [0, { Custom: 6005 }] }

/** Deposits, then withdraws the same LP tokens, each to the unit. One unit less or more is refused. */
async function changeExactly(address: Address, request: DepositRequest): Promise<void> {
  const parties = await partiesOf(address)
  const accounts = [...parties.tokenAccounts, parties.lpAccount]
  const balances = () => accounts.map(account => amountIn(bank, account))
  const before = await openPool(address)
  const deposit = before.quoteDeposit(request, bank.clock())
  const [in0, in1] = deposit.amounts
  const dear = { ...deposit, amounts: [in0, { ...in1, maxAmount: in1.sent - 1n }] as const }
  expect(await refused(...(await before.deposit(dear, parties)))).toEqual(slipped)
  const held = balances()
  const paid = await land([maker], ...(await before.deposit(deposit, parties)))
  expect(balances().map((now, i) => now - (held[i] ?? 0n))).toEqual([-in0.sent, -in1.sent, deposit.lpAmount])
  expect(readLiquidityChanges(paid)).toEqual([
    {
      ...{ kind: 'deposit', pool: address, lpSupplyBefore: before.lpSupply, reservesBefore: before.reserves },
      amounts: [in0.sent, in1.sent],
      transferFees: [in0.transferFee, in1.transferFee],
    },
  ])

  const after = await openPool(address)
  expect(after.lpSupply).toBe(before.lpSupply + deposit.lpAmount)
  const withdrawal = after.quoteWithdrawal({ lpAmount: deposit.lpAmount, slippageBps: 0 }, bank.clock())
  const [out0, out1] = withdrawal.amounts
  const greedy = { ...withdrawal, amounts: [{ ...out0, minAmount: out0.received + 1n }, out1] as const }
  expect(await refused(...(await after.withdraw(greedy, parties)))).toEqual(slipped)
  const full = balances()
  const back = await land([maker], ...(await after.withdraw(withdrawal, parties)))
  expect(balances().map((now, i) => now - (full[i] ?? 0n))).toEqual([out0.received, out1.received, -deposit.lpAmount])
  expect(readLiquidityChanges(back)).toMatchObject([{ kind: 'withdrawal', amounts: [out0.received, out1.received] }])
  const lpAccount = bank.account(parties.lpAccount)
  expect(lpBalanceOf(after, parties.lpAccount, lpAccount)).toBe(held[2])
}

describe('the simulated program', () => {
  it('moves exactly the quoted amounts of deposits and withdrawals, on every pool', async () => {
    expect(new Set(tokens.map(({ program }) => program)).size).toBe(2)
    for (const { pool } of tokens) {
      const { tokens: sides, reserves } = await openPool(pool)
      for (const side of [0, 1] as const)
        for (const amount of fc.sample(fc.bigInt(reserves[side] / 100_000n, reserves[side] / 100n), 3))
          await changeExactly(pool, { mint: sides[side].mint, amount, slippageBps: 0 })
      await changeExactly(pool, { lpAmount: 1_000_000_007n, slippageBps: 25 })
    }
  })

  it('creates pools with exactly the quoted amounts, fee and opened accounts', async () => {
    for (const [i, { mint, program }] of tokens.entries()) {
      const fresh = await generateKeyPairSigner()
      const amount = 12_345_678_901n + BigInt(i)
      const request: CreatePoolRequest = {
        ...{ creator: maker.address, config: await configAddress(1), pool: fresh.address },
        tokens: [
          { mint, amount },
          { mint: wrappedNativeMint, amount: 3n * sol },
        ],
        openTimeSeconds: i % 2 === 0 ? 0n : beginsAt + 9_000n,
      }
      const read = readAll(await accountsToCreatePool(request))
      await bank.tick()
      const quote = await quoteCreatePool(request, read, bank.clock())
      const own = await Promise.all(
        quote.amounts.map(one => associatedTokenAddress(maker.address, one.mint, one.tokenProgram)),
      )
      const lamports = bank.account(maker.address)?.lamports ?? 0n
      const held = own.map(account => amountIn(bank, account))
      const instructions = await createPool(quote, own as unknown as readonly [Address, Address])
      const record = await land([maker, fresh], units, ...instructions)
      expect(own.map((account, n) => (held[n] ?? 0n) - amountIn(bank, account))).toEqual(
        quote.amounts.map(one => one.sent),
      )
      expect(amountIn(bank, quote.lpAccount)).toBe(quote.lpAmount)
      const rents = quote.opens.reduce((sum, { bytes, held }) => sum + rentExemption(bytes) - held, 0n)
      expect(lamports - (bank.account(maker.address)?.lamports ?? 0n)).toBe(record.fee + rents + quote.createFee)
      for (const { address, bytes } of quote.opens) expect(bank.account(address)?.data.length).toBe(bytes)
      const state = poolStateLayout.decode(bank.account(quote.pool)?.data ?? new Uint8Array())
      expect(state.lp_supply).toBe(quote.lpSupply)
      expect(state.open_time >= quote.openTimeSeconds && state.open_time <= quote.openTimeSeconds + 2n).toBe(true)
      expect((await openPool(quote.pool)).reserves).toEqual(quote.amounts.map(one => one.sent - one.transferFee))
      expect(program).toBe(quote.amounts.find(one => one.mint === mint)?.tokenProgram)
      // An LP token is half a lamport. The program does not round it up to a lamport.
      const [dust] = await (await openPool(quote.pool)).deposit(
        { ...(await openPool(quote.pool)).quoteDeposit({ lpAmount: 10n, slippageBps: 0 }, bank.clock()), lpAmount: 1n },
        {
          owner: maker.address,
          tokenAccounts: own as unknown as readonly [Address, Address],
          lpAccount: quote.lpAccount,
        },
      )
      expect(await refused(dust as Instruction)).toEqual({ InstructionError: [0, { Custom: 6006 }] })
      const again = await quoteCreatePool(request, readAll(await accountsToCreatePool(request)), bank.clock()).catch(
        error => isTernError(error) && error.code,
      )
      expect(again).toBe('liquidity/poolExists')
    }
  })

  it('answers any change of liquidity with a script or a failure of its own', async () => {
    const [token] = tokens
    const pool = await openPool(token?.pool ?? expect.fail('no pool'))
    const parties = await partiesOf(pool.address)
    const request = { lpAmount: 5_000_000n, slippageBps: 100 }
    const fresh = await generateKeyPairSigner()
    const creation: CreatePoolRequest = {
      ...{ creator: maker.address, config: await configAddress(1), pool: fresh.address },
      tokens: pool.tokens.map(({ mint }) => ({ mint, amount: sol })) as unknown as CreatePoolRequest['tokens'],
    }
    const quote = await quoteCreatePool(creation, readAll(await accountsToCreatePool(creation)), bank.clock())
    const seeds = [
      ...(await pool.deposit(pool.quoteDeposit(request, bank.clock()), parties)),
      ...(await pool.withdraw(pool.quoteWithdrawal({ ...request, lpAmount: 5_000n }, bank.clock()), parties)),
      ...(await createPool(quote, parties.tokenAccounts)),
    ].map(one => invocationOf(bank, one as Instruction))
    const outcomes = answersAnyInput(seeds, 1_500)
    expect(outcomes.script).toBeGreaterThan(40)
    expect(outcomes.failed).toBeGreaterThan(100)
  })
})
