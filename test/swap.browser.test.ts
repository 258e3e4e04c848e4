import { parseAddress, parseAmount } from '@tern/core'
import { lpMintAddress } from '@tern/venues/raydiumCpmm'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunningServer } from '../apps/server/test/runningServer.ts'
import { expectAccessible } from './axe.ts'
import { figure, previewOn, startPractising, trade } from './onPage.ts'
import { closePages, listenTo, openBrowser } from './openBrowser.ts'
import { addPairAsOther, addPoolAsOther, giveWrapped } from './otherTrader.ts'
import { practiceRpc } from './practiceRpc.ts'
import { practiceServer } from './practiceServer.ts'
import { isProof } from './proof.ts'
import { type ListedToken, rateOf } from './swaps.ts'
import { tabTo } from './tabTo.ts'

const patience = { timeout: 100_000, interval: 200 }

let server: RunningServer
let browser: Browser
let context: BrowserContext
let page: Page
let address: string
let listed: readonly ListedToken[]
/** Two tokens of different venues. Each trades against SOL, so a swap between them takes two pools. */
let one: ListedToken
let other: ListedToken
/** A token with two pools against SOL. */
let twice: ListedToken
/** A token on a young bonding curve, whose price an order moves much. */
let young: ListedToken
/** A token that the wallet never holds. */
let listedElsewhere: ListedToken
const complaints: string[] = []
const signatures: string[] = []
const chain = practiceRpc(() => server.port)
const { procedure, lamportsOf, tokensOf } = chain

