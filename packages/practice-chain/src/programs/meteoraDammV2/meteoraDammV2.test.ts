import { createSignerFromKeyPair } from '@solana/kit'
import { type AccountSet, type Address, systemProgram } from '@tern/core'
import { program, meteoraDammV2 as venue } from '@tern/venues/meteoraDammV2'
import { type BaseFee, encodeInitializeCustomizablePool, poolLayout } from '@tern/venues/meteoraDammV2/internal'
import { readEvents } from '@tern/venues/read'
import { beforeAll, describe, expect, it } from 'vitest'
import { amountIn } from '../../../test/cpmm.ts'
import { createPoolAccounts, flatFee, parametersOf, placeToken } from '../../../test/dammV2.ts'
import { type Instruction, type KeyPairSigner, newSigner, sign } from '../../../test/transactions.ts'
import type { Bank } from '../../bank/bank.ts'
import { createBank } from '../../bank/createBank.ts'
import { deriveKey } from '../../world/deriveKey.ts'

const manyUnits: Instruction = {
  programAddress: 'ComputeBudget111111111111111111111111111111' as Address,
  data: Uint8Array.of(2, 0x80, 0x1a, 6, 0),
}
const limiter: BaseFee = {
  ...{ mode: 'rateLimiter', cliff_fee_numerator: 10_000_000n, fee_increment_bps: 150, max_limiter_duration: 40_000 },
  ...{ max_fee_bps: 5_000, reference_amount: 1_000_000_000n },
}

let bank: Bank
let payer: KeyPairSigner

beforeAll(async () => {
  let now = 1_790_000_000_000
  bank = await createBank({ slotMs: 0, now: () => (now += 400), genesis: new Map() })
  payer = await createSignerFromKeyPair((await deriveKey('dammV2', 'payer')).keyPair)
  bank.setAccount(payer.address, {
    ...{ owner: systemProgram, lamports: 10n ** 12n, executable: false, data: new Uint8Array() },
  })
})

async function send(signers: readonly [KeyPairSigner, ...KeyPairSigner[]], ...list: readonly Instruction[]) {
  await bank.tick()
  const wire = await sign(bank.latestBlockhash().blockhash, signers, [manyUnits, ...list])
  const result = await bank.submit(wire, { preflight: 'skip' })
  const record = result.accepted ? bank.transaction(result.signature) : null
  return record ?? expect.fail('nothing landed')
}

/** Creates a pool of two new tokens. With `feeBps`, the first has a transfer fee. */
async function createPool(fee: BaseFee, others: Parameters<typeof parametersOf>[1] = {}, feeBps?: number) {
  const [mintA, mintB, nft] = await Promise.all([newSigner(), newSigner(), newSigner()])
  const mints = [mintA.address, mintB.address] as const
  const programs = [
    await placeToken(bank, { mint: mintA.address, owner: payer.address, feeBps }),
    await placeToken(bank, { mint: mintB.address, owner: payer.address }),
  ] as const
  const accounts = await createPoolAccounts(payer.address, { nftMint: nft.address, mints, programs })
  const record = await send([payer, nft], encodeInitializeCustomizablePool(accounts, parametersOf(fee, others)))
  expect(record.err).toBe(null)
  return { pool: accounts.pool, mints, accounts: [accounts.payer_token_a, accounts.payer_token_b] as const }
}

async function openPool(address: Address) {
  const read = new Map<Address, ReturnType<Bank['account']>>()
  for (let wanted = await venue.accountsToRead(address, read); wanted.length > 0; ) {
    for (const one of wanted) read.set(one, bank.account(one))
    wanted = await venue.accountsToRead(address, read)
  }
  return venue.open(address, read as AccountSet)
}

