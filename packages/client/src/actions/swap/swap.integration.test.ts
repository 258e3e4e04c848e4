import { rmSync } from 'node:fs'
import { createMemoryJournal } from '@tern/chain'
import {
  type Address,
  keyPairOwner,
  type Message,
  minimumOut,
  type Owner,
  token2022Program,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { deriveKey } from '@tern/practice-chain/internal/makers'
import type { Protocol } from '@tern/venues'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openMarket, sol } from '../../../test/market.ts'
import { openCpmmPool, recordTokens } from '../../../test/ownPools.ts'
import { doubting } from '../../../test/withPools.ts'
import type { Client } from '../../client.ts'
import { execute } from '../plan/execute.ts'
import type { Planned } from '../plan/plan.ts'
import { planAgain, plansIn } from '../plan/sentPlans.ts'
import { findRoutes } from './findRoutes.ts'
import { planSwap } from './planSwap.ts'
import type { SwapPlanRequest, SwapQuote } from './swap.ts'

const maker = await deriveKey('a test of swaps', 'maker')
const [red = expect.fail(), blue = expect.fail(), taxed = expect.fail()] = await Promise.all(
  ['red', 'blue', 'taxed'].map(async name => (await deriveKey('a test of swaps', name)).address),
)
const snapshotsDir = await recordTokens([red, blue], maker.address, new Map([[taxed, 250]]))
const market = await openMarket({ snapshotsDir })
afterAll(async () => {
  await market.close()
  rmSync(snapshotsDir, { recursive: true })
})

const makerClient = market.clientFor(await keyPairOwner(maker.keyPair))
const side = (mint: Address, amount: bigint) => ({
  ...{ mint, amount },
  program: mint === taxed ? token2022Program : tokenProgram,
})
const open = async (a: ReturnType<typeof side>, b: ReturnType<typeof side>, name?: string) =>
  openCpmmPool(makerClient, maker, {
    sides: [a, b],
    ...(name && { at: await deriveKey('a test of swaps', name) }),
  })
const millions = (n: bigint) => n * 10n ** 12n
const pools = [
  await open(side(wrappedNativeMint, 20n * sol), side(red, millions(2n))),
  await open(side(wrappedNativeMint, 10n * sol), side(red, millions(1n)), 'second pool'),
  await open(side(red, millions(5n)), side(taxed, millions(10n))),
  await open(side(taxed, millions(10n)), side(blue, millions(1n))),
]
const listed = pools.map(address => ({ protocol: 'raydium_cpmm' as const, address }))

// A new pool opens a second later.
beforeAll(() =>
  vi.waitFor(() => findRoutes(makerClient, { tokenIn: red, tokenOut: blue, exactIn: 1_000_000n }, { listed }), {
    timeout: 10_000,
    interval: 500,
  }),
)

function noting(owner: Owner) {
  const signed: Message[] = []
  const noted: Owner = {
    address: owner.address,
    signTransactions(messages, cosigners) {
      signed.push(...messages)
      return owner.signTransactions(messages, cosigners)
    },
  }
  return { signed, owner: noted }
}

async function trader(lamports = 20n * sol) {
  const { signed, owner } = noting(await market.newWallet(lamports))
  return { signed, owner: owner.address, client: market.clientWithoutFee(owner) }
}

const planOf = ({ plan, quote, reasons }: Planned<SwapPlanRequest, SwapQuote>) => {
  expect(reasons.map(({ text }) => text)).toEqual([])
  return { plan: plan ?? expect.fail('no plan'), quote: quote ?? expect.fail('no quote') }
}

async function done(client: Client, planned: Planned) {
  const { steps } = await execute(client, planned)
  expect(steps.map(({ status, error }) => error?.message ?? status)).toEqual(steps.map(() => 'confirmed'))
}

