import { type Client, createClient } from '@tern/client'
import { parseAmount, tokenProgram, usdcMint, wrappedNativeMint } from '@tern/core'
import { type PracticeChain, startPracticeChain } from '@tern/practice-chain'
import { deriveKey } from '@tern/practice-chain/internal/makers'
import { loadVenue } from '@tern/venues'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningServer, runServer } from '../apps/server/test/runningServer.ts'
import { openCpmmPool, recordTokens } from '../packages/client/test/ownPools.ts'
import { bringWallet } from './onPage.ts'
import { closePages, openBrowser } from './openBrowser.ts'

const holder = await deriveKey('a test', 'holder')
const { address: inUsdc } = await deriveKey('a test', 'in USDC')
const { address: unopened } = await deriveKey('a test', 'not open yet')

let chain: PracticeChain
let client: Client
let server: RunningServer
let browser: Browser
let page: Page

beforeAll(async () => {
  chain = await startPracticeChain({
    seed: 'tern',
    snapshotsDir: await recordTokens([inUsdc, unopened, usdcMint], holder.address),
  })
  client = createClient({ rpc: chain.rpcUrl })
  // A cluster, so the server knows no pool at first.
  server = await runServer({ RPC_URL: chain.rpcUrl })
  browser = await openBrowser()
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
})

afterAll(async () => {
  await closePages()
  await server?.remove()
  client?.chain.close()
  await chain?.close()
})

const tokenOf = (protocol: string) => {
  const token = chain.world.find(one => one.protocol === protocol && one.stage !== 'graduated')
  if (token === undefined) throw new RangeError(`no token on ${protocol}`)
  return token
}

it('says on Welcome that nothing is listed yet', async () => {
  await page.goto(server.url)
  const list = page.getByRole('region', { name: 'Trading right now' })
  await list.getByText('Tokens appear here once the server finds their pools.').waitFor()
  expect(await list.getByRole('link').count()).toBe(0)
})

it('opens the token of a pool from a link in the search, ready to trade, although nothing is listed', async () => {
  const { mint, pool, symbol } = tokenOf('pumpfun')
  await page.goto(`${server.url}/discover`)
  await page.getByText('No tokens yet').waitFor()
  await page.keyboard.press('/')
  await page.getByRole('combobox').fill(`Buy “https://dexscreener.com/solana/${pool}?maker=x” now\u200B`)
  await page.getByRole('option', { name: 'Open this address' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: symbol }).waitFor()
  await page.waitForURL(`**/t/${mint}`)
  await page.getByText('No wallet found', { exact: false }).waitFor()
  await page.getByRole('link', { name: 'Discover', exact: true }).first().click()
  await page.locator(`main a[href="/t/${mint}"]:visible`).first().waitFor()
})

