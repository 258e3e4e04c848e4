import { parseAmount } from '@tern/core'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { RunningServer } from '../apps/server/test/runningServer.ts'
import { expectAccessible } from './axe.ts'
import { figure, previewOn, startPractising, trade } from './onPage.ts'
import { closePages, listenTo, openBrowser } from './openBrowser.ts'
import { buyAsOther } from './otherTrader.ts'
import { practiceRpc } from './practiceRpc.ts'
import { practiceServer } from './practiceServer.ts'
import { isProof } from './proof.ts'
import { type ListedToken, withoutTables } from './swaps.ts'

const patience = { timeout: 100_000, interval: 200 }
const wrapped = 'So11111111111111111111111111111111111111112'

let server: RunningServer
let context: BrowserContext
let page: Page
let address: string
/** Two tokens of different venues. Each trades against SOL, so a swap between them takes two pools. */
let one: ListedToken
let other: ListedToken
/** A token on a bonding curve. */
let curve: ListedToken
const complaints: string[] = []
const chain = practiceRpc(() => server.port)
const { procedure, lamportsOf, tokensOf } = chain

beforeAll(async () => {
  // No maker trades, so a swap pays exactly its quote.
  server = await practiceServer()
  const browser = await openBrowser()
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  listenTo(context, complaints)
  page = await context.newPage()
  address = await startPractising(page, server.url)
  const listed = await procedure<readonly ListedToken[]>('tokens.list')
  const plain = listed.filter(token => token.scale === null && token.transferFeeBps === null)
  one = plain.find(({ protocol }) => protocol === 'raydium_cpmm') ?? expect.fail('no pool of raydium_cpmm')
  other = plain.find(({ protocol }) => protocol === 'raydium_clmm') ?? expect.fail('no pool of raydium_clmm')
  curve = plain.findLast(({ protocol }) => protocol === 'pumpfun') ?? expect.fail('no curve of pumpfun')
  await page.goto(`${server.url}/swap?from=${wrapped}&to=${one.mint}`)
  await field('You pay').fill('0.5')
  await trade(page, `Swap 0.5 SOL for ${one.symbol}`, [])
  await vi.waitUntil(async () => (await tokensOf(address, one.mint)) > 0n, patience)
})

afterAll(closePages)

const field = (name: 'You pay' | 'You receive') => page.getByRole('textbox', { name, exact: true })
const route = () => page.getByRole('region', { name: 'Route', exact: true })
const mainButton = (name: string | RegExp) => page.getByRole('button', { name })