describe('a swap along a route', () => {
  it('takes three hops from SOL, through a token with a transfer fee, to the unit', async () => {
    const { owner, client, signed } = await trader()
    const request = { tokenIn: wrappedNativeMint, tokenOut: blue, exactIn: sol, slippageBps: 90, listed }
    const before = await market.lamportsOf(owner)
    const planned = await planSwap(client, request)
    const { plan, quote } = planOf(planned)
    expect(quote.route.paths.map(({ hops }) => hops.length)).toContain(3)
    await done(client, planned)
    expect(await market.tokensOf(owner, blue)).toBe(quote.amountOut)
    for (const { token, amount } of quote.leftovers) expect(await market.tokensOf(owner, token.mint)).toBe(amount)
    expect(quote.leftovers.map(({ token }) => token.mint).sort()).toEqual([red, taxed].sort())
    const costs = signed
      .flatMap(({ terms }) => Object.values(terms?.lamports ?? {}))
      .reduce((sum, one) => sum + one, 0n)
    expect(before - (await market.lamportsOf(owner))).toBe(sol + costs)
    expect(signed).toHaveLength(plan.messages.length)
  })

  it('takes three hops to SOL', async () => {
    const { owner, client } = await trader()
    await done(
      client,
      await planSwap(client, { tokenIn: wrappedNativeMint, tokenOut: blue, exactIn: sol, slippageBps: 0, listed }),
    )
    const held = await market.tokensOf(owner, blue)
    const before = await market.lamportsOf(owner)
    const planned = await planSwap(client, {
      tokenIn: blue,
      tokenOut: wrappedNativeMint,
      exactIn: held,
      slippageBps: 90,
      listed,
    })
    const { plan, quote } = planOf(planned)
    await done(client, planned)
    expect(await market.tokensOf(owner, blue)).toBe(0n)
    expect((await market.lamportsOf(owner)) - before).toBe(quote.amountOut - 5_000n * BigInt(plan.messages.length))
  })

  it('splits an amount over two paths in a single message', async () => {
    const { owner, client, signed } = await trader()
    const request = { tokenIn: wrappedNativeMint, tokenOut: red, exactIn: 3n * sol, slippageBps: 50, listed }
    const [best, single] = await findRoutes(client, request, { listed })
    expect(best.paths.map(({ hops }) => hops.map(({ pool }) => pool.address)).sort()).toEqual(
      [[pools[0]], [pools[1]]].sort(),
    )
    expect(best.paths.reduce((sum, { sharePercent }) => sum + sharePercent, 0)).toBe(100)
    expect(best.amountOut).toBeGreaterThan(single?.amountOut ?? 0n)
    const planned = await planSwap(client, request)
    expect(planOf(planned).quote.route.amountOut).toBe(best.amountOut)
    await done(client, planned)
    expect(await market.tokensOf(owner, red)).toBe(best.amountOut)
    expect(signed).toHaveLength(1)
  })

  it('raises the minimum of a path that was never compared with the chain, by a simulation of that path alone', async () => {
    const { owner, client, signed } = await trader()
    const [doubted = expect.fail(), other] = pools
    const move = async (request: Pick<SwapPlanRequest, 'tokenIn' | 'tokenOut'> & { readonly exactIn: bigint }) => {
      const route = [{ sharePercent: 100, pools: [{ protocol: 'raydium_cpmm' as const, address: doubted }] }]
      await done(makerClient, await planSwap(makerClient, { ...request, slippageBps: 5_000, route }))
    }
    const held = await market.tokensOf(maker.address, red)
    await move({ tokenIn: wrappedNativeMint, tokenOut: red, exactIn: 2n * sol })
    const request = { tokenIn: wrappedNativeMint, tokenOut: red, exactIn: 3n * sol, slippageBps: 50, listed }
    const planned = await planSwap(doubting(client, doubted), request)
    const { plan, quote } = planOf(planned)
    const exact = quote.route.paths.find(({ hops }) => hops[0]?.pool.address === other) ?? expect.fail('no split')
    expect(plan.isVerified).toBe(false)
    await move({
      tokenIn: red,
      tokenOut: wrappedNativeMint,
      exactIn: (await market.tokensOf(maker.address, red)) - held,
    })
    await done(doubting(client, doubted), planned)
    const got = await market.tokensOf(owner, red)
    expect(got).toBeGreaterThan(quote.amountOut)
    const min = minimumOut(got - exact.amountOut, 50) + minimumOut(exact.amountOut, 50)
    expect(signed.map(({ terms }) => terms?.receive)).toMatchObject([[{ mint: red, min }]])
  })

  it('brings an exact output along two hops, and takes no more than shown', async () => {
    const { owner, client } = await trader()
    const request = { tokenIn: wrappedNativeMint, tokenOut: taxed, exactOut: 10n ** 9n, slippageBps: 100, listed }
    const before = await market.lamportsOf(owner)
    const planned = await planSwap(client, request)
    const { plan, quote } = planOf(planned)
    expect(quote.route).toMatchObject({ mode: 'exactOut', paths: [{ sharePercent: 100 }] })
    await done(client, planned)
    expect(await market.tokensOf(owner, taxed)).toBe(10n ** 9n)
    const costs = plan.messages
      .flatMap(({ terms }) => Object.values(terms.lamports))
      .reduce((sum, one) => sum + one, 0n)
    const taken = before - (await market.lamportsOf(owner)) - costs
    expect(taken).toBe(quote.amountIn)
    expect(taken).toBeLessThanOrEqual(quote.maxIn)
  })

  it('lists the tokens that are held if a later transaction fails, and plans the rest again', async () => {
    const { owner: signer } = noting(await market.newWallet(20n * sol))
    const journal = createMemoryJournal()
    const client = market.clientFor(signer, { journal })
    const request = {
      tokenIn: wrappedNativeMint,
      tokenOut: taxed,
      exactIn: sol,
      slippageBps: 100,
      listed,
      inSteps: true,
    }
    const route = [
      {
        sharePercent: 100,
        pools: [pools[0], pools[2]].map(address => ({
          protocol: 'raydium_cpmm' as const,
          address: address ?? expect.fail(),
        })),
      },
    ]
    const planned = await planSwap(client, { ...request, route })
    const { plan, quote } = planOf(planned)
    const min = plan.messages[0]?.terms.receive?.[0]?.min ?? expect.fail()
    expect(plan.messages).toHaveLength(2)
    expect(quote.heldBetween).toMatchObject([[{ token: { mint: red }, minAmount: min }]])
    expect(plan.messages[1]?.terms).toMatchObject({
      spend: [{ mint: red, max: min }],
      receive: [{ mint: taxed, min: quote.minOut }],
    })
    expect(plan.totalLamports).toBeGreaterThan(sol + 10_000n)

    // Another trader moves the second pool's price once the first transaction has landed.
    const moving = {
      tokenIn: red,
      tokenOut: taxed,
      exactIn: millions(1n) / 2n,
      slippageBps: 5_000,
      route: [
        { sharePercent: 100, pools: [{ protocol: 'raydium_cpmm' as const, address: pools[2] ?? expect.fail() }] },
      ],
    }
    let moved: Promise<unknown> | undefined
    const holding: Owner = {
      address: signer.address,
      async signTransactions(messages, cosigners) {
        if (moved !== undefined) await moved
        moved ??= Promise.resolve()
        return signer.signTransactions(messages, cosigners)
      },
    }
    const { steps } = await execute({ ...client, owner: holding }, planned, {
      onSteps(now) {
        if (now[0]?.status === 'confirmed' && moved !== undefined && now[1]?.status === 'waiting')
          moved = planSwap(makerClient, moving).then(one => done(makerClient, one))
      },
    })
    expect(steps.map(({ status }) => status)).toEqual(['confirmed', 'failed'])
    // The chain itself refused it.
    expect(steps[1]).toMatchObject({ signature: expect.any(String), error: { code: 'program/slippageExceeded' } })
    expect(await market.tokensOf(signer.address, red)).toBeGreaterThanOrEqual(min)
    expect(await market.tokensOf(signer.address, taxed)).toBe(0n)

    const [sent] = plansIn(await journal.list())
    expect(sent).toMatchObject({ stand: 'stopped', kind: 'swap' })
    const again = await planAgain(client, sent?.id ?? expect.fail())
    const { plan: rest } = planOf(again as Planned<SwapPlanRequest, SwapQuote>)
    expect(rest.messages).toHaveLength(1)
    expect(rest.messages[0]?.terms.receive?.[0]?.min).toBeLessThan(quote.minOut)
    await done(client, again)
    expect(await market.tokensOf(signer.address, taxed)).toBeGreaterThan(0n)
    expect(plansIn(await journal.list())).toMatchObject([{ stand: 'done' }])
  })

  it('says why it cannot be made', async () => {
    const { client } = await trader(sol)
    const codes = async (request: SwapPlanRequest, by: Client = client) =>
      (await planSwap(by, request)).reasons.map(({ code }) => code)
    const some = { tokenIn: wrappedNativeMint, tokenOut: red, exactIn: sol / 10n, slippageBps: 100, listed }
    expect(await codes(some)).toEqual([])
    const stranger = await planSwap({ ...client, owner: undefined }, some)
    expect(stranger.reasons.map(({ code }) => code)).toEqual(['owner/missing'])
    expect(stranger.quote?.minOut).toBeGreaterThan(0n)
    expect(await codes({ ...some, exactIn: sol })).toEqual(['plan/notEnoughSol'])
    expect(await codes({ ...some, tokenIn: red, tokenOut: wrappedNativeMint })).toEqual(['token/inputAccountNotFound'])
    expect(await codes({ ...some, tokenOut: wrappedNativeMint })).toEqual(['route/sameToken'])
    expect(await codes({ ...some, exactIn: 0n })).toEqual(['quote/zeroAmount'])
    expect(await codes({ ...some, tokenOut: maker.address })).toEqual(['route/noRoute'])
    const one = (address: Address, protocol: Protocol = 'raydium_cpmm') => ({
      sharePercent: 100,
      pools: [{ protocol, address }],
    })
    const [first, , second] = pools as [Address, Address, Address]
    expect(await codes({ ...some, route: [] })).toEqual(['route/malformed'])
    expect(await codes({ ...some, route: [one(first), one(first)] })).toEqual(['route/malformed'])
    expect(await codes({ ...some, route: [one(second)] })).toEqual(['quote/tokenNotInPool'])
    expect(await codes({ ...some, tokenOut: blue, route: [one(first)] })).toEqual(['quote/tokenOutNotInPool'])
    expect(await codes({ ...some, route: [one(first, 'raydium_clmm')] })).toEqual(['layout/wrongOwner'])
    // Raydium's router swaps in Raydium's pools alone, and the practice chain does not have it.
    const curve = market.worldToken(({ protocol }) => protocol === 'moonit')
    const foreign = { ...some, tokenOut: curve.mint, route: [one(curve.pool, 'moonit')] }
    expect(await codes({ ...foreign, byRouterProgram: true })).toEqual(['route/poolType'])
    // The practice chain has no router program.
    expect(await codes({ ...some, byRouterProgram: true })).toEqual(['route/invalidProgram'])
  })
})