it('opens a token from the list’s own field, too', async () => {
  const { mint, symbol } = tokenOf('raydium_cpmm')
  await page.getByLabel('Find a token').fill(`CA: ${mint}`)
  await page.getByRole('link', { name: 'Open this address' }).click()
  await page.getByRole('heading', { name: symbol }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/t/${mint}`)
})

it('swaps for a pasted mint that no list has, along the route through its pool', async () => {
  const { mint, pool, decimals } = tokenOf('raydium_launchlab')
  await page.goto(`${server.url}/swap`)
  await page.getByRole('button', { name: 'Token to receive', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Token to receive' })
  await dialog.getByLabel('Find a token').fill(`CA: ${mint}`)
  const row = dialog.getByRole('listitem').filter({ hasText: `${mint.slice(0, 4)}…` })
  await row.getByRole('button').click()
  await dialog.waitFor({ state: 'detached' })
  expect(new URL(page.url()).searchParams.get('to')).toBe(mint)
  await page.getByRole('textbox', { name: 'You pay', exact: true }).fill('0.1')
  const route = page.getByRole('region', { name: 'Route', exact: true })
  await route.getByText('raydium_launchlab').waitFor()
  expect(await route.locator('.swap-hop').count()).toBe(1)
  const received = page.getByRole('textbox', { name: 'You receive', exact: true })
  const curve = await client.chain.read(await loadVenue('raydium_launchlab'), pool)
  const request = { tokenIn: wrappedNativeMint, exactIn: 100_000_000n }
  const { amountOut } = curve.quote(request, await client.chain.readClock())
  expect(parseAmount(await received.inputValue(), decimals)).toBe(amountOut)
})

it('swaps through a pasted stable pool, whose table routes do not read on their own', async () => {
  const { mint, pool } = tokenOf('raydium_stable')
  await page.goto(`${server.url}/swap`)
  await page.getByRole('button', { name: 'Token to receive', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Token to receive' })
  await dialog.getByLabel('Find a token').fill(pool)
  await dialog
    .getByRole('listitem')
    .filter({ hasText: `${mint.slice(0, 4)}…` })
    .getByRole('button')
    .click()
  await page.getByRole('textbox', { name: 'You pay', exact: true }).fill('0.1')
  const route = page.getByRole('region', { name: 'Route', exact: true })
  await route.getByText('raydium_stable').waitFor()
  expect(await route.locator('.swap-hop').count()).toBe(1)
})

it('says why a pasted mint without pools has no route', async () => {
  await page.goto(`${server.url}/swap`)
  await page.getByRole('button', { name: 'Token to receive', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Token to receive' })
  await dialog.getByLabel('Find a token').fill(unopened)
  await dialog
    .getByRole('listitem')
    .filter({ hasText: `${unopened.slice(0, 4)}…` })
    .getByRole('button')
    .click()
  await page.getByRole('textbox', { name: 'You pay', exact: true }).fill('0.1')
  // A visitor's button creates a wallet, so the form and the route say the reason.
  await page.getByText('No pools connect these tokens', { exact: true }).waitFor()
  await page.getByRole('region', { name: 'Route', exact: true }).getByText('No pools connect these tokens.').waitFor()
})

it('names currency and venue of a token that does not trade for SOL', async () => {
  const side = (mint: typeof inUsdc) => ({ mint, program: tokenProgram, amount: 10n ** 9n })
  await openCpmmPool(client, holder, { sides: [side(inUsdc), side(usdcMint)] })
  await page.goto(`${server.url}/t/${inUsdc}`)
  await page.getByRole('heading', { name: 'Trades against USDC only' }).waitFor()
  await page.getByText(`${inUsdc} trades against USDC, on raydium_cpmm. Tern trades against SOL only`).waitFor()
  const unknown = holder.address
  await page.goto(`${server.url}/t/${unknown}`)
  await page.getByRole('heading', { name: 'Token not found' }).waitFor()
})

it('says on the page and in the list when a pool opens, and trades the token from then on', async () => {
  const side = (mint: typeof unopened) => ({ mint, program: tokenProgram, amount: 10n ** 9n })
  const inAWhile = BigInt(Math.floor(Date.now() / 1000) + 45)
  await openCpmmPool(client, holder, { sides: [side(unopened), side(wrappedNativeMint)], opensAtSeconds: inAWhile })
  await bringWallet(page, server.url)
  // The router follows the address, which is faster than loading the page.
  await page.evaluate(path => history.pushState(null, '', path), `/t/${unopened}`)
  const button = page.getByRole('button', { name: /^The pool opens at \d+ \w+, \d\d:\d\d$/ })
  await button.waitFor()
  await page
    .getByRole('group', { name: 'Token summary' })
    .getByText(/^Opens$/)
    .waitFor()
  const other = await page.context().newPage()
  await other.goto(`${server.url}/discover`)
  await other.getByText('Not open yet').first().waitFor()
  await page.bringToFront()
  await page.getByRole('button', { name: 'Enter an amount' }).waitFor({ timeout: 100_000 })
  await other.close()
})
