import { parseAmount } from '@tern/core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunningServer } from '../apps/server/test/runningServer.ts'
import { bringPracticeWallet, figure, lockWallets, paid, passphrase, previewOn, vaultOn } from './onPage.ts'
import { closePages, listenTo, openBrowser } from './openBrowser.ts'
import { practiceRpc } from './practiceRpc.ts'
import { practiceServer } from './practiceServer.ts'
import { isProof } from './proof.ts'

const patience = { timeout: 100_000, interval: 200 }

interface ListedToken {
  readonly mint: string
  readonly symbol: string
  readonly decimals: number
  readonly freezeAuthority: string | null
  readonly transferFeeBps: number | null
  readonly curve: { readonly stage: string; readonly progressPpm: number } | null
}

let server: RunningServer
let browser: Browser
let page: Page
let address: string
/** The cost of the first buy, in lamports. */
let cost: bigint
/** A token on its curve without warnings. */
let token: ListedToken
const complaints: string[] = []
const { procedure, lamportsOf, tokensOf } = practiceRpc(() => server.port)

beforeAll(async () => {
  // No maker trades, so a trade pays exactly its quote.
  server = await practiceServer()
  browser = await openBrowser()
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  listenTo(context, complaints)
  page = await context.newPage()
  address = await bringPracticeWallet(page, server.url)
  await page.waitForURL('**/discover')
  const listed = await procedure<readonly ListedToken[]>('tokens.list')
  const found = listed.find(
    one =>
      one.curve?.stage === 'trading' &&
      one.curve.progressPpm < 700_000 &&
      one.freezeAuthority === null &&
      one.transferFeeBps === null,
  )
  if (found === undefined) expect.fail('no token on a curve')
  token = found
})

afterAll(closePages)

