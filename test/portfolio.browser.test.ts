import { readFile } from 'node:fs/promises'
import { parseAmount } from '@tern/core'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunningServer } from '../apps/server/test/runningServer.ts'
import { expectAccessible } from './axe.ts'
import { bringPracticeWallet, trade as tradeOn } from './onPage.ts'
import { closePages, listenTo, openBrowser } from './openBrowser.ts'
import { practiceRpc } from './practiceRpc.ts'
import { practiceServer } from './practiceServer.ts'

const patience = { timeout: 100_000, interval: 200 }
const rent = 2_039_280n

let server: RunningServer
let browser: Browser
let page: Page
let address: string
/** Errors and refused requests of the page. */
const complaints: string[] = []
const signatures: string[] = []
const { rpc, procedure, lamportsOf, tokensOf } = practiceRpc(() => server.port)

beforeAll(async () => {
  // No maker trades, so prices do not move while the test reads them.
  server = await practiceServer()
  browser = await openBrowser()
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  listenTo(page.context(), complaints)
})
afterAll(async () => {
  await closePages()
})

interface ListedToken {
  readonly mint: string
  readonly symbol: string
  readonly decimals: number
  readonly program: string
  readonly protocol: string
  readonly transferFeeBps: number | null
  readonly price: { readonly numerator: string; readonly denominator: string } | null
}

/** Goes to a path of the terminal. The router follows the address, which is faster than loading the page. */
const visit = (path: string) => page.evaluate(path => history.pushState(null, '', path), path)

async function trade(side: 'Buy' | 'Sell', { mint, symbol }: ListedToken, amount: string) {
  await visit(`/t/${mint}`)
  await page.getByRole('tab', { name: side }).click()
  if (side === 'Buy') await page.getByLabel('Amount', { exact: true }).fill(amount)
  else await page.getByRole('button', { name: amount, exact: true }).click()
  await tradeOn(page, `${side} ${symbol}`, signatures)
  await page.getByRole('button', { name: 'Dismiss' }).first().click()
}

interface Landed {
  readonly slot: number
  readonly meta: {
    readonly fee: number
    readonly preBalances: readonly number[]
    readonly postBalances: readonly number[]
    readonly preTokenBalances: readonly TokenBalance[]
    readonly postTokenBalances: readonly TokenBalance[]
  }
}
interface TokenBalance {
  readonly accountIndex: number
  readonly mint: string
  readonly owner: string
  readonly uiTokenAmount: { readonly amount: string }
}

/** Reads a trade's effect on the wallet from the chain: lamports without token-account rent, and raw units. */
async function landed(signature: string, mint: string) {
  const { slot, meta } = await rpc<Landed>('getTransaction', signature, {
    commitment: 'confirmed',
    maxSupportedTransactionVersion: 0,
  })
  const own = (balances: readonly TokenBalance[]) =>
    balances.filter(balance => balance.owner === address && balance.mint === mint)
  const accounts = new Set([...own(meta.preTokenBalances), ...own(meta.postTokenBalances)].map(one => one.accountIndex))
  const change = (index: number) => BigInt(meta.postBalances[index] ?? 0) - BigInt(meta.preBalances[index] ?? 0)
  const sum = (balances: readonly TokenBalance[]) =>
    own(balances).reduce((total, { uiTokenAmount }) => total + BigInt(uiTokenAmount.amount), 0n)
  return {
    slot,
    fee: BigInt(meta.fee),
    lamports: change(0) + [...accounts].reduce((total, index) => total + change(index), 0n),
    tokens: sum(meta.postTokenBalances) - sum(meta.preTokenBalances),
  }
}

const amountIn = async (place: Locator, decimals: number) =>
  parseSigned((await place.locator('data').first().getAttribute('value')) ?? '', decimals)
const parseSigned = (text: string, decimals: number) =>
  text.startsWith('-') ? -parseAmount(text.slice(1), decimals) : parseAmount(text, decimals)
