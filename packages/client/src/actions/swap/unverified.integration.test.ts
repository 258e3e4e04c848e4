import { type Message, maximumIn, minimumOut, type Owner, wrappedNativeMint } from '@tern/core'
import type { WorldToken } from '@tern/practice-chain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMarket, sol } from '../../../test/market.ts'
import { doubting } from '../../../test/withPools.ts'
import type { Client } from '../../client.ts'
import { execute } from '../plan/execute.ts'
import type { Planned } from '../plan/plan.ts'
import { planSwap } from './planSwap.ts'
import type { RouteChoice, SwapPlanRequest, SwapQuote } from './swap.ts'

const market = await openMarket()
const { newWallet, worldToken, tokensOf } = market
afterAll(market.close)
const token = worldToken(({ symbol }) => symbol === 'HELM')
const other = worldToken(({ protocol, stage }) => protocol === 'meteora_damm_v2' && stage === 'pool')
/** The special case of a LaunchLab token with a transfer fee has no evidence from a program or a trade. */
const charging = worldToken(({ symbol }) => symbol === 'BISKT')
const nameOf = ({ protocol, pool }: WorldToken) => ({ protocol, address: pool })
const through = (...tokens: readonly WorldToken[]): RouteChoice => [{ sharePercent: 100, pools: tokens.map(nameOf) }]

let owner: Owner
const signed: Message[] = []
beforeAll(async () => {
  const wallet = await newWallet(30n * sol)
  owner = {
    address: wallet.address,
    signTransactions(messages, cosigners) {
      signed.push(...messages)
      return wallet.signTransactions(messages, cosigners)
    },
  }
})

const planOf = ({ plan, quote, reasons }: Planned<SwapPlanRequest, SwapQuote>) => {
  expect(reasons.map(({ text }) => text)).toEqual([])
  return { plan: plan ?? expect.fail('no plan'), quote: quote ?? expect.fail('no quote') }
}

async function done(client: Client, planned: Planned<SwapPlanRequest, SwapQuote>) {
  planOf(planned)
  signed.length = 0
  const { steps } = await execute(client, planned)
  expect(steps.map(({ status, error }) => error?.message ?? status)).toEqual(steps.map(() => 'confirmed'))
}

/** Somebody else buys the token. @returns sells it all again. */
async function buyUp(of: WorldToken, exactIn: bigint) {
  const stranger = await newWallet(100n * sol)
  const client = market.clientWithoutFee(stranger)
  const move = async (request: Pick<SwapPlanRequest, 'tokenIn' | 'tokenOut'> & { exactIn: bigint }) => {
    const planned = await planSwap(client, { ...request, slippageBps: 5_000, route: through(of) })
    const { steps } = await execute(client, planned)
    expect(steps.map(({ status }) => status)).toEqual(['confirmed'])
  }
  await move({ tokenIn: wrappedNativeMint, tokenOut: of.mint, exactIn })
  return async () =>
    move({ tokenIn: of.mint, tokenOut: wrappedNativeMint, exactIn: await tokensOf(stranger.address, of.mint) })
}

const slippageBps = 100
const buying = { tokenIn: wrappedNativeMint, tokenOut: token.mint, exactIn: sol, slippageBps, route: through(token) }

describe('a swap through a pool of a kind that was never compared with the chain', () => {
  it('says so, and takes its minimum from the simulation of its own message if that is higher', async () => {
    const fall = await buyUp(token, 40n * sol)
    const client = doubting(market.clientWithoutFee(owner), token.pool)
    const planned = await planSwap(client, buying)
    const { plan, quote } = planOf(planned)
    expect(plan.isVerified).toBe(false)
    expect(planOf(await planSwap(market.clientWithoutFee(owner), buying)).plan.isVerified).toBe(true)
    await fall()
    await done(client, planned)
    const got = await tokensOf(owner.address, token.mint)
    expect(got).toBeGreaterThan(quote.amountOut)
    expect(signed.map(({ terms }) => terms?.receive)).toMatchObject([[{ min: minimumOut(got, slippageBps) }]])
  })

  it('takes the maximum of an exact output from it, and the minimum in SOL', async () => {
    const fall = await buyUp(token, 40n * sol)
    const client = doubting(market.clientWithoutFee(owner), token.pool)
    const exactOut = 10n ** 9n
    const wanted = { tokenIn: wrappedNativeMint, tokenOut: token.mint, exactOut, slippageBps, route: through(token) }
    const planned = await planSwap(client, wanted)
    await fall()
    const [lamports, held] = [await market.lamportsOf(owner.address), await tokensOf(owner.address, token.mint)]
    await done(client, planned)
    expect((await tokensOf(owner.address, token.mint)) - held).toBe(exactOut)
    const [message] = signed
    const paid = lamports - (await market.lamportsOf(owner.address)) - (message?.terms?.lamports.networkFee ?? 0n)
    expect(paid).toBeLessThan(planOf(planned).quote.amountIn)
    const max = maximumIn(paid, slippageBps)
    const { amountIn } = planOf(planned).quote
    expect(message?.terms?.spend).toMatchObject([{ max: max > amountIn ? max : amountIn }])

    const selling = { tokenIn: token.mint, tokenOut: wrappedNativeMint, exactIn: held, slippageBps }
    const sale = await planSwap(client, { ...selling, route: through(token) })
    const before = await market.lamportsOf(owner.address)
    await buyUp(token, 20n * sol)
    await done(client, sale)
    const [sold] = signed
    const got = (await market.lamportsOf(owner.address)) - before + (sold?.terms?.lamports.networkFee ?? 0n)
    expect(got).toBeGreaterThan(planOf(sale).quote.amountOut)
    expect(sold?.terms?.receive).toMatchObject([{ min: minimumOut(got, slippageBps) }])
  })

  it('is refused unsigned if the simulation brings less than the minimum', async () => {
    const client = doubting(market.clientWithoutFee(owner), token.pool)
    const planned = await planSwap(client, buying)
    await buyUp(token, 40n * sol)
    signed.length = 0
    for (let tries = 0; tries < 2; tries++)
      await expect(execute(client, planned)).rejects.toMatchObject({ code: 'program/slippageExceeded' })
    expect(signed).toEqual([])
  })

  it('is of a LaunchLab token with a transfer fee, bought and swapped on', async () => {
    const client = market.clientWithoutFee(owner)
    const bought = await planSwap(client, {
      ...{ tokenIn: wrappedNativeMint, tokenOut: charging.mint, exactIn: sol, slippageBps, route: through(charging) },
    })
    expect(planOf(bought).plan.isVerified).toBe(false)
    await done(client, bought)
    const exactIn = await tokensOf(owner.address, charging.mint)
    expect(signed.map(({ terms }) => terms?.receive)).toMatchObject([[{ min: minimumOut(exactIn, slippageBps) }]])
    const route = through(charging, other)
    const on = await planSwap(client, { tokenIn: charging.mint, tokenOut: other.mint, exactIn, slippageBps, route })
    expect(planOf(on).plan.isVerified).toBe(false)
    await done(client, on)
    expect(await tokensOf(owner.address, other.mint)).toBe(planOf(on).quote.amountOut)
  })
})