describe('a swap that is cut off or fails', () => {
  it('of several transactions continues after a reload between the transactions', async () => {
    await withoutTables(context, server.port)
    await page.goto(`${server.url}/swap?from=${one.mint}&to=${other.mint}`)
    await field('You pay').fill('20%')
    await page.getByText('Takes 2 transactions').waitFor()
    await page.getByText(/If transaction 2 fails, you hold at least [\d.,]+ SOL instead/).waitFor()
    await route()
      .getByText(/^[\d,]+ \+ [\d,]+ of 1,232 B$/)
      .waitFor()
    await mainButton(/^Swap .+ for /).waitFor()
    const before = { one: await tokensOf(address, one.mint), other: await tokensOf(address, other.mint) }
    expect(complaints).toEqual([])
    // Once the first transaction is out, the page reaches no node, so it neither sees it land nor signs the second.
    let isOut = false
    await context.route('**/*', async asked => {
      const url = asked.request().url()
      const body = asked.request().postData() ?? ''
      if (!/\/rpc|relayer/.test(url)) return asked.fallback()
      if (isOut) return asked.abort()
      const isSent = body.includes('sendTransaction') || url.includes('relayer')
      await asked.continue()
      isOut ||= isSent
    })
    await mainButton(/^Swap .+ for /).click()
    await expect.poll(() => tokensOf(address, one.mint), patience).toBe(before.one - before.one / 5n)
    await context.unroute('**/*')
    await page.reload()
    const stopped = page.getByRole('region', { name: 'Stopped swap' })
    await stopped.getByText('1 of 2 transactions landed').waitFor()
    expect(await tokensOf(address, other.mint)).toBe(before.other)
    await stopped.getByRole('button', { name: /^Swap the rest: / }).click()
    await expect.poll(() => tokensOf(address, other.mint), patience).toBeGreaterThan(before.other)
    await stopped.waitFor({ state: 'detached' })
    expect(await tokensOf(address, one.mint)).toBe(before.one - before.one / 5n)
    await context.unroute(/poolTables/)
    // The browser reports each request that was cut off.
    complaints.length = 0
  })

  it.runIf(isProof)('says that a swap failed on chain, and that nothing was swapped', async () => {
    await page.goto(`${server.url}/swap?from=${wrapped}&to=${curve.mint}`)
    await field('You pay').fill('0.01')
    await mainButton(`Swap 0.01 SOL for ${curve.symbol}`).waitFor()
    const before = await tokensOf(address, curve.mint)
    // Between the signature and the block, somebody else moves the price beyond the slippage.
    let moved: Promise<unknown> | undefined
    await context.route('**/*', async asked => {
      const isSent =
        asked.request().url().includes('relayer') || asked.request().postData()?.includes('sendTransaction')
      if (isSent && moved === undefined) moved = buyAsOther([server.port, chain], curve, 10_000_000_000n)
      if (isSent) await moved
      await asked.fallback()
    })
    await mainButton(`Swap 0.01 SOL for ${curve.symbol}`).click()
    const toast = page.getByRole('alert').filter({ hasText: 'Nothing was swapped.' })
    await toast.waitFor()
    await context.unroute('**/*')
    expect(await toast.textContent()).toMatch(new RegExp(`Swap 0.01\\sSOL for ${curve.symbol}\\.`))
    expect(await tokensOf(address, curve.mint)).toBe(before)
    await page.getByRole('region', { name: 'Your recent swaps' }).getByText('failed').waitFor()
    await expectAccessible(page)
    await toast.getByRole('button', { name: /^(Close|Dismiss)/ }).click()
    await page.goto(`${server.url}/activity`)
    await page.getByText('The price moved beyond the slippage limit').first().waitFor()
  })

  it.runIf(isProof)(
    'of two transactions lists the held tokens before and after the second fails, and continues',
    async () => {
      await withoutTables(context, server.port)
      await page.goto(`${server.url}/swap?from=${one.mint}&to=${other.mint}`)
      await field('You pay').fill('20%')
      const warning = page.getByText(/If transaction 2 fails, you hold at least [\d.,]+ SOL instead/)
      await warning.waitFor()
      await mainButton(/^Swap .+ for /).waitFor()
      const [, held = ''] = /at least ([\d.,]+) SOL/.exec((await warning.textContent()) ?? '') ?? []
      const promised = await previewOn(page)
      const fees = figure(promised, 'Priority fee', 9) + figure(promised, 'Network fee', 9)
      const read = async () => ({
        sol: await lamportsOf(address),
        one: await tokensOf(address, one.mint),
        other: await tokensOf(address, other.mint),
      })
      const before = await read()
      // Once the second transaction is signed, somebody else moves the price beyond the slippage.
      const sent = new Set<string>()
      let moved: Promise<unknown> | undefined
      await context.route(/\/rpc|relayer/, async asked => {
        const body = asked.request().postData() ?? ''
        const [, relayed, direct] = /"encodedTx":"([^"]+)"|"sendTransaction","params":\["([^"]+)"/.exec(body) ?? []
        const wire = relayed ?? direct
        if (wire !== undefined) sent.add(wire)
        if (wire !== undefined && sent.size > 1) {
          moved ??= buyAsOther([server.port, chain], other, 30_000_000_000n)
          await moved
        }
        await asked.fallback()
      })
      await mainButton(/^Swap .+ for /).click()
      const toast = page.getByRole('alert').filter({ hasText: '1 of 2 transactions landed.' })
      await toast.waitFor()
      await context.unroute(/\/rpc|relayer/)
      await context.unroute(/poolTables/)
      expect((await toast.textContent())?.replace(/\s/g, ' ')).toContain(
        `You hold at least ${held} SOL. Swap the rest on the Swap page.`,
      )
      const after = await read()
      expect(after.one).toBe(before.one - before.one / 5n)
      expect(after.other).toBe(before.other)
      expect(after.sol - before.sol + fees).toBeGreaterThanOrEqual(parseAmount(held.replaceAll(',', ''), 9))
      const stopped = page.getByRole('region', { name: 'Stopped swap' })
      await stopped.getByText(`You hold at least ${held} SOL from it.`).waitFor()
      await expectAccessible(page)
      await stopped
        .getByRole('button', { name: new RegExp(`^Swap the rest: ${held.replaceAll('.', '\\.')} SOL for at least `) })
        .click()
      await expect.poll(() => tokensOf(address, other.mint), patience).toBeGreaterThan(before.other)
      await stopped.waitFor({ state: 'detached' })
    },
  )

  it('without an error on the console or a refused request', () => {
    expect(complaints).toEqual([])
  })
})
