import { parseAmount } from '@tern/core'
import type { Browser, BrowserContext, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningServer, runServer } from '../apps/server/test/runningServer.ts'
import { fileOf } from '../apps/terminal/test/bundleSizes.ts'
import { expectAccessible } from './axe.ts'
import { figure, previewOn, startPractising, trade, vaultWindow } from './onPage.ts'
import { closePages, listenTo, openBrowser } from './openBrowser.ts'
import { practiceRpc } from './practiceRpc.ts'
import { isProof } from './proof.ts'
import { tabTo } from './tabTo.ts'

const patience = { timeout: 100_000, interval: 200 }
const phone = { width: 390, height: 844 }
const desk = { width: 1440, height: 900 }

interface ListedToken {
  readonly mint: string
  readonly pool: string
  readonly symbol: string
  readonly decimals: number
  readonly protocol: string
  readonly scale: unknown
  readonly transferFeeBps: number | null
}

interface PoolRow {
  readonly address: string
  readonly protocol: string
  readonly lpMint: string
}

let server: RunningServer
let browser: Browser
let context: BrowserContext
let page: Page
let address: string
let token: ListedToken
let lpMint: string
const complaints: string[] = []
const signatures: string[] = []
const { procedure, lamportsOf, tokensOf } = practiceRpc(() => server.port)

beforeAll(async () => {
  // No maker trades, so an action moves exactly what its preview says. Swaps of other files would pass the pool that is created here.
  server = await runServer({ PRACTICE_TRADES_PER_SECOND: '0' })
  browser = await openBrowser()
  context = await browser.newContext({ viewport: desk })
  listenTo(context, complaints)
  page = await context.newPage()
  address = await startPractising(page, server.url)
  const listed = await procedure<readonly ListedToken[]>('tokens.list')
  const plain = listed.filter(one => one.scale === null && one.transferFeeBps === null)
  token = plain.find(({ protocol }) => protocol === 'raydium_cpmm') ?? expect.fail('no pool of raydium_cpmm')
  const { pool } = await procedure<{ pool: PoolRow }>('pools.get', { address: token.pool })
  ;({ lpMint } = pool)
})

afterAll(async () => {
  await closePages()
  await server?.remove()
})

const main = (name: string | RegExp) => page.getByRole('main').getByRole('button', { name })
const amountOf = (symbol: string) => page.getByLabel(`Amount of ${symbol}`, { exact: true })
const share = () => page.getByRole('region', { name: 'Your share' })
const openPool = () => page.goto(`${server.url}/pools/${token.pool}`)
/** Raw units of a figure in the row of a token of the share's table. */
const fees = async (symbol: string, decimals: number) => {
  const cell = share()
    .getByRole('row', { name: new RegExp(symbol) })
    .getByRole('cell')
    .last()
  return parseAmount((await cell.locator('data').getAttribute('value')) ?? '', decimals)
}

/** Presses the main button and signs in the vault's window. @returns the preview as it was before the press. */
async function addLiquidity() {
  await main('Add liquidity').waitFor()
  const promised = await previewOn(page)
  const window = await vaultWindow(page, () => main('Add liquidity').click())
  const form = window.getByRole('dialog', { name: 'Check this trade' })
  await form.getByText('Deposits into the pool').waitFor()
  expect(await form.textContent()).toContain('Anyone can make a pool')
  const shown = (await form.textContent())?.replaceAll(' ', '')
  for (const part of [token.pool, token.mint, lpMint]) expect(shown).toContain(part)
  await form.getByRole('button', { name: 'Sign' }).click()
  await expect.poll(() => window.isClosed(), patience).toBe(true)
  return promised
}