const column = (name: string) => page.getByRole('region', { name, exact: true })
const card = (symbol: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name: symbol, exact: true }) })
const press = async (...keys: readonly string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
/** Returns the first four rows of a column. The list renders only the rows in sight, and a row or two more. */
const firstIn = async (name: string) => (await column(name).getByRole('link').allTextContents()).slice(0, 4)

const focusedSymbol = () => page.evaluate(() => document.activeElement?.textContent ?? '')

describe('Discover', () => {
  it('keeps its filters in the address: they survive a reload, and going back takes them away', async () => {
    await column('Graduated').getByRole('link').first().waitFor()
    const all = await firstIn('Graduated')
    await column('Graduated').getByRole('button', { name: 'Filters for Graduated' }).click()
    const form = page.getByRole('dialog', { name: 'Filters for Graduated' })
    await form.getByRole('button', { name: 'raydium_cpmm' }).click()
    await form.getByLabel('Market cap at least').fill('0.05K')
    await form.getByRole('button', { name: 'Done' }).click()
    expect(decodeURIComponent(new URL(page.url()).searchParams.get('graduated') ?? '')).toBe('cap:50..;on:raydium_cpmm')
    await column('Graduated').getByRole('button', { name: 'Filters 2 for Graduated' }).waitFor()
    const left = await firstIn('Graduated')
    expect(left).not.toEqual(all)

    await page.reload()
    await column('New').getByRole('link').first().waitFor()
    await expect.poll(() => firstIn('Graduated'), patience).toEqual(left)

    await column('New').getByRole('link').first().click()
    await page.getByRole('group', { name: 'Token summary' }).waitFor()
    await page.goBack()
    await column('New').getByRole('link').first().waitFor()
    await expect.poll(() => firstIn('Graduated'), patience).toEqual(left)
    // All changes since the form was opened are a single step of the history.
    await page.goBack()
    await expect.poll(() => firstIn('Graduated'), patience).toEqual(all)
  })

  it('removes unknown parts from an address', async () => {
    await page.goto(`${server.url}/discover?view=list&new=cap:lots..%3Bmint&filling=x&newBy=colour`)
    await column('New').getByRole('link').first().waitFor()
    await column('New').getByRole('button', { name: 'Filters 1 for New' }).waitFor()
    await column('Filling').getByRole('button', { name: 'Filters for Filling', exact: true }).waitFor()
  })

  it('opens the row that was under the pointer at the press, even if the list moved', async () => {
    const [first, second] = await column('New').getByRole('link').allTextContents()
    if (first === undefined || second === undefined) expect.fail('two tokens are needed')
    const [pressed, later] = [await card(first).boundingBox(), await card(second).boundingBox()]
    if (pressed === null || later === null) expect.fail('nothing to press')
    await page.mouse.move(pressed.x + 200, pressed.y + 40)
    await page.mouse.down()
    // Simulates a list that moves under a pressed pointer: the other row takes the place of the first.
    await page.evaluate(
      ([one, other]) => {
        const cards = [...document.querySelectorAll<HTMLElement>('[data-mint]')]
        const of = (symbol: string | undefined) => cards.find(each => each.querySelector('a')?.textContent === symbol)
        const [a, b] = [of(one), of(other)]
        if (!a || !b) throw new RangeError('no cards')
        const place = a.style.top
        a.style.top = b.style.top
        b.style.top = place
      },
      [first, second],
    )
    const under = ([x, y]: readonly [number, number]) =>
      document.elementFromPoint(x, y)?.closest('[data-mint]')?.querySelector('a')?.textContent
    expect(await page.evaluate(under, [pressed.x + 200, pressed.y + 40] as const)).toBe(second)
    await page.mouse.up()
    await page.getByRole('heading', { name: first, exact: true }).waitFor()
    await page.goBack()
  })

  it('goes through its rows by J and K, and opens one by Enter', async () => {
    await column('New').getByRole('link').first().waitFor()
    await page.mouse.move(700, 20)
    const [first, second] = await column('New').getByRole('link').allTextContents()
    await press('j', 'j')
    expect(await focusedSymbol()).toBe(second)
    expect(await column('New').locator('.held-sign').getAttribute('aria-hidden')).toBe('false')
    await press('k')
    expect(await focusedSymbol()).toBe(first)
    await press('Enter')
    await page.getByRole('heading', { name: first ?? '', exact: true }).waitFor()
    await page.goBack()
  })

  it('buys with one press and the whole preview, to the unit', async () => {
    await page.getByLabel('Quick buy amount').fill('0.2')
    await page.getByLabel('Find a token').fill(token.mint)
    const before = await lamportsOf(address)
    await lockWallets(page)
    await card(token.symbol)
      .getByRole('button', { name: `Quick buy 0.2 SOL of ${token.symbol}` })
      .click()
    const dialog = page.getByRole('dialog', { name: `Quick buy ${token.symbol}` })
    const main = dialog.getByRole('button', { name: `Buy ${token.symbol}` })
    await dialog.getByRole('button', { name: 'Unlock' }).click()
    const unlocking = vaultOn(page).getByRole('dialog')
    await unlocking.getByLabel('Passphrase', { exact: true }).fill(passphrase)
    await unlocking.getByRole('button', { name: 'Unlock' }).click()
    await main.waitFor()
    const promised = await previewOn(page)
    expect(figure(promised, 'Amount', 9)).toBe(200_000_000n)
    await main.click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('status').filter({ hasText: 'Bought' }).waitFor()
    await expect.poll(() => tokensOf(address, token.mint), patience).toBe(figure(promised, 'Expected', token.decimals))
    expect(before - (await lamportsOf(address))).toBe(paid(promised))
    // The rent of the wallet's own account still belongs to the wallet.
    cost = paid(promised) - figure(promised, 'Account rent', 9)
  })
})

describe('a quick buy', () => {
  it('is sent at the first press once Instant is armed', async () => {
    const [held, before] = [await tokensOf(address, token.mint), await lamportsOf(address)]
    await page.getByRole('button', { name: 'Instant', exact: true }).click()
    await card(token.symbol)
      .getByRole('button', { name: `Quick buy 0.2 SOL of ${token.symbol} at once` })
      .click()
    await expect.poll(() => tokensOf(address, token.mint), patience).toBeGreaterThan(held)
    cost += before - (await lamportsOf(address))
    await press('Escape')
    expect(await page.getByRole('button', { name: 'Instant', exact: true }).getAttribute('aria-pressed')).toBe('false')
  })
})

describe('a token', () => {
  it('shows the chain’s facts about it, and names the unchecked facts', async () => {
    await page.getByRole('link', { name: token.symbol, exact: true }).click()
    const checks = page.getByRole('list', { name: 'Safety checks' })
    await checks.getByText(/^Top 10 hold/).waitFor()
    await checks.getByText('Snipers and bundlers not checked').waitFor()
    await checks.getByText('Mint revoked').hover()
    const short = `${token.mint.slice(0, 4)}…${token.mint.slice(-4)}`
    await page
      .getByText(new RegExp(`No more tokens can be minted\\. Read from its mint ${short} at slot [\\d,]+\\.`))
      .waitFor()
    await checks.getByText(/^Top 10 hold/).hover()
    await page.getByText(/not counting the pool’s\. Read from its largest accounts at slot [\d,]+\./).waitFor()
  })

  it('shows the market cap instead of the price, in the address', async () => {
    await press('p', ']')
    await page.waitForURL(/timeframe=\w+/)
    const longer = new URL(page.url()).searchParams.get('timeframe')
    await page.waitForURL(/axis=cap/)
    await page.getByRole('button', { name: 'MCap', pressed: true }).waitFor()
    await press('p', '[')
    await page.waitForURL(url => !url.searchParams.has('axis') && url.searchParams.get('timeframe') !== longer)
  })

  it('shows the wallet’s holding and its cost', async () => {
    const row = page.getByRole('region', { name: 'Position and token' }).getByRole('row').nth(1)
    const shown = row.getByRole('cell').nth(3).locator('data')
    await expect.poll(async () => parseAmount((await shown.getAttribute('value')) ?? '', 9), patience).toBe(cost)
  })

  it('trades an amount at the first press once Instant is armed, and not before', async () => {
    const held = await tokensOf(address, token.mint)
    await press('1')
    await expect.poll(() => page.getByLabel('Amount', { exact: true }).inputValue()).toBe('0.1')
    expect(await tokensOf(address, token.mint)).toBe(held)
    await page.getByRole('switch', { name: 'Instant' }).check()
    await page.getByRole('button', { name: `0.25 SOL: buy ${token.symbol} at once` }).click()
    await page.getByRole('status').filter({ hasText: 'for 0.25 SOL' }).waitFor()
    await expect.poll(() => tokensOf(address, token.mint), patience).toBeGreaterThan(held)
    await press('Escape')
    expect(await page.getByRole('switch', { name: 'Instant' }).isChecked()).toBe(false)
  })

  it.runIf(isProof)('keeps trades since the last read in its candles, after another chart too', async () => {
    const summary = page.locator('#chart-summary')
    const lastPrice = async () => /Last ([\d.,]+) SOL/.exec((await summary.textContent()) ?? '')?.[1]
    /** Waits until the chart rests at a price other than `before`, and returns the price. */
    const restingPrice = async (before?: string) => {
      for (let last = await lastPrice(); ; ) {
        await page.waitForTimeout(1_500)
        const now = await lastPrice()
        if (now === last && now !== before) return now
        last = now
      }
    }
    const read = await restingPrice()
    await press('Escape')
    await page.getByLabel('Amount', { exact: true }).fill('1')
    await page.getByRole('button', { name: `Buy ${token.symbol}` }).click()
    await page.getByRole('status').filter({ hasText: 'for 1 SOL' }).waitFor()
    const traded = await restingPrice(read)
    await press('Escape', 'p')
    await expect.poll(() => summary.textContent(), patience).toContain('Candles of the market cap')
    await press('p')
    await expect.poll(() => summary.textContent(), patience).toContain('Candles of the price')
    expect(await lastPrice()).toBe(traded)
    await press('[', ']')
    await expect.poll(lastPrice, patience).toBe(traded)
    await press(']', '[')
    await expect.poll(lastPrice, patience).toBe(traded)
  })

  it('keeps the main button in sight in a low window, and the total while there is room', async () => {
    await page.getByLabel('Amount', { exact: true }).fill('0.5')
    const main = page.getByRole('button', { name: `Buy ${token.symbol}` })
    await main.waitFor()
    const reaches = (at: number) =>
      main.evaluate((button, height) => {
        const { bottom, x, width } = button.getBoundingClientRect()
        return bottom < height && button.contains(document.elementFromPoint(x + width / 2, bottom - 4))
      }, at)
    await page.setViewportSize({ width: 1366, height: 680 })
    await expect.poll(() => reaches(680), patience).toBe(true)
    expect(await page.getByText('Total held').evaluate(total => total.getBoundingClientRect().bottom)).toBeLessThan(560)
    await page.setViewportSize({ width: 1366, height: 520 })
    await expect.poll(() => reaches(520), patience).toBe(true)
    const edge = (selector: string, side: 'top' | 'bottom') =>
      page.locator(selector).evaluate((element, end) => element.getBoundingClientRect()[end], side)
    expect(await edge('.chart-canvas', 'bottom')).toBeLessThanOrEqual(await edge('.token-dock', 'top'))
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByLabel('Amount', { exact: true }).fill('')
    await press('Escape')
  })

  it('shows errors of the slippage at its field, and warns of unusual values', async () => {
    await page.getByRole('button', { name: /^Slippage/ }).click()
    const slippage = page.getByLabel('Slippage when buying')
    const before = await slippage.inputValue()
    await slippage.fill('much')
    await page.getByText('Not a number. Write digits with one point, like 0.5.').waitFor()
    expect(await slippage.getAttribute('aria-invalid')).toBe('true')
    await slippage.fill('40')
    await page.getByText('You may get up to 40% less than expected.').waitFor()
    await slippage.fill(before)
    await press('Escape', 'Escape')
  })

  it('is sent by Enter in the amount, and never by Enter in a setting', async () => {
    const [amount, before] = [page.getByLabel('Amount', { exact: true }), await lamportsOf(address)]
    await amount.fill('0.8')
    await page.getByRole('button', { name: `Buy ${token.symbol}` }).waitFor()
    await page.getByRole('button', { name: /^Slippage/ }).click()
    const slippage = page.getByLabel('Slippage when buying')
    const usual = await slippage.inputValue()
    await slippage.fill('15')
    await page.getByText('Minimum (slippage 15%)').waitFor()
    await page.getByRole('button', { name: `Buy ${token.symbol}` }).waitFor()
    await slippage.press('Enter')
    await slippage.fill(usual)
    await press('Escape', 'Escape')
    await amount.fill('0.15')
    await page.getByRole('button', { name: `Buy ${token.symbol}` }).waitFor()
    await amount.press('Enter')
    await page.getByRole('status').filter({ hasText: 'for 0.15 SOL' }).waitFor()
    await expect.poll(() => amount.inputValue(), patience).toBe('')
    // If Enter in a setting had sent a trade, that trade would have been sent before this one and cost more.
    expect(before - (await lamportsOf(address))).toBeLessThan(500_000_000n)
  })

  it('fills an amount in by its key; with Shift it is sent, once Instant is armed', async () => {
    const held = await tokensOf(address, token.mint)
    const amount = page.getByLabel('Amount', { exact: true })
    const armed = page.getByRole('switch', { name: 'Instant' })
    await press('Escape', 'Shift+Digit2', 'Shift+A', '3')
    await expect.poll(() => amount.inputValue()).toBe('0.5')
    expect(await armed.isChecked()).toBe(true)
    expect(await tokensOf(address, token.mint)).toBe(held)
    await press('Shift+Digit1')
    await page.getByRole('status').filter({ hasText: 'for 0.1 SOL' }).waitFor()
    await expect.poll(() => tokensOf(address, token.mint), patience).toBeGreaterThan(held)
    await press('Escape')
    expect(await armed.isChecked()).toBe(false)
  })

  it('has keys for MEV protection and for its positions, and Ctrl+K searches from a field too', async () => {
    await page.getByText('no MEV guard').waitFor()
    await press('m')
    await page.getByText('MEV guard off').waitFor()
    const dock = page.getByRole('region', { name: 'Position and token' }).getByRole('tabpanel')
    await press('m', 'Backslash')
    await dock.waitFor({ state: 'hidden' })
    await press('Backslash')
    await dock.waitFor()
    await press('b', 'Control+k')
    await page.getByRole('dialog', { name: 'Search' }).waitFor()
    await press('Escape')
    await press('Escape', 'g', 'd')
    await page.getByRole('heading', { level: 1, name: 'Discover' }).waitFor()
    await press('g', 't')
    await page.getByRole('heading', { level: 1, name: token.symbol }).waitFor()
  })

  it('changes the height of its positions by keyboard and pointer, and keeps it', async () => {
    const edge = page.getByRole('separator', { name: 'Dock height' })
    const dock = page.getByRole('region', { name: 'Position and token' })
    const height = async () => (await dock.boundingBox())?.height
    expect(await height()).toBe(190)
    await edge.focus()
    await press('ArrowUp', 'ArrowUp')
    await expect.poll(height).toBe(222)
    const box = (await edge.boundingBox()) ?? expect.fail('not there')
    await page.mouse.move(box.x + 200, box.y + 3)
    await page.mouse.down()
    await page.mouse.move(box.x + 200, box.y + 2 + 500, { steps: 3 })
    await page.mouse.up()
    await expect.poll(height).toBe(120)
    expect(await edge.getAttribute('aria-valuenow')).toBe('120')
    const stored = await page.evaluate(() => localStorage.getItem('tern-settings'))
    expect(JSON.parse(stored ?? '{}')).toMatchObject({ dockHeight: 120 })
  })

  it('has its trades in a tab and its panel in a drawer if the chart leaves no room', async () => {
    await page.setViewportSize({ width: 1000, height: 800 })
    const panel = page.getByRole('complementary', { name: 'Trade panel' })
    await panel.waitFor({ state: 'hidden' })
    await page.getByRole('tab', { name: 'Trades' }).click()
    await page.getByRole('region', { name: 'Live trades' }).getByRole('row').nth(1).waitFor()
    await page.getByRole('group', { name: 'Trade' }).getByRole('button', { name: 'Sell' }).click()
    await panel.waitFor()
    expect(await panel.getByRole('tab', { name: 'Sell' }).getAttribute('aria-selected')).toBe('true')
    await press('Escape', 'Escape')
    await panel.waitFor({ state: 'hidden' })
    await page.setViewportSize({ width: 1440, height: 900 })
    await panel.waitFor()
    await page.getByRole('tab', { name: /^Positions/, selected: true }).waitFor()
  })

  it('is bought and sold by the keyboard alone', async () => {
    const held = await tokensOf(address, token.mint)
    await press('Escape', 'b')
    await press('Control+A')
    await page.keyboard.type('0.3')
    await page.getByRole('button', { name: `Buy ${token.symbol}` }).waitFor()
    const promised = await previewOn(page)
    await press('Enter')
    const bought = figure(promised, 'Expected', token.decimals)
    await expect.poll(() => tokensOf(address, token.mint), patience).toBe(held + bought)
    await press('Escape', 's')
    await expect.poll(() => page.getByRole('tab', { name: 'Sell' }).getAttribute('aria-selected')).toBe('true')
    await press('Escape', '4')
    await page.getByRole('button', { name: `Sell ${token.symbol}`, exact: true }).waitFor()
    await press('s', 'Enter')
    await expect.poll(() => tokensOf(address, token.mint), patience).toBe(0n)
  })

  it.each([
    ['the page', 'page'],
    ['the trade panel', 'trade-panel'],
    ['the chart summary', 'chart-summary'],
    ['positions', 'positions'],
  ])('has a skip link among the first stops of the Tab key: %s', async (place, id) => {
    const focused = () =>
      page.evaluate(() => [document.activeElement?.textContent, document.activeElement?.id] as const)
    await page.getByRole('link', { name: 'Tern, to Discover' }).focus()
    for (let presses = 0; presses < 4 && (await focused())[0] !== `Skip to ${place}`; presses++)
      await press('Shift+Tab')
    expect(await page.locator(':focus').evaluate(one => one.getBoundingClientRect().top)).toBeGreaterThanOrEqual(0)
    const before = page.url()
    await press('Enter')
    expect([(await focused())[1], page.url()]).toEqual([id, before])
    expect(await page.locator(`#${id}`).evaluate(at => getComputedStyle(at).outlineStyle)).toBe('solid')
    // The next stop is inside the place, or after it if nothing in it can be pressed.
    await press('Tab')
    expect(
      await page.evaluate(at => {
        const [from, to] = [document.getElementById(at), document.activeElement]
        return (
          from !== null && to !== null && (from.compareDocumentPosition(to) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
        )
      }, id),
    ).toBe(true)
  })

  it('leads from the latest toast to its transaction, opened', async () => {
    await press('Escape', 't')
    const link = page.getByRole('link', { name: 'Activity', exact: true }).and(page.locator(':focus'))
    await link.waitFor()
    await press('Enter')
    const opened = page.getByRole('listitem').filter({ has: page.locator('[aria-expanded=true]') })
    await opened.getByText('Signature').waitFor()
    expect(await opened.getByRole('button', { expanded: true }).textContent()).toBe(`Sell ${token.symbol}`)
    const signature = new URL(page.url()).searchParams.get('tx')
    expect(await opened.locator('.transaction-signature data').getAttribute('value')).toBe(signature)
    await press('g', 't')
    await page.getByRole('heading', { name: token.symbol, exact: true }).waitFor()
  })

  it('is bought again as fast as keys are pressed, each time with a new plan', async () => {
    // An earlier sale may be reported only now.
    const bought = page
      .getByRole('status')
      .filter({ hasText: /Order submitted: .*Bought/ })
      .locator('b > data')
    const signatures = () => bought.evaluateAll(shown => shown.map(data => (data as HTMLDataElement).value))
    const seen = new Set(await signatures())
    await press('Escape', 'b')
    for (let trade = 1; trade <= 3; trade++) {
      await page.keyboard.type('0.05')
      await expect
        .poll(async () => {
          await press('Enter')
          expect(await page.getByRole('alert').allTextContents()).toEqual([])
          return (await signatures()).filter(one => !seen.has(one)).length
        }, patience)
        .toBe(trade)
      await expect.poll(() => page.getByLabel('Amount', { exact: true }).inputValue(), patience).toBe('')
    }
  })

  it('trades by the chosen preset, and its slippage can be changed next to the amount', async () => {
    await press('Escape', 'b')
    await page.keyboard.type('0.1')
    await page.getByRole('button', { name: 'P2 Fast' }).click()
    await page.getByText('Minimum (slippage 5%)').waitFor()
    await page.getByRole('button', { name: /^Slippage 5%/ }).click()
    await page.getByLabel('Slippage when buying').fill('7.5')
    const guard = page.getByRole('switch', { name: 'MEV protection' })
    const isGuarded = await guard.isChecked()
    await guard.setChecked(!isGuarded)
    await press('Escape')
    await page.getByText('Minimum (slippage 7.5%)').waitFor()
    await page.getByRole('button', { name: /^Slippage 7.5%/ }).click()
    expect(await guard.isChecked()).toBe(!isGuarded)
    await guard.setChecked(isGuarded)
    await press('Escape')
    await page.getByRole('button', { name: 'P1 Calm' }).click()
    await page.getByText('Minimum (slippage 1%)').waitFor()
  })

  it('says before the click if no trade of its kind was seen on chain', async () => {
    const note = page.getByText('Not verified on chain', { exact: false })
    expect(await note.count()).toBe(0)
    const listed = await procedure<readonly ListedToken[]>('tokens.list')
    const charging = listed.find(({ symbol }) => symbol === 'BISKT')
    await page.goto(`${server.url}/t/${charging?.mint}`)
    await page.getByRole('heading', { name: 'BISKT', exact: true }).waitFor()
    await page.getByLabel('Amount', { exact: true }).fill('0.1')
    await note.waitFor()
  })

  it('without an error on the console', () => {
    expect(complaints).toEqual([])
  })
})
