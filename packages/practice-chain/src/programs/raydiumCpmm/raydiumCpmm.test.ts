import { createSignerFromKeyPair } from '@solana/kit'
import { type AccountSet, type Address, tokenProgram, wrappedNativeMint } from '@tern/core'
import {
  encodeSwapBaseInput,
  encodeSwapBaseOutput,
  program,
  readTrade,
  raydiumCpmm as venue,
} from '@tern/venues/raydiumCpmm'
import { encodeDeposit, encodeInitialize, encodeWithdraw, poolStateLayout } from '@tern/venues/raydiumCpmm/internal'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  amountIn,
  createAta,
  initializeAccounts,
  liquidityAccounts,
  poolState,
  swapAccounts,
  syncNative,
} from '../../../test/cpmm.ts'
import { type Instruction, type KeyPairSigner, refusalOf, sign, transfer } from '../../../test/transactions.ts'
import type { Bank, TransactionRecord } from '../../bank/bank.ts'
import { createBank } from '../../bank/createBank.ts'
import { createSeededWorld, type WorldToken } from '../../world/seededWorld.ts'

const beginsAt = 1_790_000_000n
const sol = 1_000_000_000n

let bank: Bank
let maker: KeyPairSigner
let tokens: readonly WorldToken[]
let wrapped: Address

beforeAll(async () => {
  const world = await createSeededWorld('cpmm', beginsAt)
  let now = Number(beginsAt) * 1_000
  bank = await createBank({ slotMs: 0, now: () => (now += 400), genesis: world.genesis })
  maker = await createSignerFromKeyPair(world.marketMaker.keyPair)
  tokens = world.tokens.filter(({ protocol }) => protocol === 'raydium_cpmm')
  const create = await createAta(maker.address, wrappedNativeMint, tokenProgram)
  wrapped = create.accounts?.[1]?.address as Address
  await land(create, transfer(maker.address, wrapped, 5_000n * sol), syncNative(wrapped))
})

async function land(...instructions: Instruction[]): Promise<TransactionRecord> {
  await bank.tick()
  const result = await bank.submit(await sign(bank.latestBlockhash().blockhash, [maker], instructions))
  expect(result).toMatchObject({ accepted: true })
  const record = result.accepted ? bank.transaction(result.signature) : null
  if (record === null) throw new TypeError('nothing landed')
  return record
}

async function refused(...instructions: Instruction[]): Promise<unknown> {
  await bank.tick()
  return refusalOf(bank, await sign(bank.latestBlockhash().blockhash, [maker], instructions))
}

async function openPool(address: Address) {
  const read = new Map<Address, ReturnType<Bank['account']>>()
  for (let wanted = await venue.accountsToRead(address, read); wanted.length > 0; ) {
    for (const one of wanted) read.set(one, bank.account(one))
    wanted = await venue.accountsToRead(address, read)
  }
  return venue.open(address, read as AccountSet)
}

const custom = (code: number) => ({ InstructionError: [0, { Custom: code }] })

