import { buy, type Client, createClient, planBuy } from '@tern/client'
import { type Address, keyPairOwner, parseAmount } from '@tern/core'
import { type PracticeChain, startPracticeChain } from '@tern/practice-chain'
import { type RpcProxy, startProxy } from '@tern/practice-chain/proxy'
import type { Browser, BrowserContext, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type RunningServer, runServer } from '../apps/server/test/runningServer.ts'
import { namedPlans, planOf } from '../packages/chain/test/fakeCluster/namedPlans.ts'
import { bringWallet } from './onPage.ts'
import { closePages, openBrowser } from './openBrowser.ts'
import { canLand, playFaults } from './playFaults.ts'
import { passSlots } from './practiceRpc.ts'

/** A chain behind three nodes. A page asks each node directly. */
let chain: PracticeChain
let client: Client
let proxies: readonly RpcProxy[]
let server: RunningServer
let browser: Browser
beforeAll(async () => {
  chain = await startPracticeChain()
  client = createClient({ rpc: chain.rpcUrl })
  const upstream = { upstream: chain.rpcUrl, subscriptions: chain.wsUrl }
  proxies = await Promise.all([startProxy(upstream), startProxy(upstream)])
  const nodes = [chain, ...proxies]
  const pools = chain.world.filter(({ stage }) => stage === 'pool').map(({ pool }) => pool)
  server = await runServer({
    RPC_URL: nodes.map(({ rpcUrl }) => rpcUrl).join(),
    RPC_WS_URL: nodes.map(({ wsUrl }) => wsUrl).join(),
    POOLS: pools.slice(0, 1).join(),
  })
  browser = await openBrowser()
})
afterAll(async () => {
  await closePages()
  await server?.remove()
  client?.chain.close()
  await Promise.all((proxies ?? []).map(proxy => proxy.close()))
  await chain?.close()
})

const patience = { timeout: 100_000, interval: 200 }
const fund = 5_000_000_000n

/** Returns the executed transactions of a wallet, except the oldest, the deposit. */
async function executed(owner: Address): Promise<readonly string[]> {
  const all = await client.chain.rpc.getSignaturesForAddress(owner).send()
  return all.slice(0, -1).map(({ signature }) => signature)
}

async function balanceOf(owner: Address): Promise<bigint> {
  return (await client.chain.readAccounts([owner], { maxAgeMs: 0 })).get(owner)?.lamports ?? 0n
}

/** Opens a page with a wallet that has SOL, and finds the button that buys tokens for 0.1 SOL. */
async function readyToBuy(context: BrowserContext) {
  const page = await context.newPage()
  const owner = await bringWallet(page, server.url)
  await client.chain.rpc.requestAirdrop(owner, fund as Parameters<typeof client.chain.rpc.requestAirdrop>[1]).send()
  await vi.waitUntil(async () => (await balanceOf(owner)) === fund, patience)
  await page.getByRole('link', { name: 'Discover' }).first().click()
  await page.locator('a[href^="/t/"]').first().click()
  await page.getByLabel('Amount', { exact: true }).fill('0.1')
  const buy = page.getByRole('button', { name: /^Buy [A-Z0-9]+$/ })
  await buy.waitFor()
  return { page, owner, buy }
}

/** Moves the price beyond the slippage limit by a large purchase of the market maker. */
async function raisePrice(): Promise<void> {
  const { mint, protocol, pool } = chain.world.find(({ stage }) => stage === 'pool') ?? expect.fail('no pool')
  const maker = createClient({ rpc: chain.rpcUrl, owner: await keyPairOwner(chain.marketMaker) })
  const request = { mint, pool: { protocol, address: pool }, slippageBps: 5_000, priorityFeeLamports: 0n }
  expect((await buy(maker, await planBuy(maker, { ...request, amountIn: 80_000_000_000n }))).status).toBe('confirmed')
  maker.chain.close()
}

const sends = (route: Route) => route.request().postData()?.includes('"sendTransaction"') === true

describe('a page that buys under a plan of faults signs once, and reports the outcome in the end', () => {
  it.each(Object.entries(namedPlans))('%s', async (_, faults) => {
    const isLanding = canLand(planOf(faults))
    // If the trade can land, the faults end after 15 s, so that the test stays short.
    const plan = planOf(isLanding ? { ...faults, healedAtMs: 15_000 } : faults)
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const played = await playFaults(context, plan)
    const { page, owner, buy } = await readyToBuy(context)
    played.begin()
    await buy.dblclick()

    if (isLanding) {
      const toast = page.getByRole('status').filter({ hasText: 'Order submitted:' })
      await toast.waitFor()
      await expect.poll(() => executed(owner), patience).toEqual([...played.signatures])
      expect(await toast.count()).toBeLessThanOrEqual(1)
      expect(await balanceOf(owner)).toBeLessThan(fund - 100_000_000n)
      // The page stops following a final trade.
      await passSlots(chain, 40)
    } else {
      await vi.waitUntil(() => played.signatures.size > 0, patience)
      await page.waitForTimeout(3_000)
      await passSlots(chain, 230)
      await page.getByRole('alert').filter({ hasText: 'Nothing was spent: you can send it again.' }).waitFor()
      expect(await executed(owner)).toEqual([])
      expect(await balanceOf(owner)).toBe(fund)
    }
    const noted = () => page.evaluate(() => localStorage.getItem('trade-transaction-notifies') ?? '{}')
    await expect.poll(noted, patience).toBe('{}')
    expect(played.signatures.size).toBe(1)
    await context.close()
  })
})