describe('the list of pools', () => {
  it('is a link of the navigation, and lists every pool of the index', async () => {
    await page
      .getByRole('navigation', { name: 'Primary' })
      .getByRole('link', { name: 'Liquidity', exact: true })
      .click()
    await page.getByRole('heading', { name: 'Pools', level: 1 }).waitFor()
    const { pools } = await procedure<{ pools: readonly PoolRow[] }>('pools.list')
    const table = page.getByRole('region', { name: 'All pools' }).getByRole('table')
    await expect.poll(() => table.getAttribute('aria-rowcount'), patience).toBe(String(pools.length + 1))
  })

  it('is searched, filtered and sorted, and the address keeps all of it', async () => {
    const rows = page.getByRole('region', { name: 'All pools' }).locator('tbody tr[data-index]')
    await page.getByRole('button', { name: 'Concentrated' }).click()
    await expect.poll(() => rows.first().textContent(), patience).toContain('Concentrated')
    await page.getByRole('button', { name: 'Standard' }).click()
    await page.getByRole('button', { name: 'Fee', exact: true }).click()
    await expect
      .poll(() => page.getByRole('columnheader', { name: 'Fee', exact: true }).getAttribute('aria-sort'))
      .toBe('descending')
    await page.getByLabel('Search pools').fill(token.pool)
    await expect.poll(() => rows.count(), patience).toBe(1)
    await page.getByRole('button', { name: '7d' }).click()
    await page.getByRole('columnheader', { name: 'Volume 7d SOL' }).waitFor()
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      ...{ find: token.pool, type: 'standard', window: 'week', sort: '-fee' },
    })
    await page.reload()
    await expect.poll(() => rows.count(), patience).toBe(1)
    await page.getByLabel('Search pools').fill('no such pool')
    await page.getByText('No pool matches').waitFor()
    await page.getByRole('button', { name: 'Show all pools' }).click()
    // A link that is pressed right after the last letter still leads to its page, also while the page's code loads.
    const late = (route: Route) => new Promise(resolve => setTimeout(resolve, 1_000)).then(() => route.continue())
    const code = `**/${fileOf('src/features/pools/PoolView.tsx')}`
    await page.route(code, late)
    // The only row stays in its place while more is typed.
    await page.getByLabel('Search pools').fill(token.pool)
    await expect.poll(() => rows.count(), patience).toBe(1)
    const link = page.locator(`main a[href="/pools/${token.pool}"]`).first()
    await link.scrollIntoViewIfNeeded()
    const { x, y } = (await link.boundingBox()) ?? expect.fail('the link is out of sight')
    await page.getByLabel('Search pools').fill(`${token.pool} ${token.symbol}`)
    await page.mouse.click(x + 5, y + 5)
    await page.getByRole('heading', { name: `${token.symbol}/SOL`, level: 1 }).waitFor()
    await page.unroute(code)
  })
})

