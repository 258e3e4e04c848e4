import type { Instruction } from '@solana/kit'
import { compileMessage, computeBudgetInstructions, sendTransaction } from '@tern/chain'
import { ownWrappedAccount } from '@tern/chain/internal'
import { associatedTokenAddress, type Owner, tokenProgram, wrappedNativeMint } from '@tern/core'
import { worldCandidates } from '@tern/practice-chain/internal/makers'
import { decodeGlobal } from '@tern/venues/pumpfun'
import { encodeMigrate, globalAddress, migratedPoolAddress } from '@tern/venues/pumpfun/internal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressOf, openMarket, planOf, priorityFeeLamports, requestFor, sol, texts } from '../../../test/market.ts'
import { findPools } from '../../findPools.ts'
import { buy, maxBuy, planBuy } from './buy.ts'
import { planSell, sell } from './sell.ts'
import type { TradeRequest } from './trade.ts'

/** Slow proofs run under `npm run proof` only. */
const isProof = process.env.PROOF === '1'

const market = await openMarket()
const { clientFor, newWallet, read, lamportsOf, tokensOf, worldToken, feeWallet } = market
afterAll(market.close)

const token = worldToken(({ stage, protocol }) => stage === 'graduated' && protocol === 'pumpfun')
const pool = { protocol: 'pumpamm' as const, address: await migratedPoolAddress(token.mint) }
const request = (amountIn: bigint, settings: Partial<TradeRequest> = {}) => ({
  ...{ mint: token.mint, pool, amountIn, slippageBps: 100, priorityFeeLamports },
  ...settings,
})

/** Sends instructions for which the client has no action. */
async function land(owner: Owner, instructions: readonly Instruction[]) {
  const { chain, providers } = clientFor(owner)
  const lifetime = await chain.readBlockhash()
  const [signed] = await owner.signTransactions([compileMessage({ feePayer: owner.address, lifetime, instructions })])
  if (signed === undefined) expect.fail('not signed')
  expect((await sendTransaction(chain, signed, { providers })).status).toBe('confirmed')
}

/** Anyone may move a complete curve to its pool. */
beforeAll(async () => {
  const owner = await newWallet(10n * sol)
  const global = await read(globalAddress)
  const { withdraw_authority: withdrawAuthority } = decodeGlobal(global?.data ?? new Uint8Array())
  const { mint, program } = token
  const migrate = await encodeMigrate({ user: owner.address, withdrawAuthority, mint, tokenProgram: program })
  await land(owner, [...computeBudgetInstructions({ unitLimit: 400_000, priorityFeeLamports }), migrate])
})

describe('a token whose curve moved to a pool', () => {
  it('is bought and sold there exactly as quoted, through the wallet’s own wrapped account', async () => {
    const owner = await newWallet(10n * sol)
    const client = clientFor(owner)
    const wrapped = await associatedTokenAddress(owner.address, wrappedNativeMint, tokenProgram)
    const feesBefore = await lamportsOf(feeWallet)

    const bought = await planBuy(client, request(sol))
    const { plan, quote, preview } = planOf(bought)
    expect(plan.temporary?.address).toBe(wrapped)
    expect(preview.pay.reduce((sum, { lamports }) => sum + lamports, 0n)).toBe(preview.totalLamports)
    const landed = await buy(client, bought)
    const rent = plan.opens.reduce((sum, { lamports }) => sum + lamports, 0n)
    expect(landed).toMatchObject({
      status: 'confirmed',
      amountIn: quote.amountIn,
      amountOut: quote.amountOut,
      rent,
    })
    expect(await tokensOf(owner.address, token.mint)).toBe(quote.amountOut)
    expect((await lamportsOf(feeWallet)) - feesBefore).toBe(sol / 100n)
    expect(await read(wrapped)).toBeNull()
    const left = 10n * sol - quote.amountIn - sol / 100n - (landed.networkFee ?? 0n) - rent
    expect(await lamportsOf(owner.address)).toBe(left)

    const sold = await planSell(client, request(quote.amountOut))
    const back = planOf(sold)
    const proceeds = await sell(client, sold)
    expect(proceeds).toMatchObject({ status: 'confirmed', amountIn: quote.amountOut, amountOut: back.quote.amountOut })
    expect(await tokensOf(owner.address, token.mint)).toBe(0n)
    expect(await read(wrapped)).toBeNull()
    const saleFee = back.quote.amountOut / 100n
    expect(await lamportsOf(owner.address)).toBe(
      left + back.quote.amountOut - saleFee - (proceeds.networkFee ?? 0n) - (proceeds.rent ?? 0n),
    )
  })

  it('leaves earlier wrapped SOL alone in a buy', async () => {
    const owner = await newWallet(10n * sol)
    const { address, opens } = await ownWrappedAccount(owner.address, sol / 2n, 'kept')
    await land(owner, opens)
    const before = await lamportsOf(owner.address)
    const bought = await planBuy(clientFor(owner), request(sol))
    const { plan, quote } = planOf(bought)
    expect(plan.temporary).toMatchObject({ address, closes: undefined })
    const landed = await buy(clientFor(owner), bought)
    expect(landed).toMatchObject({ status: 'confirmed', amountIn: quote.amountIn, amountOut: quote.amountOut })
    // The part of the amount that the swap did not need stays wrapped.
    expect(await tokensOf(owner.address, wrappedNativeMint)).toBe(sol / 2n + sol - quote.amountIn)
    const rent = plan.opens.reduce((sum, { lamports }) => sum + lamports, 0n)
    expect(before - (await lamportsOf(owner.address))).toBe(sol + sol / 100n + (landed.networkFee ?? 0n) + rent)
  })
})