describe('a page that has bought', () => {
  let context: BrowserContext
  beforeEach(async () => {
    context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  })
  afterEach(() => context.close())

  it('F29 reports that a fork took the trade back, sends the same bytes again, and reports the new outcome', async () => {
    const { page, owner, buy } = await readyToBuy(context)
    await buy.click()
    const bought = page.getByRole('status').filter({ hasText: 'Order submitted:' })
    await bought.waitFor()
    const [signature] = await executed(owner)
    // Everything that the page sends from here on is lost, until the page has reported the fork.
    let isLost = true
    await context.route(/\/rpc(\/\d+)?$|\/api\/spot\/relayer$/, route =>
      isLost && (sends(route) || route.request().url().endsWith('/relayer')) ? route.abort() : route.fallback(),
    )
    const { getSignatureStatuses, getSlot } = client.chain.rpc
    const [status] = (
      await getSignatureStatuses([signature] as unknown as Parameters<typeof getSignatureStatuses>[0]).send()
    ).value
    const slot = await getSlot({ commitment: 'processed' }).send()
    // Roll back the trade's block and later blocks only. The block before may have the trade's blockhash.
    await chain.rollback(slot - (status?.slot ?? slot) + 1n)
    await page.getByRole('alert').filter({ hasText: 'The chain rolled the transaction back' }).waitFor()
    expect(await executed(owner)).toEqual([])
    expect(await balanceOf(owner)).toBe(fund)
    isLost = false
    await bought.waitFor()
    await expect.poll(() => executed(owner), patience).toEqual([signature])
    await passSlots(chain, 40)
    expect(await executed(owner)).toEqual([signature])
  })

  it('F24 reports a failure on chain, and its cost under Activity', async () => {
    const { page, owner, buy: button } = await readyToBuy(context)
    const held: Route[] = []
    await context.route(/\/rpc(\/\d+)?$|\/api\/spot\/relayer$/, route =>
      sends(route) || route.request().url().endsWith('/relayer') ? void held.push(route) : route.fallback(),
    )
    await button.click()
    await expect.poll(() => held.length, patience).toBeGreaterThan(0)
    await raisePrice()
    await context.unrouteAll()
    await Promise.all(held.map(route => route.continue().catch(() => undefined)))
    await page.getByRole('alert').filter({ hasText: 'The price moved beyond the slippage limit' }).waitFor()

    await page.getByRole('link', { name: 'Activity' }).first().click()
    const line = page.getByRole('region', { name: 'Transactions' }).locator('ul.transactions > li').first()
    await line.getByRole('button', { name: /^Buy / }).click()
    const fee = line.locator('dl > div').filter({ hasText: 'Network and priority fee' }).locator('dd data')
    await fee.waitFor()
    const shown = parseAmount((await fee.getAttribute('value')) ?? '', 9)
    expect(shown).toBeGreaterThan(5_000n)
    expect(fund - (await balanceOf(owner))).toBe(shown)
    await line.locator('.note').getByText('The price moved beyond the slippage limit').waitFor()
  })

  it('F21 reads a new blockhash before it signs after a sleep, because the old one has expired', async () => {
    let isAsleep = false
    await context.routeWebSocket(/\/api\/stream$/, socket => {
      const line = socket.connectToServer()
      line.onMessage(text => {
        if (!isAsleep || !text.includes('"blockhash":')) socket.send(text)
      })
    })
    // A sleeping tab runs no timers, so the 8 s timer that detects a halted chain must not run.
    await context.addInitScript(() => {
      const later = window.setTimeout
      const never = (...[work, ms]: Parameters<typeof later>) => (ms === 8_000 ? 0 : later(work, ms))
      Object.assign(window, { setTimeout: never })
    })
    const { page, owner, buy } = await readyToBuy(context)
    isAsleep = true
    await passSlots(chain, 170)
    const asked: string[] = []
    page.on('request', request => {
      const body = request.postData() ?? ''
      if (body.includes('"getLatestBlockhash"')) asked.push('blockhash')
      if (body.includes('"sendTransaction"') || request.url().endsWith('/relayer')) asked.push('send')
    })
    // Does both in one step, because an awake page soon notices ten minutes without an event.
    await buy.evaluate((button: HTMLButtonElement) => {
      const now = Date.now
      Date.now = () => now() + 600_000
      button.click()
    })
    await page.getByRole('status').filter({ hasText: 'Order submitted:' }).waitFor()
    expect([...new Set(asked)]).toEqual(['blockhash', 'send'])
    expect(await executed(owner)).toHaveLength(1)
    await passSlots(chain, 40)
  })

  it('F40 goes on after its server is killed before any node has the transaction, and buys once', async () => {
    const { page, owner, buy } = await readyToBuy(context)
    let held = 0
    await context.route(/\/rpc(\/\d+)?$|\/api\/spot\/relayer$/, route => {
      if (!sends(route) && !route.request().url().endsWith('/relayer')) return route.fallback()
      held++
      return route.abort()
    })
    await buy.click()
    await expect.poll(() => held, patience).toBeGreaterThan(0)
    await server.kill()
    await context.unrouteAll()
    await page.getByRole('alert').filter({ hasText: 'Your Tern server does not answer.' }).waitFor()
    expect(await executed(owner)).toEqual([])
    await server.start()
    await page.getByRole('status').filter({ hasText: 'Order submitted:' }).waitFor()
    await passSlots(chain, 40)
    expect(await executed(owner)).toHaveLength(1)
  })
})