describe('a newcomer', () => {
  it('is offered to buy the token that the wallet lacks, and loses nothing typed on the way', async () => {
    await main('Enter an amount')
      .waitFor()
      .catch(() => undefined)
    await amountOf('SOL').fill('0.5')
    await expect.poll(() => amountOf(token.symbol).inputValue(), patience).not.toBe('')
    await main(`You have no ${token.symbol}`).waitFor()
    await page.getByRole('link', { name: `Buy ${token.symbol} first` }).click()
    await page.waitForURL('**/swap?*')
    await page.getByLabel('You pay').fill('1')
    await trade(page, `Swap 1 SOL for ${token.symbol}`, signatures)
    await expect.poll(() => tokensOf(address, token.mint), patience).toBeGreaterThan(0n)
    await page.goBack()
    await page.getByRole('heading', { name: `${token.symbol}/SOL`, level: 1 }).waitFor()
    expect(await amountOf('SOL').inputValue()).toBe('0.5')
  })

  it('adds liquidity in the vault’s window, to the unit', async () => {
    const before = { lamports: await lamportsOf(address), tokens: await tokensOf(address, token.mint) }
    const promised = await addLiquidity()
    await expect.poll(() => tokensOf(address, lpMint), patience).toBe(figure(promised, 'LP tokens', 9))
    expect(before.tokens - (await tokensOf(address, token.mint))).toBe(
      figure(promised, `${token.symbol}, expected`, token.decimals),
    )
    const costs = ['SOL, expected', 'Account rent', 'Priority fee', 'Network fee'].map(name =>
      figure(promised, name, 9),
    )
    expect(before.lamports - (await lamportsOf(address))).toBe(costs.reduce((sum, one) => sum + one, 0n))
    await page
      .getByRole('status')
      .filter({ hasText: `to ${token.symbol}/SOL` })
      .waitFor()
    await expect.poll(() => amountOf('SOL').inputValue(), patience).toBe('')
  })

  it('sees the share, and its fees grow with trades', async () => {
    await share().getByText('0.0').first().waitFor()
    await expect.poll(() => share().getByRole('cell').last().locator('data').count(), patience).toBe(1)
    expect(await fees('SOL', 9)).toBe(0n)
    await page.goto(`${server.url}/swap?to=${token.mint}`)
    await page.getByLabel('You pay').fill('2')
    await trade(page, `Swap 2 SOL for ${token.symbol}`, signatures)
    await openPool()
    await expect.poll(() => fees('SOL', 9), patience).toBeGreaterThan(0n)
    // The providers keep 0.21% of the 2 SOL; a half of it counts in SOL, and this wallet has some 0.025% of the pool.
    expect(await fees('SOL', 9)).toBeLessThan(2_000_000n)
    expect(await fees(token.symbol, token.decimals)).toBeGreaterThan(0n)
  })

  it('has a position with its value and its fees, and is marked in the list', async () => {
    await page.getByRole('link', { name: '‹ Pools' }).click()
    const own = page.getByRole('region', { name: 'My positions' })
    const cells = own.getByRole('row', { name: `${token.symbol}/SOL` }).getByRole('cell')
    const lamports = async (column: number) =>
      parseAmount((await cells.nth(column).locator('data').getAttribute('value', patience)) ?? '', 9)
    // Half a SOL and as much in tokens. The swap of 2 SOL has changed this a little.
    expect(await lamports(2)).toBeGreaterThan(900_000_000n)
    await expect.poll(() => lamports(3), patience).toBeGreaterThan(0n)
    expect(await lamports(3)).toBeLessThan(4_000_000n)
    await own.getByRole('link', { name: `Remove your share of ${token.symbol}/SOL` }).click()
    expect(await page.getByRole('tab', { name: 'Remove' }).getAttribute('aria-selected', patience)).toBe('true')
    await page.getByRole('tab', { name: 'Add' }).click()
    await page.getByRole('link', { name: '‹ Pools' }).click()
    await page.getByLabel('Search pools').fill(token.pool)
    await page.getByRole('row', { name: /mine/ }).waitFor()
    await page.locator(`main a[href="/pools/${token.pool}"]`).first().click()
  })

  it('has liquidity in Portfolio and Activity, not a token and a transfer', async () => {
    await page.goto(`${server.url}/portfolio`)
    const held = page.getByRole('region', { name: 'Liquidity' }).getByRole('row', { name: `${token.symbol}/SOL` })
    await held.getByText('SOL', { exact: false }).first().waitFor()
    // The deposited tokens were bought, so the share has a known cost: its fees are a profit, and the network's fees a loss.
    await expect.poll(() => held.getByRole('cell').nth(4).locator('data').count(), patience).toBe(1)
    const stat = page.getByRole('region', { name: 'Net worth' }).locator('.stat')
    await stat
      .filter({ hasText: /^Liquidity/ })
      .locator('data')
      .waitFor()
    expect(await stat.filter({ hasText: /^Realised/ }).textContent()).toMatch(/0$/)
    const tokens = page.getByRole('region', { name: 'Holdings' })
    await tokens.getByText(token.symbol, { exact: true }).first().waitFor()
    expect(await tokens.textContent()).not.toContain(`${lpMint.slice(0, 4)}…`)
    await page.goto(`${server.url}/activity?kind=liquidity`)
    const lines = page.getByRole('region', { name: 'Transactions' }).getByRole('listitem')
    await expect.poll(() => lines.count(), patience).toBe(1)
    expect(await lines.first().textContent()).toContain(`Add to ${token.symbol}/SOL`)
    await openPool()
  })

  it('removes a half and then the rest, and no account is left open', async () => {
    await page.getByRole('tab', { name: 'Remove' }).click()
    await amountOf('LP').fill('0')
    await main('Enter an amount').waitFor()
    expect(await main('Enter an amount').getAttribute('title')).toBe('amount must greater than zero')
    await amountOf('LP').fill('1000000')
    await main('Not enough LP tokens').waitFor()
    expect(await amountOf('LP').inputValue()).toBe('1000000')
    for (const part of ['25%', '75%']) {
      await page.getByRole('button', { name: part, exact: true }).click()
      expect(await amountOf('LP').inputValue()).toBe(part)
    }
    for (const part of ['50%', '100%']) {
      const before = { lamports: await lamportsOf(address), tokens: await tokensOf(address, token.mint) }
      const lp = await tokensOf(address, lpMint)
      await page.getByRole('button', { name: part, exact: true }).click()
      await main('Remove liquidity').waitFor()
      const promised = await previewOn(page)
      await main('Remove liquidity').dblclick()
      const left = part === '50%' ? lp - lp / 2n : 0n
      await expect.poll(() => tokensOf(address, lpMint), patience).toBe(left)
      expect((await tokensOf(address, token.mint)) - before.tokens).toBe(
        figure(promised, `${token.symbol}, expected`, token.decimals),
      )
      const costs = figure(promised, 'Priority fee', 9) + figure(promised, 'Network fee', 9)
      expect((await lamportsOf(address)) - before.lamports).toBe(figure(promised, 'SOL, expected', 9) - costs)
      await page
        .getByRole('status')
        .filter({ hasText: `from ${token.symbol}/SOL` })
        .first()
        .waitFor()
      await expect.poll(() => amountOf('LP').inputValue(), patience).toBe('')
    }
    await share().waitFor({ state: 'detached' })
    await main('You have no liquidity here').waitFor()
    expect(await main('You have no liquidity here').getAttribute('title')).toBe('cannot found lp token account')
  })
})

