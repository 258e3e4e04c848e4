import { parseAmount } from '@tern/core'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunningServer } from '../apps/server/test/runningServer.ts'
import { expectAccessible } from './axe.ts'
import { figure, receiptOn, startPractising, trade } from './onPage.ts'
import { closePages, listenTo, openBrowser } from './openBrowser.ts'
import { practiceRpc } from './practiceRpc.ts'
import { practiceServer } from './practiceServer.ts'
import { tabTo } from './tabTo.ts'

const patience = { timeout: 100_000, interval: 200 }

interface ListedToken {
  readonly mint: string
  readonly symbol: string
  readonly decimals: number
  readonly protocol: string
  readonly scale: unknown
  readonly transferFeeBps: number | null
  readonly curve: { readonly stage: string } | null
}

let server: RunningServer
let browser: Browser
let context: BrowserContext
let page: Page
let address: string
/** Two tokens of different venues. Each trades against SOL, so a swap between them takes two pools. */
let one: ListedToken
let other: ListedToken
/** A token that the wallet never holds. */
let listedElsewhere: ListedToken
const complaints: string[] = []
const signatures: string[] = []
const { procedure, lamportsOf, tokensOf } = practiceRpc(() => server.port)

beforeAll(async () => {
  // No maker trades, so a swap pays exactly its quote.
  server = await practiceServer()
  browser = await openBrowser()
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  listenTo(context, complaints)
  page = await context.newPage()
  address = await startPractising(page, server.url)
  const listed = await procedure<readonly ListedToken[]>('tokens.list')
  const plain = listed.filter(token => token.scale === null && token.transferFeeBps === null)
  one = plain.find(({ protocol }) => protocol === 'raydium_cpmm') ?? expect.fail('no pool of raydium_cpmm')
  listedElsewhere = plain.findLast(({ mint }) => mint !== one.mint) ?? expect.fail('a single token')
  other = plain.find(({ protocol }) => protocol === 'raydium_clmm') ?? expect.fail('no pool of raydium_clmm')
})

afterAll(async () => {
  await closePages()
})

const field = (name: 'You pay' | 'You receive') => page.getByRole('textbox', { name, exact: true })
const picker = (name: 'Token to pay' | 'Token to receive') => page.getByRole('button', { name, exact: true })
const route = () => page.getByRole('region', { name: 'Route', exact: true })
const mainButton = (name: string | RegExp) => page.getByRole('button', { name })

async function pick(name: 'Token to pay' | 'Token to receive', { mint, symbol }: Pick<ListedToken, 'mint' | 'symbol'>) {
  await picker(name).click()
  const dialog = page.getByRole('dialog', { name })
  await dialog.getByLabel('Find a token').fill(mint)
  await expect.poll(() => dialog.getByRole('listitem').count(), patience).toBe(1)
  await dialog.getByRole('listitem').getByRole('button', { name: symbol }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => picker(name).textContent(), patience).toContain(symbol)
}

const tokensAsked = () => Object.fromEntries(new URL(page.url()).searchParams)
const sol = { mint: 'So11111111111111111111111111111111111111112', symbol: 'SOL' }