describe('a swap between tokens of two venues', () => {
  const all = market.practice.world.filter(({ stage }) => stage === 'pool' || stage === 'curve')
  const each = [...new Map(all.map(token => [`${token.protocol} ${token.stage}`, token])).values()]
  const pairs = each.map((token, n) => {
    const next = each[(n + 1) % each.length] ?? expect.fail()
    return [`${token.protocol} to ${next.protocol}`, token.mint, next.mint] as const
  })

  it.each(pairs)('%s', async (_, from, to) => {
    const { owner, client } = await trader()
    const settings = { slippageBps: 300, listed: each.map(({ protocol, pool }) => ({ protocol, address: pool })) }
    await done(
      client,
      await planSwap(client, { tokenIn: wrappedNativeMint, tokenOut: from, exactIn: sol / 5n, ...settings }),
    )
    const exactIn = await market.tokensOf(owner, from)
    const planned = await planSwap(client, { tokenIn: from, tokenOut: to, exactIn, ...settings })
    const { quote } = planOf(planned)
    await done(client, planned)
    expect(await market.tokensOf(owner, from)).toBe(0n)
    expect(await market.tokensOf(owner, to)).toBe(quote.amountOut)
    expect(quote.amountOut).toBeGreaterThanOrEqual(quote.minOut)
  })
})

