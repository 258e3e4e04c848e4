import type { Address } from '@tern/core'
import { type PracticeChain, startPracticeChain } from '@tern/practice-chain'
import { type RpcProxy, startProxy } from '@tern/practice-chain/proxy'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningServer, runServer } from '../apps/server/test/runningServer.ts'
import { expectAccessible } from './axe.ts'
import { bringWallet } from './onPage.ts'
import { closePages, openBrowser } from './openBrowser.ts'
import { passSlots } from './practiceRpc.ts'

let chain: PracticeChain
let second: RpcProxy
let server: RunningServer
let browser: Browser
let page: Page
let owner: Address
beforeAll(async () => {
  chain = await startPracticeChain()
  second = await startProxy({ upstream: chain.rpcUrl, subscriptions: chain.wsUrl })
  const pools = chain.world.filter(({ stage }) => stage === 'pool').map(({ pool }) => pool)
  server = await runServer({ RPC_URL: chain.rpcUrl, RPC_WS_URL: chain.wsUrl, POOLS: pools.slice(0, 1).join() })
  browser = await openBrowser()
  await newVisitor()
})
afterAll(async () => {
  await closePages()
  await server?.remove()
  await second?.close()
  await chain?.close()
})

/** Opens a page with a new wallet. */
async function newVisitor() {
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  owner = await bringWallet(page, server.url)
}

it('says where to send real money, and offers no practice money', async () => {
  await page.getByRole('link', { name: 'Deposit', exact: true }).click()
  await page.waitForURL(`**/wallets?deposit=${owner}`)
  const dialog = page.getByRole('dialog', { name: /^Deposit to / })
  await dialog.getByText(/^Send SOL or tokens on .+ only\. Compare the first and the last characters\.$/).waitFor()
  await dialog.getByRole('img', { name: /^QR code of the address of / }).waitFor()
  expect(await page.getByText('Get practice SOL').count()).toBe(0)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

const isSending = (url: string, body: string | null) =>
  url.endsWith('/api/spot/relayer') || body?.includes('"sendTransaction"') === true

async function preparePurchase(): Promise<void> {
  await fetch(chain.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'requestAirdrop', params: [owner, 5_000_000_000] }),
  })
  await page.getByRole('link', { name: 'Discover' }).first().click()
  await page.locator('a[href^="/t/"]').first().click()
  await page.getByLabel('Amount', { exact: true }).fill('0.1')
}

/** Waits until this many nodes have been asked if they know the trade's blockhash. */
function whenKnown(nodes: number): Promise<void> {
  const answered = new Set<string>()
  return new Promise(resolve => {
    page.on('response', response => {
      if (!response.request().postData()?.includes('"isBlockhashValid"')) return
      answered.add(response.url())
      if (answered.size === nodes) resolve()
    })
  })
}

/** Buys while no node gets the transaction, and goes to Activity. @returns the page's final text. */
async function loseTrade(nodes: number): Promise<string> {
  const known = whenKnown(nodes)
  await page.route('**/*', route =>
    isSending(route.request().url(), route.request().postData()) ? route.abort() : route.fallback(),
  )
  await page.getByRole('button', { name: /^Buy \S+$/ }).click()
  await page.getByText('Trying again.').waitFor()
  await known
  // 150 blocks of its life, 33 more that a proof waits for, and the blocks until all of these are final.
  await passSlots(chain, 230)
  const alert = page.getByRole('alert').filter({ hasText: 'Transaction expired' })
  await alert.waitFor()
  const text = (await alert.textContent()) ?? ''
  await page.getByRole('link', { name: 'Activity' }).first().click()
  return text
}

it('says that only one node reports an expired trade, if there is no other node', async () => {
  await preparePurchase()
  expect(await loseTrade(1)).toContain(
    'It can no longer land. Only one source says so. Nothing was spent: you can send it again.',
  )
  await page.getByText('safe to retry, says one source').waitFor()
  // The first trade does not hold up the second.
  await page.unroute('**/*')
  await page.getByRole('link', { name: 'Discover' }).first().click()
  await page.locator('a[href^="/t/"]').first().click()
  await page.getByRole('button', { name: /^Buy \S+$/ }).click()
  await page.getByRole('status').filter({ hasText: 'Order submitted:' }).waitFor()
  await page.context().close()
})

it('does not say so if the page has asked two nodes and both report that the trade expired', async () => {
  await server.stop()
  const two = {
    RPC_URL: `${chain.rpcUrl},${second.rpcUrl}/?api-key=s3cret`,
    RPC_WS_URL: `${chain.wsUrl},${second.wsUrl}`,
  }
  await server.start(two)
  await newVisitor()
  await preparePurchase()
  const asked = new Set<string>()
  const note = (one: { url(): string }) => asked.add(new URL(one.url()).pathname)
  page.on('request', note).on('websocket', note)
  const text = await loseTrade(2)
  expect(text).toContain('It can no longer land. Nothing was spent: you can send it again.')
  await page.getByText('safe to retry').waitFor()
  expect(await page.getByText('one source').count()).toBe(0)
  expect([...asked].filter(path => path.startsWith('/rpc/')).sort()).toEqual(['/rpc/1', '/rpc/2'])
  expect((await page.content()) + server.output()).not.toContain('s3cret')
  await page.context().close()
})