describe('the simulated program', () => {
  it.each([
    ['a flat fee', flatFee, {}, undefined],
    ['a rate limiter', limiter, { collect_fee_mode: 1 }, undefined],
    ['a fee that compounds and one on transfers', flatFee, { collect_fee_mode: 2, compounding_fee_bps: 5_000 }, 77],
  ] as const)('makes a pool with %s that pays the venue’s quotes', async (_, fee, others, feeBps) => {
    const { pool, mints, accounts } = await createPool(fee, others, feeBps)
    for (const side of [0, 1] as const)
      for (const asked of [{ exactIn: 7_654_321_987n }, { exactOut: 1_234_567n }]) {
        const opened = await openPool(pool)
        const quote = opened.quote({ tokenIn: mints[side], ...asked }, bank.clock())
        const [tokenAccountIn, tokenAccountOut] = side === 0 ? accounts : [accounts[1], accounts[0]]
        const before = [amountIn(bank, tokenAccountIn), amountIn(bank, tokenAccountOut)] as const
        const parties = { owner: payer.address, payer: payer.address, tokenAccountIn, tokenAccountOut }
        const limit = 'exactIn' in asked ? quote.amountOut : quote.amountIn
        const instructions = await opened.swap(quote, limit, parties)
        const record = await send([payer], ...instructions)
        expect(record.err).toBe(null)
        expect(before[0] - amountIn(bank, tokenAccountIn)).toBe(quote.amountIn)
        expect(amountIn(bank, tokenAccountOut) - before[1]).toBe(quote.amountOut)
        const refused = await send(
          [payer],
          ...(await opened.swap(quote, 'exactIn' in asked ? limit + 1n : 1n, parties)),
        )
        expect(refused.err).toEqual({ InstructionError: [1, { Custom: 6002 }] })
      }
  })

  it('emits the program’s events for pools and trades', async () => {
    const { pool, mints, accounts } = await createPool(flatFee)
    const opened = await openPool(pool)
    const quote = opened.quote({ tokenIn: mints[0], exactIn: 1_000_000n }, bank.clock())
    const [tokenAccountIn, tokenAccountOut] = accounts
    const parties = { owner: payer.address, payer: payer.address, tokenAccountIn, tokenAccountOut }
    const instructions = await opened.swap(quote, 1n, parties)
    const record = await send([payer], ...instructions)
    const calls = record.innerInstructions.flatMap(inner => inner.instructions)
    const executed = {
      logs: record.logs,
      inner: calls.map(({ data }) => ({ program, data: Uint8Array.from(data) })),
      instructions: instructions.map(({ accounts: metas = [], data = [] }) => ({
        ...{ program, accounts: metas.map(({ address }) => address), data: Uint8Array.from(data) },
      })),
    }
    expect(await readEvents(program, executed)).toMatchObject([
      { kind: 'trade', pool, amountIn: quote.amountIn, amountOut: quote.amountOut, trader: payer.address },
    ])
    expect(poolLayout.decode(bank.account(pool)?.data ?? new Uint8Array())).toMatchObject({ total_position: 1n })
  })

  it('allows a single trade per transaction under a rate limiter, and checks that', async () => {
    const { pool, mints, accounts } = await createPool(limiter, { collect_fee_mode: 1 })
    const opened = await openPool(pool)
    const quote = opened.quote({ tokenIn: mints[1], exactIn: 1_000_000n }, bank.clock())
    const [tokenAccountOut, tokenAccountIn] = accounts
    const parties = { owner: payer.address, payer: payer.address, tokenAccountIn, tokenAccountOut }
    const [swap] = await opened.swap(quote, 0n, parties)
    if (swap === undefined) return expect.fail('no swap')
    expect((await send([payer], swap, swap)).err).toEqual({ InstructionError: [2, { Custom: 6049 }] })
    const hidden = { ...swap, accounts: swap.accounts?.slice(0, 14) ?? [] }
    expect((await send([payer], hidden)).err).toEqual({ InstructionError: [1, { Custom: 6049 }] })
    expect((await send([payer], swap)).err).toBe(null)
  })

  it('refuses a pool that is disabled or not open yet', async () => {
    const { pool, mints, accounts } = await createPool(flatFee)
    const opened = await openPool(pool)
    const quote = opened.quote({ tokenIn: mints[0], exactIn: 1_000_000n }, bank.clock())
    const [tokenAccountIn, tokenAccountOut] = accounts
    const parties = { owner: payer.address, payer: payer.address, tokenAccountIn, tokenAccountOut }
    const account = bank.account(pool)
    if (account === null) return expect.fail('no pool')
    const state = poolLayout.decode(account.data)
    for (const change of [{ pool_status: 1 }, { activation_point: bank.clock().unixTimestamp + 1_000n }]) {
      bank.setAccount(pool, { ...account, data: poolLayout.encode({ ...state, ...change }) })
      const { err } = await send([payer], ...(await opened.swap(quote, 0n, parties)))
      expect(err).toEqual({ InstructionError: [1, { Custom: 6003 }] })
    }
  })
})