const stat = (label: string) =>
  page
    .getByRole('region', { name: 'Net worth' })
    .locator('.stat')
    .filter({ hasText: new RegExp(`^${label}`) })
const solIn = (place: Locator) => amountIn(place, 9)

describe('after some trades', () => {
  let [kept, gone]: ListedToken[] = []
  const named = (token: ListedToken | undefined) => token ?? expect.fail('no token')

  it('a buy, a sale of half of it, and a token that is bought and sold again', async () => {
    address = await bringPracticeWallet(page, server.url)
    const tokens = await procedure<readonly ListedToken[]>('tokens.list')
    ;[kept, gone] = tokens.filter(
      ({ protocol, transferFeeBps, program }) =>
        protocol === 'raydium_cpmm' && transferFeeBps === null && program.startsWith('Tokenkeg'),
    )
    await trade('Buy', named(kept), '0.5')
    await trade('Sell', named(kept), '50%')
    await trade('Buy', named(gone), '0.2')
    await trade('Sell', named(gone), '100%')
    expect(await tokensOf(address, named(gone).mint)).toBe(0n)
    expect(signatures).toHaveLength(4)
  })

  it('Discover lists the holdings below, and they lead to their tokens', async () => {
    await visit('/discover')
    const strip = page.getByRole('region', { name: 'Positions' })
    await strip.getByText('Positions 1', { exact: true }).waitFor()
    await strip.getByRole('link', { name: new RegExp(`^${named(kept).symbol} .*%$`) }).click()
    await page.waitForURL(`**/t/${named(kept).mint}`)
  })

  it('a key of Discover shows all holdings, and another key sells a holding', async () => {
    await visit('/discover')
    const dock = page.getByRole('region', { name: 'Your positions' })
    const { symbol, mint, decimals } = named(kept)
    await page.getByRole('button', { name: 'Open dock' }).waitFor()
    await page.keyboard.press('Backslash')
    const row = dock.getByRole('row', { name: new RegExp(`^${symbol} `) })
    expect(await amountIn(row.getByRole('cell').nth(1), decimals)).toBe(await tokensOf(address, mint))
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe(`/t/${mint}`)
    await page.keyboard.press('Backslash')
    await dock.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Open dock/)
    await page.keyboard.press('Backslash')
    await row.waitFor()
    await page.keyboard.press('x')
    await page.waitForURL(`**/t/${mint}`)
    await expect.poll(() => page.getByRole('tab', { name: 'Sell' }).getAttribute('aria-selected')).toBe('true')
    await page.getByRole('tab', { name: 'Buy' }).click()
  })

  it('another token’s page lists it among the positions, and sells it with the whole preview', async () => {
    await visit(`/t/${named(gone).mint}`)
    await page.getByRole('tab', { name: 'Positions 1' }).waitFor()
    const row = page.getByRole('row', { name: new RegExp(`^${named(kept).symbol} `) })
    const amount = await tokensOf(address, named(kept).mint)
    await row.waitFor()
    expect(await amountIn(row.getByRole('cell').nth(1), named(kept).decimals)).toBe(amount)
    await row.getByRole('button', { name: `50% of ${named(kept).symbol}: sell` }).click()
    const preview = page.getByRole('dialog', { name: `Sell ${named(kept).symbol}` })
    await preview.getByRole('button', { name: `Sell ${named(kept).symbol}` }).waitFor()
    const title = (await preview.getByText(/^You get for/).textContent()) ?? ''
    const [, half = ''] = /for ([\d,.]+) /.exec(title) ?? []
    expect(parseAmount(half.replaceAll(',', ''), named(kept).decimals)).toBe(amount / 2n)
    await preview.getByRole('button', { name: 'Cancel' }).click()
    expect(new URL(page.url()).pathname).toBe(`/t/${named(gone).mint}`)
  })

  it('the portfolio has the exact amounts of the chain, and every lamport of profit and loss', async () => {
    const { mint, decimals, symbol } = named(kept)
    const [buy, sale, bought, sold] = await Promise.all(
      signatures.map((signature, i) => landed(signature, i < 2 ? mint : named(gone).mint)),
    )
    if (!buy || !sale || !bought || !sold) expect.fail('four trades')
    const costOfSold = (-buy.lamports * -sale.tokens) / buy.tokens
    const realised = [sale.lamports - costOfSold, sold.lamports + bought.lamports] as const
    const cost = -buy.lamports - costOfSold
    const amount = await tokensOf(address, mint)
    expect(amount).toBe(buy.tokens + sale.tokens)

    const earned = page.waitForResponse(answer => answer.url().includes('referral.earned'))
    await visit('/portfolio')
    const row = page.getByRole('row', { name: new RegExp(`^${symbol} `) })
    const cell = (at: number) => row.getByRole('cell').nth(at)
    await expect.poll(() => amountIn(cell(1), decimals), patience).toBe(amount)
    const { price } = named((await procedure<ListedToken[]>('tokens.list')).find(token => token.mint === mint))
    if (price === null) expect.fail('no price')
    // The value is the proceeds of selling all: less than the price, by the pool's fee and the impact.
    const worth = (amount * BigInt(price.numerator)) / BigInt(price.denominator)
    await expect.poll(() => solIn(cell(2)), patience).toBeLessThan(worth)
    const value = await solIn(cell(2))
    expect(value).toBeGreaterThan((worth * 9n) / 10n)
    await expect.poll(() => solIn(cell(7)), patience).toBe(realised[0])
    expect(await solIn(cell(6))).toBe(value - cost)
    expect(realised[0] + (value - cost)).toBe(sale.lamports + buy.lamports + value)
    // Without a fee there is nothing to share.
    await (await earned).finished()
    expect(await page.getByRole('region', { name: 'Referral' }).count()).toBe(0)

    const lamports = await lamportsOf(address)
    await expect.poll(() => solIn(page.locator('.net-worth-total')), patience).toBe(lamports + value)
    expect(await solIn(stat('SOL'))).toBe(lamports)
    expect(await solIn(stat('Tokens'))).toBe(value)
    expect(await solIn(stat('Unrealised'))).toBe(value - cost)
    expect(await solIn(stat('Realised'))).toBe(realised[0] + realised[1])
    const today = page.getByRole('list', { name: 'Realised by day, in SOL' }).locator('[aria-current=date]')
    expect(await solIn(today)).toBe(realised[0] + realised[1])

    await page.getByRole('tab', { name: /^Sold/ }).click()
    const goneRow = page.getByRole('row', { name: new RegExp(`^${named(gone).symbol} `) })
    expect(await solIn(goneRow.getByRole('cell').nth(7))).toBe(realised[1])
  })

  it('the activity lists every transaction of the chain, with the paid and the received amounts', async () => {
    await visit('/activity')
    const lines = page.getByRole('region', { name: 'Transactions' }).locator('ul.transactions > li')
    await expect.poll(() => lines.count(), patience).toBe(5)
    const history = await rpc<readonly { signature: string }[]>('getSignaturesForAddress', address, {
      commitment: 'confirmed',
    })
    const shown = await lines
      .locator('.transaction-signature [title]')
      .evaluateAll(all => all.map(one => one.getAttribute('title')))
    expect(shown).toEqual(history.map(({ signature }) => signature))
    expect(shown.slice(0, 4)).toEqual(signatures.toReversed())
    const titles = await lines.getByRole('button', { expanded: false }).allTextContents()
    const [a, b] = [named(kept).symbol, named(gone).symbol]
    expect(titles).toEqual([`Sell ${b}`, `Buy ${b}`, `Sell ${a}`, `Buy ${a}`, 'Received SOL'])

    const buy = await landed(signatures[0] ?? '', named(kept).mint)
    await lines.nth(3).getByRole('button').first().click()
    const figure = (label: string) =>
      lines
        .nth(3)
        .locator('dl > div')
        .filter({ hasText: new RegExp(`^${label}`) })
    expect(await solIn(figure('Paid'))).toBe(500_000_000n)
    expect(await amountIn(figure('Received'), named(kept).decimals)).toBe(buy.tokens)
    expect(await amountIn(figure('Expected'), named(kept).decimals)).toBe(buy.tokens)
    expect(await solIn(figure('Network and priority fee'))).toBe(buy.fee)
    expect(await solIn(figure('Account rent'))).toBe(rent)
    expect(await solIn(figure('Wallet change'))).toBe(buy.lamports - rent)
    expect(((await figure('Slot').textContent()) ?? '').replace(/\D/g, '')).toBe(String(buy.slot))

    await page.getByLabel('Search activity').fill(b)
    await expect.poll(() => lines.count(), patience).toBe(2)
    await page.getByRole('tab', { name: /^Transfers/ }).click()
    await page.getByText('Nothing matches').waitFor()
  })

  it('the procedure’s figures add up to the wallet’s holdings, and it refuses nonsense', async () => {
    const { rows, reachesBack } = await procedure<{ rows: readonly { lamports: string }[]; reachesBack: boolean }>(
      'activity.list',
      { owner: address },
    )
    expect(rows.reduce((sum, { lamports }) => sum + BigInt(lamports), 0n)).toBe(await lamportsOf(address))
    expect(reachesBack).toBe(true)
    for (const input of [{ owner: 'nobody' }, { owner: address, limit: 501 }, { owner: address, before: address }]) {
      const query = encodeURIComponent(JSON.stringify(input))
      const answer = await fetch(`http://127.0.0.1:${server.port}/api/trpc/activity.list?input=${query}`)
      expect(answer.status).toBe(400)
    }
  })

  it('a holding opens with its sale', async () => {
    const { mint, symbol } = named(kept)
    await visit(`/t/${mint}`)
    await page.getByRole('tab', { name: 'Buy' }).click()
    await visit('/portfolio')
    await page.getByRole('link', { name: `Sell ${symbol}`, exact: true }).click()
    await page.getByRole('tab', { name: 'Sell', selected: true }).waitFor()
    await page.waitForURL(url => url.pathname === `/t/${mint}` && url.search === '')
  })

  it('a key opens the row of a holding, and another key its sale', async () => {
    const { mint, symbol } = named(kept)
    for (const key of ['o', 'x']) {
      await visit(`/t/${mint}`)
      await page.getByRole('tab', { name: 'Buy' }).click()
      await visit('/portfolio')
      await page.getByRole('row', { name: new RegExp(`^${symbol} `) }).waitFor()
      await page.keyboard.press('j')
      await page.keyboard.press(key)
      await page.getByRole('heading', { level: 1, name: symbol }).waitFor()
      await page.getByRole('tab', { name: key === 'x' ? 'Sell' : 'Buy', selected: true }).waitFor()
    }
  })

  it('portfolio and activity keep their view in the address, and follow the address', async () => {
    const asked = () => Object.fromEntries(new URL(page.url()).searchParams)
    await visit('/portfolio')
    await page.getByRole('tab', { name: /^Sold/ }).click()
    await page.getByRole('group', { name: 'Window' }).getByRole('button', { name: '7d' }).click()
    await expect.poll(asked, patience).toEqual({ tab: 'sold', window: '7d' })
    await visit('/portfolio?sort=unrealised&window=all&tab=lost')
    await page
      .getByRole('columnheader', { name: /^Unrealised/ })
      .and(page.locator('[aria-sort=ascending]'))
      .waitFor()
    expect(await page.getByRole('button', { name: 'All', pressed: true }).count()).toBe(1)
    await page.getByRole('tab', { name: /^Tokens/, selected: true }).waitFor()
    await visit('/activity?kind=trades')
    await page.getByRole('tab', { name: /^Trades/, selected: true }).waitFor()
    await page.getByLabel('Search activity').fill(gone?.symbol ?? '')
    await expect.poll(asked, patience).toEqual({ kind: 'trades', find: gone?.symbol })
    await visit(`/activity?tx=${signatures[0]}`)
    await page.getByRole('button', { expanded: true }).waitFor()
    await visit(`/t/${gone?.mint}?dock=about`)
    await page.getByRole('tab', { name: 'About', selected: true }).waitFor()
    await page.getByRole('tab', { name: /^Positions/ }).click()
    await expect.poll(asked, patience).toEqual({})
  })

  it('the portfolio can be shared, to the unit, as a picture and a text that are made in the browser and name no wallet', async () => {
    await visit('/portfolio')
    const region = page.getByRole('region', { name: 'Net worth' })
    await region.getByRole('button', { name: 'Share', exact: true, disabled: false }).click()
    const dialog = page.getByRole('dialog', { name: 'Share' })
    const imageText = async () => (await dialog.getByRole('img').getAttribute('aria-label')) ?? ''
    const shown = await stat('Realised').locator('data').getAttribute('value')
    const realised = /^Realised, \S+: ([+−]?[\d.]+) SOL\n/.exec(await imageText())?.[1] ?? ''
    expect(realised.replace('+', '').replace('−', '-')).toBe(shown)
    expect(await imageText()).toMatch(/\nTern, Practice money, \d{4}-\d\d-\d\d \d\d:\d\d UTC$/)
    expect(await imageText()).not.toMatch(/Net worth/)
    await expectAccessible(page)
    await dialog.getByLabel('Show net worth').check()
    await expect.poll(imageText, patience).toMatch(/\nNet worth: 9\.\d+ SOL\n/)
    const asked: string[] = []
    page.on('request', request => asked.push(request.url()))
    const downloading = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Save picture' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('tern.png')
    const picture = await readFile((await download.path()) ?? '')
    expect(picture.subarray(1, 4).toString()).toBe('PNG')
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1200, 630])
    expect(asked.filter(url => !url.startsWith(server.url) && !url.startsWith('blob:'))).toEqual([])
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  it('the lists have in a menu on a phone the actions of a row on a desktop', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const menu = async (name: string | RegExp, item: string) => {
      await page.getByRole('button', { name }).click()
      const found = page.getByRole('menuitem', { name: item })
      await found.waitFor()
      expect((await found.boundingBox())?.height).toBeGreaterThanOrEqual(44)
      return found
    }
    const downloadFrom = async (name: string) => {
      const downloading = page.waitForEvent('download')
      await (await menu(name, 'Save as CSV')).click()
      return (await downloading).suggestedFilename()
    }
    await visit('/portfolio')
    await (await menu('Window and export', '7d')).click()
    await expect.poll(() => new URL(page.url()).search, patience).toBe('?window=7d')
    expect(await downloadFrom('Window and export')).toBe('tern-portfolio.csv')
    await visit('/activity')
    expect(await downloadFrom('File')).toBe('tern-activity.csv')
    await visit('/discover')
    const guard = await menu(/^Preset: /, 'MEV protection')
    const before = await guard.textContent()
    await guard.click()
    const after = await menu(/^Preset: /, 'MEV protection')
    expect([before, await after.textContent()].sort()).toEqual(['MEV protectionnot available', 'MEV protectionoff'])
    await after.click()
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('reclaiming rent returns exactly the lamports that it said', async () => {
    await visit('/portfolio')
    const before = await lamportsOf(address)
    const section = page.getByRole('region', { name: 'Reclaim rent' })
    expect(await solIn(section.getByRole('heading'))).toBe(rent)
    const button = section.getByRole('button', { name: /^Reclaim / })
    expect(await solIn(button)).toBe(rent - 5_000n)
    await section.getByText('Practice money').waitFor()
    await button.click()
    await page.getByText('0.00203928 SOL of rent came back').waitFor()
    expect((await lamportsOf(address)) - before).toBe(rent - 5_000n)
    await section.waitFor({ state: 'detached' })
    await visit('/activity')
    const first = page.locator('ul.transactions > li').first()
    await first.getByText('Reclaim rent').waitFor()
    await expect.poll(() => first.textContent(), patience).toMatch(/confirmed/)
  })

  it('a share is sold from the dock of Discover at one press, while Instant is armed', async () => {
    const { mint, symbol } = named(kept)
    const held = await tokensOf(address, mint)
    await visit('/discover')
    await page.getByRole('button', { name: 'Instant', exact: true }).click()
    await page.getByRole('button', { name: 'Open dock' }).click()
    await page.getByRole('button', { name: `25% of ${symbol}: sell at once` }).click()
    await expect.poll(() => tokensOf(address, mint), patience).toBe(held - held / 4n)
    expect(new URL(page.url()).pathname).toBe('/discover')
  })

  it('a share is sold from its token’s page: at one press while Instant is armed, otherwise by the panel', async () => {
    const { mint, symbol, decimals } = named(kept)
    const held = await tokensOf(address, mint)
    await visit(`/t/${mint}`)
    const dock = page.getByRole('region', { name: 'Position and token' })
    await dock.getByRole('button', { name: `25% of ${symbol}: sell at once` }).click()
    await expect.poll(() => tokensOf(address, mint), patience).toBe(held - held / 4n)
    const left = held - held / 4n
    await page.getByRole('switch', { name: 'Instant' }).uncheck()
    await page.getByRole('tab', { name: 'Buy' }).click()
    await dock.getByRole('button', { name: `50% of ${symbol}: sell`, exact: true }).click()
    await page.getByRole('tab', { name: 'Sell', selected: true }).waitFor()
    await page.getByRole('button', { name: `Sell ${symbol}`, exact: true }).waitFor()
    expect(parseAmount(await page.getByLabel('Amount', { exact: true }).inputValue(), decimals)).toBe(left / 2n)
    expect(await tokensOf(address, mint)).toBe(left)
    expect(new URL(page.url()).pathname).toBe(`/t/${mint}`)
  })

  it('a late answer of Max changes neither the amount that was typed since nor the other side', async () => {
    const listed = await procedure<readonly ListedToken[]>('tokens.list')
    const { mint = '' } = listed.find(({ protocol }) => protocol === 'pumpfun') ?? {}
    const released = Promise.withResolvers<void>()
    await visit(`/t/${mint}`)
    await page.getByRole('tab', { name: 'Buy' }).click()
    const [amount, max] = [
      page.getByLabel('Amount', { exact: true }),
      page.getByRole('button', { name: 'Max', exact: true }),
    ]
    await expect.poll(() => max.getAttribute('aria-disabled'), patience).not.toBe('true')
    let held = 0
    await page.route('**/rpc', async route => {
      if (route.request().postData()?.includes('"getMultipleAccounts"')) held++
      await released.promise
      await route.continue()
    })
    await max.click()
    await expect.poll(() => held, patience).toBeGreaterThan(0)
    expect(await amount.inputValue()).toBe('')
    await amount.fill('0.3')
    await page.getByRole('tab', { name: 'Sell' }).click()
    released.resolve()
    await page.waitForTimeout(2_000)
    await page.unrouteAll({ behavior: 'wait' })
    expect(await amount.inputValue()).toBe('')
    await page.getByRole('tab', { name: 'Buy' }).click()
    expect(await amount.inputValue()).toBe('0.3')
    // Without other input, Max fills in its answer.
    await amount.fill('')
    await max.click()
    await expect.poll(() => amount.inputValue()).toMatch(/^9\.\d+$/)
  })

  it('without an error on the console or a refused request', () => {
    expect(complaints).toEqual([])
  })
})