describe('a swap between a LaunchLab curve and a Raydium pool', () => {
  const onCurve = market.worldToken(({ protocol, stage }) => protocol === 'raydium_launchlab' && stage === 'curve')
  const inPool = (protocol: Protocol) => market.worldToken(one => one.protocol === protocol && one.stage === 'pool')
  const [clmm, cpmm] = [inPool('raydium_clmm'), inPool('raydium_cpmm')]

  it.each([
    ['LaunchLab to CLMM', onCurve, clmm],
    ['CLMM to LaunchLab', clmm, onCurve],
    ['LaunchLab to CPMM', onCurve, cpmm],
    ['CPMM to LaunchLab', cpmm, onCurve],
  ] as const)('%s: found, quoted and executed to the unit', async (_, from, to) => {
    const { owner, client, signed } = await trader()
    const held = { tokenIn: wrappedNativeMint, tokenOut: from.mint, exactIn: sol / 5n, slippageBps: 100 }
    await done(client, await planSwap(client, held))
    const request = { tokenIn: from.mint, tokenOut: to.mint, exactIn: await market.tokensOf(owner, from.mint) }
    const listed = [from, to].map(({ protocol, pool }) => ({ protocol, address: pool }))
    const [found] = await findRoutes(client, request, { listed })
    expect(found.paths.map(({ hops }) => hops.map(({ pool }) => `${pool.protocol} ${pool.address}`))).toEqual([
      [from, to].map(({ protocol, pool }) => `${protocol} ${pool}`),
    ])
    const [first, second] = found.paths[0]?.hops ?? []
    expect(second?.quote.amountIn).toBe(first?.quote.amountOut)
    const planned = await planSwap(client, { ...request, slippageBps: 0, listed })
    const { plan, quote } = planOf(planned)
    expect(quote.amountOut).toBe(found.amountOut)
    // Without slippage, the chain refuses an output that is one unit less.
    expect(plan.messages.at(-1)?.terms.receive).toMatchObject([{ mint: to.mint, min: found.amountOut }])
    const [before, bought] = [await market.lamportsOf(owner), signed.length]
    await done(client, planned)
    expect(await market.tokensOf(owner, from.mint)).toBe(0n)
    expect(await market.tokensOf(owner, to.mint)).toBe(found.amountOut)
    // The second pool took all that the first one brought.
    const costs = signed.slice(bought).flatMap(({ terms }) => Object.values(terms?.lamports ?? {}))
    expect(before - (await market.lamportsOf(owner))).toBe(costs.reduce((sum, one) => sum + one, 0n))
  })
})