describe('the swap page', () => {
  it('is a link of the navigation, and says what is missing', async () => {
    await page.getByRole('navigation', { name: 'Primary' }).getByRole('link', { name: 'Swap', exact: true }).click()
    await page.getByRole('heading', { name: 'Swap', level: 1 }).waitFor()
    await mainButton('Choose both tokens').waitFor()
    await pick('Token to receive', one)
    await mainButton('Enter an amount').waitFor()
    expect(tokensAsked()).toEqual({ from: sol.mint, to: one.mint })
    await field('You pay').fill('nothing')
    await mainButton('Not a number').waitFor()
    await field('You pay').fill('100')
    await mainButton(/^Not enough SOL/).waitFor()
  })

  it('swaps SOL for a token, to the unit, and keeps what was typed on the way', async () => {
    await field('You pay').fill('0.5')
    await mainButton(`Swap 0.5 SOL for ${one.symbol}`).waitFor()
    await page.getByRole('link', { name: 'Discover', exact: true }).click()
    await page.waitForURL('**/discover')
    await page.getByRole('link', { name: 'Swap', exact: true }).click()
    await expect.poll(() => field('You pay').inputValue(), patience).toBe('0.5')
    const before = await lamportsOf(address)
    const promised = await trade(page, `Swap 0.5 SOL for ${one.symbol}`, signatures)
    await expect.poll(() => tokensOf(address, one.mint), patience).toBe(figure(promised, 'Expected', one.decimals))
    const costs = ['Amount', 'Fee (1%)', 'Account rent', 'Account rent of the venue', 'Priority fee', 'Network fee']
      .filter(label => promised.has(label))
      .map(label => figure(promised, label, 9))
    expect(before - (await lamportsOf(address))).toBe(costs.reduce((sum, lamports) => sum + lamports, 0n))
  })

  it('lists holdings first in its picker', async () => {
    await picker('Token to pay').click()
    const dialog = page.getByRole('dialog', { name: 'Token to pay' })
    const rows = dialog.getByRole('listitem')
    await expect.poll(() => rows.nth(1).textContent(), patience).toContain(one.symbol)
    expect(await rows.nth(0).textContent()).toContain('SOL')
    expect(await rows.count()).toBeGreaterThan(5)
    await dialog.getByLabel('Find a token').fill(other.symbol)
    await expect.poll(() => rows.first().textContent(), patience).toContain(other.symbol)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('swaps a held token for another along a route, exact-in', async () => {
    await pick('Token to pay', one)
    await pick('Token to receive', other)
    await page.getByRole('button', { name: 'Half' }).click()
    const held = await tokensOf(address, one.mint)
    await mainButton(/^(Swap .+ for |Review)/).waitFor()
    await expect
      .poll(() => route().getByText('raydium_').allTextContents(), patience)
      .toEqual(['raydium_cpmm', 'raydium_clmm'])
    await route().getByText('100%').waitFor()
    const promised = await trade(page, /^Swap .+ for /, signatures)
    await expect.poll(() => tokensOf(address, other.mint), patience).toBe(figure(promised, 'Expected', other.decimals))
    expect(await tokensOf(address, one.mint)).toBe(held - held / 2n)
    expect(figure(promised, 'Amount in', one.decimals)).toBe(held / 2n)
  })

  it('swaps for an exact output, and takes no more than it said', async () => {
    const before = { one: await tokensOf(address, one.mint), other: await tokensOf(address, other.mint) }
    const wanted = before.other / 4n
    const digits = String(wanted).padStart(other.decimals + 1, '0')
    await field('You receive').fill(`${digits.slice(0, -other.decimals)}.${digits.slice(-other.decimals)}`)
    const promised = await trade(page, new RegExp(`^Swap ${one.symbol} for .+ ${other.symbol}`), signatures)
    await expect.poll(() => tokensOf(address, other.mint), patience).toBe(before.other + wanted)
    const paid = before.one - (await tokensOf(address, one.mint))
    expect(paid).toBeGreaterThan(0n)
    expect(paid).toBeLessThanOrEqual(figure(promised, 'Maximum', one.decimals))
    expect(paid).toBe(figure(promised, 'Amount in, expected', one.decimals))
  })

  it('of several transactions is gone on with after a reload between them', async () => {
    await page.goto(`${server.url}/swap?from=${one.mint}&to=${other.mint}`)
    await field('You pay').fill('20%')
    await page.getByText('Takes 2 transactions').waitFor()
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
    // The browser reports each request that was cut off.
    complaints.length = 0
  })

  it('turns its rate around, and its tokens, without losing the amount', async () => {
    await field('You pay').fill('5')
    const rate = page.getByTitle('Turn the rate around')
    await expect.poll(() => rate.textContent(), patience).toMatch(new RegExp(`^1 ${one.symbol} = `))
    await rate.click()
    expect(await rate.textContent()).toMatch(new RegExp(`^1 ${other.symbol} = `))
    await page.getByRole('button', { name: 'Flip tokens' }).click()
    expect(await field('You receive').inputValue()).toBe('5')
    await expect.poll(tokensAsked, patience).toEqual({ from: other.mint, to: one.mint })
    await expect.poll(() => field('You pay').inputValue(), patience).not.toBe('')
  })

  it('Max fills in the SOL that is left after all costs, to the lamport', async () => {
    await page.goto(`${server.url}/swap?from=${sol.mint}&to=${other.mint}`)
    await page.getByRole('button', { name: 'Max', exact: true }).click()
    await expect.poll(() => field('You pay').inputValue(), patience).not.toBe('')
    await mainButton(/^(Swap |Review: price impact)/).waitFor()
    const promised = await receiptOn(page)
    expect(figure(promised, 'Total held', 9)).toBe(await lamportsOf(address))
    expect(parseAmount(await field('You pay').inputValue(), 9)).toBe(figure(promised, 'Amount', 9))
  })

  it('is offered by the page of a token that is held', async () => {
    await page.goto(`${server.url}/t/${one.mint}`)
    await page.getByRole('link', { name: `Swap from ${one.symbol}` }).click()
    await page.waitForURL('**/swap?*')
    await expect.poll(tokensAsked, patience).toEqual({ from: one.mint, to: sol.mint })
    await expect.poll(() => picker('Token to pay').textContent(), patience).toContain(one.symbol)
    await page.goto(`${server.url}/t/${listedElsewhere.mint}`)
    await page.getByRole('heading', { level: 1, name: listedElsewhere.symbol }).waitFor()
    await page.getByText('You have').waitFor()
    expect(await page.getByRole('link', { name: /^Swap from/ }).count()).toBe(0)
  })

  it('is worked by the keyboard', async () => {
    await page.goto(`${server.url}/discover`)
    await page.getByRole('heading', { name: 'Discover' }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    await page.getByRole('heading', { name: 'Swap', level: 1 }).waitFor()
    await tabTo('Token to pay', page)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Token to pay' }).waitFor()
    await tabTo('Find a token', page)
    await page.keyboard.type(one.mint)
    await page.getByRole('dialog').getByRole('listitem').getByRole('button', { name: one.symbol }).waitFor()
    await expect.poll(() => page.getByRole('dialog').getByRole('listitem').count(), patience).toBe(1)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => picker('Token to pay').textContent(), patience).toContain(one.symbol)
    await tabTo('Token to receive', page)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Token to receive' }).waitFor()
    await tabTo('Find a token', page)
    await page.keyboard.type(sol.mint)
    await expect.poll(() => page.getByRole('dialog').getByRole('listitem').count(), patience).toBe(1)
    await page.keyboard.press('Enter')
    await expect.poll(() => picker('Token to receive').textContent(), patience).toContain('SOL')
    await field('You pay').focus()
    await page.keyboard.type('50%')
    const held = await tokensOf(address, one.mint)
    await mainButton(/^Swap .+ for SOL/).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => tokensOf(address, one.mint), patience).toBe(held - held / 2n)
  })

  it('is accessible in both themes, with its picker, too', async () => {
    await mainButton(/^Swap .+ for SOL/).waitFor()
    await expectAccessible(page)
    await picker('Token to receive').click()
    await page.getByRole('dialog', { name: 'Token to receive' }).getByRole('listitem').first().waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
  })

  it('shows a quote to a visitor without a wallet', async () => {
    const visitor = await context.browser()?.newContext({ viewport: { width: 1440, height: 900 } })
    const stranger = (await visitor?.newPage()) ?? expect.fail('no page')
    await stranger.goto(`${server.url}/swap?to=${one.mint}`)
    await stranger.getByLabel('You pay').fill('1')
    await expect.poll(() => stranger.getByLabel('You receive').inputValue(), patience).not.toBe('')
    await stranger.getByRole('region', { name: 'Swap form' }).getByRole('link', { name: 'Create a wallet' }).waitFor()
    await visitor?.close()
  })

  it('without an error on the console or a refused request', () => {
    expect(complaints).toEqual([])
  })
})