describe('the simulated program', () => {
  it('pays and takes exactly the venue’s quote, on every pool, in both directions and modes', async () => {
    for (const { mint, pool } of tokens) {
      const buy = await swapAccounts(bank, { pool, payer: maker.address, mintIn: wrappedNativeMint })
      const sell = await swapAccounts(bank, { pool, payer: maker.address, mintIn: mint })
      for (const accounts of [buy, sell]) {
        for (const exact of ['in', 'out'] as const) {
          const opened = await openPool(pool)
          const tokenIn = accounts.input_token_mint
          const amount = exact === 'in' ? 987_654_321n : 1_234_567n
          const quote = opened.quote(
            exact === 'in' ? { tokenIn, exactIn: amount } : { tokenIn, exactOut: amount },
            bank.clock(),
          )
          const before = [accounts.input_token_account, accounts.output_token_account].map(one => amountIn(bank, one))
          const record = await land(
            exact === 'in'
              ? encodeSwapBaseInput(accounts, quote.amountIn, quote.amountOut)
              : encodeSwapBaseOutput(accounts, quote.amountIn, quote.amountOut),
          )
          const after = [accounts.input_token_account, accounts.output_token_account].map(one => amountIn(bank, one))
          expect((before[0] ?? 0n) - (after[0] ?? 0n)).toBe(quote.amountIn)
          expect((after[1] ?? 0n) - (before[1] ?? 0n)).toBe(quote.amountOut)
          const data = record.logs.find(line => line.startsWith('Program data: '))?.slice(14) ?? ''
          expect(readTrade(Buffer.from(data, 'base64'))).toMatchObject({
            pool,
            amountIn: quote.amountIn,
            amountOut: quote.amountOut,
          })
        }
      }
    }
  }, 60_000)

  it('sees the first swap’s effects in a second swap', async () => {
    const [token] = tokens
    const { mint, pool } = token as WorldToken
    const buy = await swapAccounts(bank, { pool, payer: maker.address, mintIn: wrappedNativeMint })
    const before = amountIn(bank, buy.output_token_account)
    const record = await land(encodeSwapBaseInput(buy, sol, 1n), encodeSwapBaseInput(buy, sol, 1n))
    const [first, second] = record.logs
      .filter(line => line.startsWith('Program data: '))
      .map(line => readTrade(Buffer.from(line.slice(14), 'base64')))
    expect(first?.amountOut).toBeGreaterThan(second?.amountOut ?? 0n)
    expect(amountIn(bank, buy.output_token_account) - before).toBe((first?.amountOut ?? 0n) + (second?.amountOut ?? 0n))
    expect(record.innerInstructions.map(({ instructions }) => instructions.length)).toEqual([2, 2])
    expect(mint).toBe(buy.output_token_mint)
  })

  it('fails with the program’s numbers, and logs the reason', async () => {
    const { mint, pool } = tokens[0] as WorldToken
    const buy = await swapAccounts(bank, { pool, payer: maker.address, mintIn: wrappedNativeMint })
    expect(await refused(encodeSwapBaseInput(buy, sol, 2n ** 60n))).toEqual(custom(6005))
    expect(await refused(encodeSwapBaseInput({ ...buy, output_vault: buy.input_vault }, sol, 1n))).toEqual(custom(2012))
    expect(await refused(encodeSwapBaseInput({ ...buy, pool_state: maker.address }, sol, 1n))).toEqual(custom(3007))
    expect(
      await refused(encodeSwapBaseInput({ ...buy, output_token_mint: mint, input_token_mint: mint }, sol, 1n)),
    ).toEqual(custom(2012))
    expect(await refused({ ...encodeSwapBaseInput(buy, sol, 1n), data: new Uint8Array(8) })).toEqual(custom(101))
    expect(await refused({ ...encodeSwapBaseInput(buy, sol, 1n), accounts: [] })).toEqual(custom(3005))
    const wire = await sign(bank.latestBlockhash().blockhash, [maker], [encodeSwapBaseInput(buy, sol, 2n ** 60n)])
    const answer = bank.simulate(wire)
    const logs = answer.simulated ? answer.result.logs : []
    expect(logs[1]).toBe('Program log: Instruction: SwapBaseInput')
    expect(logs[2]).toContain('Error Code: ExceededSlippage. Error Number: 6005.')
  })

  it('refuses a pool that is closed to swaps, or not open yet', async () => {
    const { pool } = tokens[1] as WorldToken
    const buy = await swapAccounts(bank, { pool, payer: maker.address, mintIn: wrappedNativeMint })
    const account = bank.account(pool)
    if (account === null) throw new TypeError('no pool')
    const state = poolState(bank, pool)
    for (const change of [{ status: 4 }, { open_time: 2n ** 40n }]) {
      bank.setAccount(pool, { ...account, data: poolStateLayout.encode({ ...state, ...change }) })
      expect(await refused(encodeSwapBaseInput(buy, sol, 1n))).toEqual(custom(6000))
    }
    bank.setAccount(pool, account)
    expect(await refused(encodeSwapBaseInput(buy, sol, 1n))).toBe(undefined)
  })

  it('makes a pool, takes deposits and pays them back', async () => {
    const { mint, program: owner } = tokens.find(token => token.program === tokenProgram) as WorldToken
    const init = await initializeAccounts(
      maker.address,
      1,
      { mint, program: owner },
      { mint: wrappedNativeMint, program: tokenProgram },
    )
    const taken = bank.account(init.pool_state) !== null
    const accounts = taken
      ? await initializeAccounts(
          maker.address,
          0,
          { mint, program: owner },
          { mint: wrappedNativeMint, program: tokenProgram },
        )
      : init
    const units = {
      programAddress: 'ComputeBudget111111111111111111111111111111' as Address,
      data: Uint8Array.of(2, 0x40, 0x0d, 3, 0),
    }
    await land(units, encodeInitialize(accounts, { amount0: 3n * sol, amount1: 5n * sol, openTimeSeconds: 0n }))
    // The next second at the earliest.
    const { open_time } = poolState(bank, accounts.pool_state)
    expect(open_time > beginsAt && open_time <= bank.clock().unixTimestamp + 1n).toBe(true)
    expect(bank.account(accounts.pool_state)?.owner).toBe(program)
    const liquidity = poolState(bank, accounts.pool_state).lp_supply
    expect(amountIn(bank, accounts.creator_lp_token)).toBe(liquidity - 100n)
    const lp = await liquidityAccounts(bank, accounts.pool_state, maker.address)
    await land(encodeDeposit(lp, { lpAmount: 1_000_000n, maxAmount0: 2n ** 60n, maxAmount1: 2n ** 60n }))
    expect(poolState(bank, accounts.pool_state).lp_supply).toBe(liquidity + 1_000_000n)
    await land(encodeWithdraw(lp, { lpAmount: 1_000_000n, minAmount0: 1n, minAmount1: 1n }))
    expect(poolState(bank, accounts.pool_state).lp_supply).toBe(liquidity)
    expect(await refused(encodeDeposit(lp, { lpAmount: 1_000_000n, maxAmount0: 1n, maxAmount1: 1n }))).toEqual(
      custom(6005),
    )
    expect(await refused(encodeWithdraw(lp, { lpAmount: 2n ** 60n, minAmount0: 1n, minAmount1: 1n }))).toEqual(
      custom(2506),
    )
  })
})
