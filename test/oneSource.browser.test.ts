import { type PracticeChain, startPracticeChain } from '@tern/practice-chain'
import { type RunningServer, runServer } from '@tern/server/runningServer'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWallet } from './onPage.ts'
import { openBrowser } from './openBrowser.ts'

let chain: PracticeChain
let server: RunningServer
let browser: Browser
beforeAll(async () => {
  // A transaction lives 150 blocks: some seconds here.
  chain = await startPracticeChain({ slotMs: 50 })
  const pools = chain.world.filter(({ stage }) => stage === 'pool').map(({ pool }) => pool)
  server = await runServer({ RPC_URL: chain.rpcUrl, RPC_WS_URL: chain.wsUrl, POOLS: pools.slice(0, 1).join() })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.remove()
  await chain?.close()
})

const isSending = (url: string, body: string | null) =>
  url.endsWith('/api/spot/relayer') || body?.includes('"sendTransaction"') === true

it('says of a trade that expired that one node says so, where there is no other', async () => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  page.setDefaultTimeout(90_000)
  const owner = await createWallet(page, server.url)
  await fetch(chain.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'requestAirdrop', params: [owner, 5_000_000_000] }),
  })
  await page.getByRole('link', { name: 'Discover' }).first().click()
  await page.locator('a[href^="/t/"]').first().click()
  await page.getByLabel('Amount', { exact: true }).fill('0.1')
  await page.route('**/*', route =>
    isSending(route.request().url(), route.request().postData()) ? route.abort() : route.fallback(),
  )
  await page.getByRole('button', { name: /^Buy \S+$/ }).click()
  const told = page.getByRole('alert').filter({ hasText: 'Transaction expired' })
  await told.waitFor()
  expect(await told.textContent()).toContain(
    'It can no longer land. One source says so; there is no other to ask. Nothing was spent: you can send it again.',
  )
  await page.getByRole('link', { name: 'Activity' }).first().click()
  await page.getByText('one source says so; safe to send again').waitFor()
  // The second one is not held up by the first.
  await page.unroute('**/*')
  await page.getByRole('link', { name: 'Discover' }).first().click()
  await page.locator('a[href^="/t/"]').first().click()
  await page.getByRole('button', { name: /^Buy \S+$/ }).click()
  await page.getByRole('status').filter({ hasText: 'Order submitted:' }).waitFor()
})