describe('a trade that names no pool', () => {
  it('F49 uses the pool that pays the most: the curve’s new pool, not the curve', async () => {
    const owner = await newWallet(10n * sol)
    const client = clientFor(owner)
    const { pool: _, ...unnamed } = request(sol)
    const bought = planOf(await planBuy(client, unnamed))
    expect(bought.plan.pool).toMatchObject(pool)
    expect(bought.quote).toEqual(planOf(await planBuy(client, request(sol))).quote)
    const found = await findPools(client, token.mint)
    expect(found.map(one => [one.pool.protocol, one.pool.address])).toEqual([
      ['pumpamm', pool.address],
      ['pumpfun', token.pool],
    ])
    expect(found.map(({ depth }) => depth !== undefined)).toEqual([true, false])
    expect(found.map(({ stage }) => stage)).toEqual(['trading', 'migrated'])
    expect(await found[1]?.pool.graduation?.()).toEqual(pool)
    expect(await maxBuy(client, unnamed)).toBe(await maxBuy(client, request(sol)))
  })

  it('F49 is refused on the curve, with the token’s new pool', async () => {
    const [reason, ...more] = (await planBuy(clientFor(undefined), requestFor(token, sol))).reasons
    expect(reason).toMatchObject({
      code: 'quote/complete',
      error: { facts: { pool: token.pool, stage: 'migrated', movesTo: pool } },
      text: `All tokens of the bonding curve are sold: it trades in its pool ${pool.address} now`,
    })
    expect(more).toEqual([])
  })

  it('finds tokens of the world in the world’s own pools, of every protocol and stage', async () => {
    const client = clientFor(undefined)
    const { world } = market.practice
    const first = [...new Map(world.toReversed().map(one => [`${one.protocol} ${one.stage}`, one])).values()]
    for (const { mint, protocol, pool: address } of isProof ? world : first) {
      // The addresses of these pools follow from an order book. Before a first trade, only a list names such a pool.
      const named = ['raydium_stable', 'raydiumammv4'].includes(protocol) ? [{ protocol, address }] : []
      const found = await findPools(client, mint, { listed: [...(await worldCandidates(mint)), ...named] })
      expect(
        found.map(one => one.pool.address),
        protocol,
      ).toContain(address)
    }
  })

  it('is refused without a pool, and reports a complete curve that has not moved', async () => {
    const client = clientFor(undefined)
    const settings = { amountIn: sol, slippageBps: 100, priorityFeeLamports }
    expect(texts(await planBuy(client, { mint: addressOf(7), ...settings }))).toEqual(['cannot found pool'])
    const waiting = market.practice.world.filter(({ stage, mint }) => stage === 'graduated' && mint !== token.mint)
    // The operators of these programs choose the pool, so it cannot be derived.
    const unforeseen: readonly string[] = ['boop', 'moonit']
    for (const { mint, protocol } of waiting) {
      // Terms that only this world has do not derive from the mint.
      if ((await findPools(client, mint)).length === 0) continue
      const [reason] = (await planBuy(client, { mint, ...settings })).reasons
      if (unforeseen.includes(protocol)) {
        expect(reason?.text).toBe('All tokens of the bonding curve are sold: it moves to its pool next')
        continue
      }
      expect(reason).toMatchObject({
        code: 'quote/complete',
        error: { facts: { stage: 'complete', movesTo: { address: expect.any(String) } } },
        text: expect.stringMatching(/: it moves to its pool [1-9A-HJ-NP-Za-km-z]{32,44} next$/),
      })
    }
    expect(waiting.some(({ protocol }) => !unforeseen.includes(protocol))).toBe(true)
  })
})