describe('wrapped SOL in Portfolio', () => {
  const wsol = 'So11111111111111111111111111111111111111112'
  const card = () => page.getByRole('region', { name: 'Wrapped SOL' })

  it('is wrapped and unwrapped, to the lamport', async () => {
    await page.goto(`${server.url}/portfolio`)
    await card().getByLabel('Amount of SOL').fill('nothing')
    await card().getByText('Not a number').waitFor()
    await card().getByLabel('Amount of SOL').fill('0.5')
    await card().getByRole('button', { name: 'Wrap', exact: true }).click()
    await expect.poll(() => tokensOf(address, wsol), patience).toBe(500_000_000n)
    await card().getByRole('button', { name: 'Unwrap 0.5 SOL' }).click()
    await expect.poll(() => tokensOf(address, wsol), patience).toBe(0n)
    await page.getByRole('status').filter({ hasText: 'Unwrapped 0.50203928 SOL' }).waitFor()
    await expect
      .poll(
        () =>
          card()
            .getByRole('button', { name: /^Unwrap/ })
            .count(),
        patience,
      )
      .toBe(0)
  })
})

describe('a pool of two tokens of the wallet', () => {
  it('is created in the vault’s window, opened, and refused a second time', async () => {
    const listed = await procedure<readonly ListedToken[]>('tokens.list')
    const isFit = (one: ListedToken) => one.scale === null && one.transferFeeBps === null && one.mint !== token.mint
    const other = listed.find(one => one.protocol === 'raydium_clmm' && isFit(one)) ?? expect.fail('no other token')
    await page.goto(`${server.url}/swap?to=${other.mint}`)
    await page.getByLabel('You pay').fill('0.5')
    await trade(page, `Swap 0.5 SOL for ${other.symbol}`, signatures)
    await expect.poll(() => tokensOf(address, other.mint), patience).toBeGreaterThan(0n)
    await page.goto(`${server.url}/pools`)
    await page.getByRole('link', { name: 'Create pool' }).click()
    await main('Choose both tokens').waitFor()
    const pick = async (name: string, mint: string, symbol: string) => {
      await page.getByRole('button', { name, exact: true }).click()
      const dialog = page.getByRole('dialog', { name })
      await dialog.getByLabel('Find a token').fill(mint)
      await expect.poll(() => dialog.getByRole('listitem').count(), patience).toBe(1)
      await dialog.getByRole('listitem').getByRole('button', { name: symbol }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await pick('First token', token.mint, token.symbol)
    await pick('Second token', other.mint, other.symbol)
    const fill = async () => {
      await amountOf(token.symbol).fill('1000')
      await amountOf(other.symbol).fill('50%')
    }
    await fill()
    await main('Create pool').waitFor()
    const promised = await previewOn(page)
    expect(figure(promised, 'Pool creation fee', 9)).toBe(150_000_000n)
    const window = await vaultWindow(page, () => main('Create pool').click())
    await window.getByText('Creates the pool').waitFor()
    await window.getByRole('button', { name: 'Sign' }).click()
    await page.waitForURL(/\/pools\/[1-9A-HJ-NP-Za-km-z]{32,44}$/)
    const pool = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    await share().getByText('%').first().waitFor()
    const found = await procedure<{ pool: PoolRow }>('pools.get', { address: pool })
    expect(await tokensOf(address, found.pool.lpMint)).toBe(figure(promised, 'LP tokens', 9))
    // The form is empty again. A second pool of these tokens and this fee has the same address.
    await page.goto(`${server.url}/pools/create`)
    await pick('First token', token.mint, token.symbol)
    await pick('Second token', other.mint, other.symbol)
    await fill()
    await main('This pool exists already').waitFor()
    await page.getByRole('link', { name: 'Open this pool' }).click()
    await page.waitForURL(`**/pools/${pool}`)
  })
})

describe('the page of a pool', () => {
  it('names the fault, and keeps the typed text', async () => {
    await openPool()
    await page.getByRole('tab', { name: 'Add' }).click()
    await amountOf('SOL').fill('0')
    await main('Enter an amount').waitFor()
    expect(await main('Enter an amount').getAttribute('title')).toBe('amounts must greater than zero')
    await amountOf('SOL').fill('nothing')
    await main('Not a number').waitFor()
    await amountOf('SOL').fill('100000')
    await main('Not enough SOL')
      .or(main(`Not enough ${token.symbol}`))
      .waitFor()
    expect(await amountOf('SOL').inputValue()).toBe('100000')
    await amountOf(token.symbol).fill('100%')
    await main(/^(Add liquidity|Not enough)/).waitFor()
  })

  it('Max fills in the largest deposit that the wallet can pay', async () => {
    await page.getByRole('button', { name: 'Max SOL' }).click()
    await main('Add liquidity').waitFor()
    const promised = await previewOn(page)
    const held = await tokensOf(address, token.mint)
    const isAll =
      held - figure(promised, `${token.symbol}, expected`, token.decimals) <= 10n ||
      (await lamportsOf(address)) - figure(promised, 'Total held', 9) <= 100_000n
    expect(isAll).toBe(true)
  })

  it('obeys the region', async () => {
    await context.route('**/api/trpc/network*', async route => {
      // Node does not know the name that the browser resolves by itself.
      const answer = await fetch(route.request().url().replace('tern.localhost', '127.0.0.1'))
      const disabled = '"disabledFeatures":["addLiquidity","removeLiquidity"]'
      const body = (await answer.text()).replace('"disabledFeatures":[]', disabled)
      await route.fulfill({ contentType: 'application/json', body })
    })
    await page.reload()
    await main('add liquidity feature disabled in your region').waitFor()
    await page.getByRole('tab', { name: 'Remove' }).click()
    await main('remove liquidity feature disabled in your region').waitFor()
    await context.unroute('**/api/trpc/network*')
    await page.reload()
  })

  it('of another program can be looked at only, and anything else is refused by name', async () => {
    const { pools } = await procedure<{ pools: readonly PoolRow[] }>('pools.list')
    const other = pools.find(({ protocol }) => protocol === 'raydium_clmm') ?? expect.fail('no pool of raydium_clmm')
    await page.goto(`${server.url}/pools/${other.address}`)
    await page.getByText('Tern cannot add or remove liquidity in raydium_clmm pools yet').waitFor()
    expect(await page.getByRole('tab', { name: 'Add' }).count()).toBe(0)
    await page.goto(`${server.url}/pools/${token.mint}`)
    await page.getByText('Not a pool that Tern supports').waitFor()
    await page.getByText(/^PoolState belongs to CPMM/).waitFor()
    await page.goto(`${server.url}/pools/nonsense`)
    await page.getByText('invalid public key').waitFor()
  })

  it.runIf(isProof)('is worked by the keyboard', async () => {
    await page.goto(`${server.url}/discover`)
    await page.getByRole('heading', { name: 'Discover' }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('l')
    await page.getByRole('heading', { name: 'Pools', level: 1 }).waitFor()
    await tabTo('Search pools', page)
    await page.keyboard.type(token.pool)
    await expect.poll(() => page.locator('main tr[data-index]').count(), patience).toBe(1)
    await tabTo(new RegExp(`${token.symbol}/SOL`), page)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: `${token.symbol}/SOL`, level: 1 }).waitFor()
    await tabTo('Amount of SOL', page)
    await page.keyboard.type('0.1')
    await main('Add liquidity').waitFor()
    const window = await vaultWindow(page, () => page.keyboard.press('Enter'))
    // The window may be gone before the press is answered.
    await window
      .getByRole('button', { name: 'Sign' })
      .press('Enter')
      .catch(() => undefined)
    await expect.poll(() => tokensOf(address, lpMint), patience).toBeGreaterThan(0n)
    await tabTo('Add', page)
    await page.keyboard.press('ArrowRight')
    await tabTo('100%', page)
    await page.keyboard.press('Enter')
    await tabTo('Amount of LP', page).catch(() => amountOf('LP').focus())
    await main('Remove liquidity').waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => tokensOf(address, lpMint), patience).toBe(0n)
  })

  it.runIf(isProof)(
    'is accessible in both themes, on a desktop and on a phone, like the other pages of pools',
    async () => {
      for (const path of ['/pools', `/pools/${token.pool}`, '/pools/create']) {
        await page.goto(`${server.url}${path}`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await expect.poll(() => page.locator('main .skeleton').count(), patience).toBe(0)
        await expectAccessible(page)
      }
      await page.setViewportSize(phone)
      await page.goto(`${server.url}/pools`)
      await page.locator(`main a[href="/pools/${token.pool}"]`).first().click()
      await amountOf('SOL').fill('0.1')
      await main('Add liquidity').waitFor()
      await page.setViewportSize(desk)
    },
  )

  it('without an error on the console or a refused request', () => {
    expect(complaints).toEqual([])
  })
})