beforeAll(async () => {
  // No maker trades, so a swap pays exactly its quote.
  server = await practiceServer()
  browser = await openBrowser()
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  listenTo(context, complaints)
  page = await context.newPage()
  address = await startPractising(page, server.url)
  listed = await procedure<readonly ListedToken[]>('tokens.list')
  const plain = listed.filter(token => token.scale === null && token.transferFeeBps === null)
  one = plain.find(({ protocol }) => protocol === 'raydium_cpmm') ?? expect.fail('no pool of raydium_cpmm')
  listedElsewhere = plain.findLast(({ mint }) => mint !== one.mint) ?? expect.fail('a single token')
  other = plain.find(({ protocol }) => protocol === 'raydium_clmm') ?? expect.fail('no pool of raydium_clmm')
  twice = plain.find(({ protocol }) => protocol === 'raydiumammv4') ?? expect.fail('no pool of raydiumammv4')
  young = plain.find(({ protocol }) => protocol === 'pumpfun') ?? expect.fail('no curve of pumpfun')
  await addPoolAsOther([server.port, chain], twice, 20_000_000_000n)
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

/** A token without a name is shown by the ends of its mint. */
const shortOf = (mint: string) => `${mint.slice(0, 4)}…${mint.slice(-4)}`

const tokensAsked = () => Object.fromEntries(new URL(page.url()).searchParams)
const sol = { mint: 'So11111111111111111111111111111111111111112', symbol: 'SOL' }

describe('the swap page', () => {
  it('is linked in the navigation, and names the missing input', async () => {
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

  it('swaps SOL for a token, to the unit, and keeps typed text on the way', async () => {
    await field('You pay').fill('0.5')
    await mainButton(`Swap 0.5 SOL for ${one.symbol}`).waitFor()
    await page.getByRole('link', { name: 'Discover', exact: true }).click()
    await page.waitForURL('**/discover')
    await page.getByRole('link', { name: 'Swap', exact: true }).click()
    await expect.poll(() => field('You pay').inputValue(), patience).toBe('0.5')
    const before = await lamportsOf(address)
    const promised = await trade(page, `Swap 0.5 SOL for ${one.symbol}`, signatures)
    await expect.poll(() => tokensOf(address, one.mint), patience).toBe(figure(promised, 'Expected', one.decimals))
    const costs = ['Amount', 'Trade fee 1%', 'Account rent', 'Venue account rent', 'Priority fee', 'Network fee']
      .filter(label => promised.has(label))
      .map(label => figure(promised, label, 9))
    expect(before - (await lamportsOf(address))).toBe(costs.reduce((sum, lamports) => sum + lamports, 0n))
  })

  it('lists holdings first in its picker', async () => {
    await picker('Token to pay').click()
    const dialog = page.getByRole('dialog', { name: 'Token to pay' })
    const rows = dialog.getByRole('listitem')
    await expect.poll(() => rows.nth(1).textContent(), patience).toContain(one.symbol)
    expect(await rows.nth(1).locator('data.mono').getAttribute('value')).toBe(one.mint)
    expect(await rows.nth(0).textContent()).toContain('SOL')
    expect(await rows.count()).toBeGreaterThan(5)
    await dialog.getByLabel('Find a token').fill(other.symbol)
    await expect.poll(() => rows.first().textContent(), patience).toContain(other.symbol)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('finds the tokens of a pasted pool that is no token’s own market', async () => {
    const { pools } = await procedure<{
      readonly pools: readonly { readonly address: string; readonly mints: readonly string[] }[]
    }>('pools.list')
    const second = pools.find(({ address: at, mints }) => mints.includes(twice.mint) && at !== twice.pool)
    await picker('Token to pay').click()
    const dialog = page.getByRole('dialog', { name: 'Token to pay' })
    const rows = dialog.getByRole('listitem')
    await dialog.getByLabel('Find a token').fill(second?.address ?? expect.fail('no second pool'))
    await expect.poll(() => rows.allTextContents(), patience).toHaveLength(2)
    expect((await rows.allTextContents()).map(text => text.includes(twice.symbol))).toEqual([true, false])
    // An account that is neither a token nor a pool.
    await dialog.getByLabel('Find a token').fill(address)
    await dialog.getByRole('alert').filter({ hasText: 'is not a token' }).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('says why a pasted token that no list has cannot be swapped', async () => {
    const shares = await lpMintAddress(parseAddress(one.pool))
    expect((await procedure<readonly ListedToken[]>('tokens.list')).map(({ mint }) => mint)).not.toContain(shares)
    await pick('Token to receive', { mint: shares, symbol: shortOf(shares) })
    await field('You pay').fill('0.1')
    await mainButton('No pools connect these tokens').waitFor()
    await route().getByText('No pools connect these tokens.').waitFor()
    expect(await field('You receive').inputValue()).toBe('')
  })

  it('picks a pasted token if Enter follows at once', async () => {
    await picker('Token to receive').click()
    await page.getByRole('dialog').getByLabel('Find a token').focus()
    await page.keyboard.insertText(other.mint)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(tokensAsked()).toEqual({ from: sol.mint, to: other.mint })
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

  it.runIf(isProof)('swaps for an exact output, and takes no more than it said', async () => {
    const before = { one: await tokensOf(address, one.mint), other: await tokensOf(address, other.mint) }
    const wanted = before.other / 4n
    const digits = String(wanted).padStart(other.decimals + 1, '0')
    await field('You receive').fill(`${digits.slice(0, -other.decimals)}.${digits.slice(-other.decimals)}`)
    const promised = await trade(page, new RegExp(`^Swap ${one.symbol} for .+ ${other.symbol}`), signatures)
    await expect.poll(() => tokensOf(address, other.mint), patience).toBe(before.other + wanted)
    const paid = before.one - (await tokensOf(address, one.mint))
    expect(paid).toBeGreaterThan(0n)
    expect(paid).toBeLessThanOrEqual(figure(promised, 'Maximum', one.decimals))
    expect(paid).toBe(figure(promised, 'Expected amount in', one.decimals))
  })

  it('turns its rate around, and its tokens, without losing the amount', async () => {
    await field('You pay').fill('5')
    const rate = page.getByTitle('Flip the rate')
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
    const promised = await previewOn(page)
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
    await page.getByText('You have', { exact: true }).waitFor()
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

  it('lists recent swaps, with the amounts of the chain', async () => {
    const recent = page.getByRole('region', { name: 'Your recent swaps' })
    await recent.getByText('confirmed').first().waitFor()
    const rows = recent.getByRole('listitem')
    // A test above sold half of a token, rounded down.
    await expect.poll(() => rows.first().textContent(), patience).toMatch(new RegExp(`${one.symbol}.*SOL.*confirmed`))
    const [given] = await rows
      .first()
      .locator('data')
      .evaluateAll(all => all.map(data => (data as HTMLDataElement).value))
    const more = (await tokensOf(address, one.mint)) - parseAmount(given ?? '', one.decimals)
    expect([0n, 1n]).toContain(more)
    // The pool keeps 0.25%, and the price impact is small.
    const [, shown = ''] = /vs mid (.+)%/.exec((await rows.first().textContent()) ?? '') ?? []
    expect(Number(shown.replace('−', '-'))).toBeLessThanOrEqual(-0.25)
    expect(Number(shown.replace('−', '-'))).toBeGreaterThan(-1)
    await rows.first().getByRole('link').click()
    await page.waitForURL('**/activity?tx=*')
    await page.getByRole('button', { name: `Sell ${one.symbol}`, expanded: true }).waitFor()
  })

  it('draws the price of a pair, in windows', async () => {
    await page.goto(`${server.url}/swap?from=${one.mint}&to=${other.mint}`)
    const chart = page.getByRole('region', { name: `${other.symbol} per ${one.symbol}` })
    await chart.getByText(/^Between|Between/).waitFor({ state: 'attached' })
    const shown = Number(await chart.locator('data').first().getAttribute('value'))
    const rate = await rateOf(procedure, one, other)
    expect(Math.abs(shown / rate - 1)).toBeLessThan(0.02)
    await chart.getByRole('button', { name: '1h' }).click()
    expect(await chart.getByRole('button', { name: '1h' }).getAttribute('aria-pressed')).toBe('true')
    await chart.locator('.pair-line').hover({ position: { x: 1, y: 20 } })
    await chart
      .locator('header')
      .getByText(/\d\d:\d\d$/)
      .waitFor()
  })

  it('draws a route of two paths, and the gain of the split', async () => {
    await page.goto(`${server.url}/swap?from=${sol.mint}&to=${twice.mint}`)
    await field('You pay').fill('2')
    const shares = route().getByRole('img', { name: /^Split \d+ to \d+$/ })
    await shares.waitFor()
    const [first = 0, second = 0] =
      /(\d+) to (\d+)/
        .exec((await shares.getAttribute('aria-label')) ?? '')
        ?.slice(1)
        .map(Number) ?? []
    expect(first + second).toBe(100)
    const paths = route().getByRole('list', { name: 'Paths' }).locator(':scope > li')
    expect((await paths.locator('.swap-venue').allTextContents()).sort()).toEqual(['raydium_cpmm', 'raydiumammv4'])
    expect(await paths.nth(0).textContent()).toContain(`${first}%`)
    const brought = await paths
      .locator('.swap-share data')
      .evaluateAll(all => all.map(data => (data as HTMLDataElement).value))
    const gain = route().getByText('over the best single route').locator('data')
    expect(parseAmount((await gain.getAttribute('value')) ?? '', twice.decimals)).toBeGreaterThan(0n)
    const promised = await trade(page, /^(Swap 2 SOL|Review)/, signatures)
    const expected = figure(promised, 'Expected', twice.decimals)
    expect(brought.reduce((sum, text) => sum + parseAmount(text, twice.decimals), 0n)).toBe(expected)
    await expect.poll(() => tokensOf(address, twice.mint), patience).toBe(expected)
  })

  it('shows the worth of an amount in SOL', async () => {
    const worth = page.getByRole('region', { name: 'Swap form' }).getByText(/^worth /)
    await field('You pay').fill('0.5')
    await mainButton(`Swap 0.5 SOL for ${twice.symbol}`).waitFor()
    const lamports = parseAmount((await worth.locator('data').getAttribute('value')) ?? '', 9)
    // Less than the input, by the fees and the price impact.
    expect(lamports).toBeLessThan(500_000_000n)
    expect(lamports).toBeGreaterThan(450_000_000n)
    expect(await worth.count()).toBe(1)
  })

  it('asks before it moves the price much, and swaps nothing until the word is typed', async () => {
    await page.goto(`${server.url}/swap?from=${sol.mint}&to=${young.mint}`)
    await field('You pay').fill('6')
    const review = mainButton(/^Review: price impact/)
    await review.waitFor()
    await page
      .getByText(/^! Price impact/)
      .first()
      .waitFor()
    await review.click()
    const dialog = page.getByRole('dialog', { name: /^Price impact \d+\.\d\d%$/ })
    const anyway = dialog.getByRole('button', { name: 'Swap anyway' })
    expect(await anyway.getAttribute('aria-disabled')).toBe('true')
    await anyway.click({ force: true })
    await dialog.getByLabel('Type “swap” to continue').fill('sell')
    await page.keyboard.press('Enter')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await tokensOf(address, young.mint)).toBe(0n)
    // From 5% to 10%, a press suffices.
    await field('You pay').fill('2.45')
    await mainButton(/^Review: price impact [5-9]/).click()
    await dialog.waitFor()
    expect(await dialog.getByRole('textbox').count()).toBe(0)
    await anyway.click()
    await expect.poll(() => tokensOf(address, young.mint), patience).toBeGreaterThan(0n)
  })

  it('unwraps wrapped SOL, because a swap pays with SOL', async () => {
    await page.goto(`${server.url}/swap?from=${sol.mint}&to=${sol.mint}`)
    // SOL and wrapped SOL are one token here, so there is nothing to swap.
    await mainButton('Choose both tokens').waitFor()
    const card = page.getByRole('region', { name: 'Wrapped SOL' })
    expect(await card.count()).toBe(0)
    await giveWrapped([server.port, chain], address, 1_250_000_000n)
    await card.getByText('1.25 wSOL').waitFor()
    const before = await lamportsOf(address)
    await card.getByRole('button', { name: 'Unwrap to SOL' }).click()
    await card.waitFor({ state: 'detached' })
    const gained = (await lamportsOf(address)) - before
    expect(gained).toBeGreaterThan(1_250_000_000n)
    expect(await tokensOf(address, sol.mint)).toBe(0n)
    await page.getByText('Unwrapped 1.25 SOL').waitFor()
  })

  it('passes a pool of both tokens, whose address only the server knows', async () => {
    const pair = ['meteora_damm_v1', 'meteora_damm_v2'].map(
      name => listed.find(({ protocol }) => protocol === name) ?? expect.fail(`no pool of ${name}`),
    ) as [ListedToken, ListedToken]
    const [given, wanted] = pair
    await addPairAsOther([server.port, chain], pair, 5_000_000_000n)
    const isListed = async () => {
      const { pools } = await procedure<{ readonly pools: readonly { readonly mints: readonly string[] }[] }>(
        'pools.list',
      )
      return pools.some(({ mints }) => pair.every(({ mint }) => mints.includes(mint)))
    }
    await expect.poll(isListed, patience).toBe(true)
    await page.goto(`${server.url}/swap?from=${given.mint}&to=${wanted.mint}`)
    await field('You pay').fill('5')
    await route().getByText(`${given.symbol} → ${wanted.symbol}`, { exact: true }).waitFor()
    // Each hop states its fee and its price impact.
    const hops = await route().locator('.swap-hop').allTextContents()
    for (const hop of hops) expect(hop).toMatch(/fee \d+\.\d\d% · .+impact \d+\.\d\d%$/)
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
