import { buy, type Client, planBuy } from '@tern/client'
import { type Address, formatAmount } from '@tern/core'
import { curveVenues, deriveKey, launchedMint } from '@tern/practice-chain/internal/makers'
import type { TokenRow } from '@tern/server/appRouter'
import type { Protocol } from '@tern/venues'
import { evidence } from '@tern/venues/internal/evidence'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type RunningServer, runServer } from '../apps/server/test/runningServer.ts'
import { expectAccessible } from './axe.ts'
import { giveLauncher, land, launcher, openLauncher } from './launcher.ts'
import { bringPracticeWallet, figure, paid, previewOn, trade } from './onPage.ts'
import { closePages, listenTo, openBrowser } from './openBrowser.ts'
import { practiceRpc } from './practiceRpc.ts'
import { isProof } from './proof.ts'

const sol = 1_000_000_000n
const patience = { timeout: 100_000, interval: 200 }

/** Finds the launchpad of a protocol. */
const launchpadOf = (protocol: Protocol) => {
  const curves = curveVenues.find(({ seeds }) => seeds.some(one => one.protocol === protocol))
  const { decimals = 0 } = curves?.seeds[0] ?? {}
  return { protocol, decimals, curves: curves ?? expect.fail(`nothing is launched on ${protocol}`) }
}
type Launchpad = ReturnType<typeof launchpadOf>
const coins = launchpadOf('pumpfun')

let server: RunningServer
let browser: Browser
let page: Page
let client: Client
const complaints: string[] = []
const { rpc, procedure, lamportsOf, tokensOf } = practiceRpc(() => server.port)

interface ListedLaunch {
  readonly createdAtSeconds: number
}

beforeAll(async () => {
  // No maker trades or launches, so a trade pays exactly its quote.
  server = await runServer({ PRACTICE_TRADES_PER_SECOND: '0' })
  client = await openLauncher(server.port)
  browser = await openBrowser()
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  listenTo(context, complaints)
  page = await context.newPage()
})

afterAll(async () => {
  client?.chain.close()
  await closePages()
  await server?.remove()
})

/** Launches a token outside the page, and buys some of it as its first buyer. */
async function launch(name: string, launchpad: Launchpad = coins) {
  const key = await deriveKey('a visit', name)
  const symbol = name.toUpperCase()
  await land(client, await launchpad.curves.launch({ seed: 'tern', mint: key, launcher, name, symbol, chance: 1 }))
  const mint = await launchedMint(launchpad.curves, key)
  await buyOnCurve(mint, sol / 10n, launchpad)
  return { mint, symbol, decimals: launchpad.decimals }
}

/** Buys as the launcher, not as the visitor. */
async function buyOnCurve(mint: Address, amountIn: bigint, { protocol, curves }: Launchpad = coins) {
  const pool = { protocol, address: await curves.poolOf(mint) }
  const request = { mint, pool, amountIn, slippageBps: 500, priorityFeeLamports: 0n }
  // A curve with an opening time opens once the chain's clock, as last read, has reached it.
  const planned = async () => (await planBuy(client, request)).reasons.map(({ text }) => text)
  await expect.poll(planned, patience).toEqual([])
  expect((await buy(client, await planBuy(client, request))).status).toBe('confirmed')
}

/** Moves a complete curve to its pool, like the makers. */
async function graduate(mint: Address, { curves }: Launchpad) {
  const read = (addresses: readonly Address[]) => client.chain.readAccounts(addresses, { maxAgeMs: 0 })
  const program = (await read([mint])).get(mint)?.owner ?? expect.fail('nothing to move')
  const pool = await curves.poolOf(mint)
  for (const deed of await curves.migrate({ mint, program, pool }, { seed: 'tern', mover: launcher, read }))
    await land(client, deed)
}

/** Finds a token that trades on a protocol and has no warnings. */
async function tradedOn(protocol: Protocol): Promise<TokenRow> {
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/trpc/tokens.list`)
  const rows: readonly TokenRow[] = (await answer.json()).result.data
  const isPlain = ({ mintAuthority, freezeAuthority, transferFeeBps }: TokenRow) =>
    mintAuthority === null && freezeAuthority === null && !transferFeeBps
  const found = rows.find(
    row => row.protocol === protocol && (row.curve?.stage ?? 'trading') === 'trading' && isPlain(row),
  )
  return found ?? expect.fail(`nothing trades on ${protocol}`)
}

const column = (name: string) => page.getByRole('region', { name, exact: true })
const symbolsIn = (name: string) => column(name).getByRole('link').allTextContents()

describe('a launch', () => {
  let address: string

  it('is for a visitor with a wallet', async () => {
    await rpc('requestAirdrop', launcher.address, Number(50n * sol))
    await expect.poll(() => lamportsOf(launcher.address), patience).toBe(50n * sol)
    address = await bringPracticeWallet(page, server.url)
    await page.waitForURL('**/discover')
    await column('New').getByRole('link').first().waitFor()
    for (const name of ['Filling', 'Graduated']) expect((await symbolsIn(name)).length).toBeGreaterThan(0)
  })

  it('appears first in New while the page is open', async () => {
    await page.mouse.move(700, 20)
    await launch('Petrel')
    await expect.poll(async () => (await symbolsIn('New'))[0], patience).toBe('PETREL')
  })

  it('moves no row under the pointer: it is counted, and appears when the pointer leaves', async () => {
    const before = await symbolsIn('New')
    const first = column('New').getByRole('listitem').first()
    await first.hover()
    const place = await first.boundingBox()
    await launch('Skua')
    await column('New').getByRole('button', { name: '1 new above' }).waitFor()
    expect(await symbolsIn('New')).toEqual(before)
    expect(await first.boundingBox()).toEqual(place)
    // After the scroll, the first card is wholly visible below the bar that counts the new tokens.
    const bar = await column('New').getByRole('button', { name: '1 new above' }).boundingBox()
    await page.mouse.wheel(0, -100)
    await expect.poll(async () => (await first.boundingBox())?.y).toBe((bar?.y ?? 0) + (bar?.height ?? 0))
    await page.mouse.move(700, 20)
    await expect.poll(async () => (await symbolsIn('New'))[0], patience).toBe('SKUA')
  })

  it('appears when the user asks for it, too', async () => {
    await column('New').getByRole('listitem').first().hover()
    await launch('Auk')
    await column('New').getByRole('button', { name: '1 new above' }).press('Enter')
    await expect.poll(async () => (await symbolsIn('New'))[0], patience).toBe('AUK')
    expect(await column('New').locator('.held-sign').getAttribute('aria-hidden')).toBe('false')
  })

  it('waits in every column while all are held, but a new order applies at once', async () => {
    const feed = page.getByRole('group', { name: 'Feed' }).getByRole('button')
    await feed.last().click()
    const before = await symbolsIn('New')
    await launch('Tystie')
    await column('New').getByRole('button', { name: '1 new above' }).waitFor()
    expect(await symbolsIn('New')).toEqual(before)
    const orderBy = async (name: string) => {
      await column('New').getByRole('button', { name: 'Sort New' }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await orderBy('Most volume in 5 min first')
    await expect.poll(() => symbolsIn('New'), patience).toContain('TYSTIE')
    await orderBy('Newest first')
    await expect.poll(async () => (await symbolsIn('New'))[0], patience).toBe('TYSTIE')
    await launch('Whimbrel')
    await column('New').getByRole('button', { name: '1 new above' }).waitFor()
    await feed.first().click()
    await expect.poll(async () => (await symbolsIn('New'))[0], patience).toBe('WHIMBREL')
  })

  describe('in the table', () => {
    const rows = () => page.locator('tr.token-row:visible')
    const symbols = () => rows().locator('a b').allTextContents()
    const first = async () => (await symbols())[0]?.trim()
    const head = () => page.getByRole('button', { name: 'Volume 5m SOL' })
    const buttonOf = (symbol: string) => page.getByRole('button', { name: new RegExp(`^Quick buy .* of ${symbol}`) })

    it('stands still after a sort too, while the pointer is in it', async () => {
      await page.getByRole('button', { name: 'Table', exact: true }).click()
      // Sorts the other way and back. The pointer stays in the table.
      await head().click()
      await page.waitForURL(/sort=volume5m/)
      await head().click()
      await page.waitForURL(/sort=-volume5m/)
      const sign = page.locator('thead .held-sign')
      expect(await sign.getAttribute('aria-hidden')).toBe('false')
      const before = await symbols()
      expect(before[0]?.trim()).not.toBe('SKUA')
      const skua = await deriveKey('a visit', 'Skua')
      await buyOnCurve(skua.address, 3n * sol)
      const volume = rows().filter({ hasText: 'SKUA' }).getByText('3.1')
      await volume.waitFor()
      expect((await symbols()).slice(0, before.length)).toEqual(before)
      // The clicked heading still has the focus, but the focus does not hold the list.
      await page.mouse.move(700, 20)
      await expect.poll(first, patience).toBe('SKUA')
      expect(await sign.getAttribute('aria-hidden')).toBe('true')
    })

    it('keeps the heading above the rows that scroll under it, pixel by pixel', async () => {
      const size = page.viewportSize() ?? expect.fail('no viewport')
      await page.setViewportSize({ ...size, height: 360 })
      const hit = await page.locator('.discover-list').evaluate(list => {
        const { top, bottom, left, right } =
          list.getElementsByTagName('thead')[0]?.getBoundingClientRect() ?? new DOMRect()
        const found = new Set<string>()
        for (let scrolled = 0; scrolled < 60; scrolled += 4) {
          list.scrollTop = scrolled
          if (list.scrollTop !== scrolled) found.add('the table does not scroll')
          for (let y = Math.ceil(top); y < bottom; y++)
            for (let x = left + 8; x < right; x += 24)
              found.add(document.elementFromPoint(x, y)?.closest('thead, tr')?.parentElement?.tagName ?? 'nothing')
        }
        list.scrollTop = 0
        return [...found]
      })
      // Every hit is in the heading. A hit on a token's button would be in the body.
      expect(hit).toEqual(['THEAD'])
      await page.setViewportSize(size)
    })

    it('sends nothing while armed if a press slides off or follows a row’s move', async () => {
      await page.getByRole('button', { name: 'Instant', exact: true }).click()
      const middle = async (symbol: string) => {
        const { x, y, width, height } = (await buttonOf(symbol).boundingBox()) ?? expect.fail('no button')
        return [x + width / 2, y + height / 2] as const
      }
      const [x, y] = await middle('AUK')
      await page.mouse.move(x, y)
      await page.mouse.down()
      await page.mouse.move(x, y + 60, { steps: 3 })
      await page.mouse.up()
      // Simulates a press at the moment when the rows change places.
      await page.evaluate(() => {
        const body = document.querySelector('tr.token-row')?.parentElement
        if (!body) throw new RangeError('no table')
        const observer = new MutationObserver(() => {
          observer.disconnect()
          const button = body.querySelector('.row-action button')
          button?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
          button?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }))
        })
        observer.observe(body, { childList: true })
      })
      await head().click()
      const alert = page.getByRole('alert').filter({ hasText: 'List moved. Nothing was sent.' })
      await alert.getByRole('button', { name: 'Dismiss' }).click()
      await head().click()
      await page.mouse.move(700, 20)
      await page.keyboard.press('Escape')
      const before = await lamportsOf(address)
      const petrel = await deriveKey('a visit', 'Petrel')
      await page.getByRole('button', { name: 'Instant', exact: true }).click()
      await page.getByLabel('Find a token').fill('PETREL')
      await expect.poll(symbols, patience).toHaveLength(1)
      await buttonOf('PETREL').focus()
      const clicks = await page.evaluateHandle(() => {
        const events: Event[] = []
        document.addEventListener('click', event => events.push(event), { capture: true })
        return events
      })
      // Holds Enter until the trade is confirmed, so that the keyboard repeats it.
      await page.keyboard.down('Enter')
      await expect.poll(() => tokensOf(address, petrel.address), patience).toBeGreaterThan(0n)
      await page.getByRole('status').filter({ hasText: 'Bought' }).waitFor()
      for (let repeat = 0; repeat < 5; repeat++) await page.keyboard.down('Enter')
      await page.keyboard.up('Enter')
      expect(await clicks.evaluate(events => events.length)).toBe(1)
      await expect.poll(() => page.getByText('Sending transaction').count(), patience).toBe(0)
      expect(before - (await lamportsOf(address))).toBeLessThan(sol / 5n)
      expect(await tokensOf(address, (await deriveKey('a visit', 'Auk')).address)).toBe(0n)
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await page.getByLabel('Find a token').fill('')
      await page.getByRole('button', { name: 'Columns', exact: true }).click()
    })
  })

  it('is offered for the largest possible amount if Instant would spend too much, on any page', async () => {
    const amount = page.getByLabel('Quick buy amount')
    const usual = await amount.inputValue()
    await amount.fill('900')
    await page.getByRole('button', { name: 'Instant', exact: true }).click()
    await page.getByLabel('Find a token').fill('PETREL')
    await expect.poll(() => symbolsIn('New'), patience).toEqual(['PETREL'])
    await page.getByRole('button', { name: /^Quick buy .* of PETREL/ }).press('Enter')
    const alert = page.getByRole('alert').filter({ hasText: 'No enough SOL to buy tokens' })
    await alert.waitFor()
    await page.getByRole('link', { name: 'Portfolio' }).first().click()
    const use = alert.getByRole('button', { name: /^Use / })
    const fits = (await use.textContent())?.slice('Use '.length)
    const dialog = page.getByRole('dialog', { name: 'Quick buy PETREL' })
    expect(await dialog.count()).toBe(0)
    await use.click()
    await dialog.getByText(`${fits} SOL of Petrel`).waitFor()
    // The amount fits the wallet, but it moves the curve far, so the page asks.
    await dialog.getByRole('button', { name: /^Review: price impact/ }).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    // The setting keeps its value.
    expect(await amount.inputValue()).toBe('900')
    await amount.fill(usual)
    await page.getByLabel('Find a token').fill('')
  })

  it('is bought and sold on its page, and the balances change by the preview, to the unit', async () => {
    const signatures: string[] = []
    const token = await launch('Noddy')
    await page.getByLabel('Find a token').fill('NODDY')
    await page.getByRole('link', { name: 'NODDY' }).click()
    const summary = page.getByRole('group', { name: 'Token summary' })
    await summary.getByText('Curve', { exact: true }).waitFor()
    await page.getByRole('tab', { name: 'About' }).click()
    await page.getByRole('region', { name: 'Position and token' }).getByTitle(launcher.address).waitFor()
    await page.getByText('LP on curve').waitFor()
    await page.getByRole('tab', { name: 'Dev tokens' }).click()
    const made = page.getByRole('table', { name: /^\d+ other tokens by the creator of NODDY$/ })
    await made.getByRole('row', { name: /^WHIMBREL Curve \d/ }).waitFor()
    expect(await made.getByRole('link', { name: 'NODDY' }).count()).toBe(0)
    await page.getByRole('tab', { name: 'Top traders' }).click()
    const traders = page.getByRole('table', { name: /^The (\d+ )?most profitable wallets? of NODDY$/ })
    await traders.getByRole('row', { name: 'Dev' }).getByTitle(launcher.address).waitFor()
    await traders.getByText('From one trade known to this server').waitFor()
    await page.getByRole('tab', { name: 'Holders' }).click()
    const holders = page.getByRole('table', { name: /^The (\d+ )?largest accounts? of NODDY$/ })
    await holders.getByRole('row', { name: 'Pool' }).waitFor()
    expect(await holders.getByRole('row', { name: 'You' }).count()).toBe(0)

    const before = await lamportsOf(address)
    const amount = page.getByLabel('Amount', { exact: true })
    await amount.fill('6')
    await page.getByRole('button', { name: /^Review: price impact 1\d/ }).waitFor()
    await amount.press('Enter')
    const question = page.getByRole('dialog', { name: /^Price impact 1\d/ })
    await question.getByLabel('Type “buy” to continue').fill('sell')
    await page.keyboard.press('Enter')
    await question
      .getByText(/^You lose about 0\.[89]\d* SOL to the pool|^You lose about 1\.\d* SOL to the pool/)
      .waitFor()
    await expectAccessible(page, ['dark'])
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    expect([await amount.inputValue(), await lamportsOf(address)]).toEqual(['6', before])
    await amount.fill('2')
    const promised = await trade(page, 'Buy NODDY', signatures)
    expect(promised.has('Temporary account')).toBe(false)
    // The wallet's account at the venue exists, because the wallet bought there before.
    expect(promised.has('Venue account rent')).toBe(false)
    const bought = figure(promised, 'Expected', token.decimals)
    await expect.poll(() => tokensOf(address, token.mint), patience).toBe(bought)
    expect(before - (await lamportsOf(address))).toBe(paid(promised))
    await page
      .getByRole('region', { name: 'Live trades' })
      .getByRole('row', { name: /Buy 2\.000/ })
      .waitFor()
    const progress = summary.locator('div:has(> dt:text-is("Curve")) > dd')
    await expect.poll(async () => Number.parseFloat((await progress.textContent()) ?? ''), patience).toBeGreaterThan(3)

    const own = holders.getByRole('row', { name: 'You' })
    await own.getByTitle(address).waitFor()
    expect(Number.parseFloat((await own.getByRole('cell').last().textContent()) ?? '')).toBeGreaterThan(3)

    const held = await lamportsOf(address)
    await page.getByRole('tab', { name: 'Sell' }).click()
    await page.getByRole('button', { name: '100%' }).click()
    const offered = await trade(page, 'Sell NODDY', signatures)
    await expect.poll(() => tokensOf(address, token.mint), patience).toBe(0n)
    expect((await lamportsOf(address)) - held).toBe(figure(offered, 'Expected', 9) - paid(offered))

    // Profit by the venue's own figures. Other costs do not count.
    const profit = figure(offered, 'Expected', 9) - figure(promised, 'Amount', 9)
    await page.getByRole('tab', { name: 'Top traders' }).click()
    const mine = traders.getByRole('row', { name: 'You' })
    await expect.poll(() => mine.locator('data').nth(-2).getAttribute('value'), patience).toBe(formatAmount(profit, 9))
    expect(await mine.locator('data').last().getAttribute('value')).toBe('0')
  })

  const moves: readonly (readonly [string, Protocol, Protocol])[] = [
    ['Fulmar', 'pumpfun', 'pumpamm'],
    ['Gannet', 'raydium_launchlab', 'raydium_cpmm'],
    ['Dovekie', 'meteora_dbc', 'meteora_damm_v2'],
    ['Shearwater', 'boop', 'raydium_cpmm'],
    ['Guillemot', 'moonit', 'raydium_cpmm'],
  ]
  it.each(moves.slice(0, isProof ? moves.length : 1))(
    'is held while its curve ends, and sold in the pool that it moved to, to the unit: %s of %s',
    async (name, from, to) => {
      const symbol = name.toUpperCase()
      const signatures: string[] = []
      const launchpad = launchpadOf(from)
      const token = await launch(name, launchpad)
      // Not every program stores the time of a launch.
      const row = await vi.waitFor(() => procedure<ListedLaunch>('tokens.get', { mint: token.mint }), patience)
      expect(Math.abs(row.createdAtSeconds - Date.now() / 1_000)).toBeLessThan(120)
      await giveLauncher(client, 120n * sol)
      await page.getByRole('link', { name: 'Discover', exact: true }).first().click()
      await page.getByLabel('Find a token').fill(symbol)
      await page.getByRole('link', { name: symbol }).click()
      // Sold with a small price impact: the sale of more would exceed the signer's limit for one trade.
      await page.getByLabel('Amount', { exact: true }).fill('0.5')
      const promised = await trade(page, `Buy ${symbol}`, signatures)
      const bought = figure(promised, 'Expected', token.decimals)
      await expect.poll(() => tokensOf(address, token.mint), patience).toBe(bought)
      const checks = page.getByRole('list', { name: 'Safety checks' })
      await checks.getByText('LP on curve').waitFor()
      // The token's maker bought some of it, too, and is marked.
      const tape = page.getByRole('region', { name: 'Live trades' })
      await tape.getByRole('button', { name: 'Dev' }).click()
      // A Moonit curve does not name its creator.
      const byDev = tape.getByRole('row', { name: /^▲ Buy ◆? ?by the dev 0\.100/ })
      await expect.poll(() => byDev.count(), patience).toBe(from === 'moonit' ? 0 : 1)
      await expect.poll(() => tape.getByRole('row', { name: /by you/ }).count(), patience).toBe(0)
      await tape.getByRole('button', { name: 'All' }).click()
      await tape.getByRole('row', { name: /by you/ }).waitFor()
      await buyOnCurve(token.mint, 95n * sol, launchpad)
      const complete = page.getByText(`The bonding curve of ${symbol} is sold out.`)
      await complete.waitFor()
      expect(await tokensOf(address, token.mint)).toBe(bought)
      const readAnew = page.waitForRequest(request => request.url().includes('tokens.facts'))
      await graduate(token.mint, launchpad)
      await complete.waitFor({ state: 'hidden' })
      const summary = page.getByRole('group', { name: 'Token summary' })
      await summary.getByText(to).waitFor()
      await readAnew
      await checks.getByText('LP on curve').waitFor({ state: 'hidden' })

      const held = await lamportsOf(address)
      await page.getByRole('tab', { name: 'Sell' }).click()
      await page.getByRole('button', { name: '100%' }).click()
      const offered = await trade(page, `Sell ${symbol}`, signatures)
      await expect.poll(() => tokensOf(address, token.mint), patience).toBe(0n)
      expect((await lamportsOf(address)) - held).toBe(figure(offered, 'Expected', 9) - paid(offered))
      await tape.getByRole('row', { name: /Sell/ }).waitFor()
      // The trades on the curve are still listed.
      await tape.getByRole('row', { name: /Buy 0\.500/ }).waitFor()
    },
  )

  it.runIf(isProof)('is quoted at the current fee while nobody trades, and its button stays', async () => {
    // Its fee falls from 5% by 0.2% every 30 s.
    const token = await launch('Kittiwake', launchpadOf('meteora_dbc'))
    await page.getByRole('link', { name: 'Discover', exact: true }).first().click()
    await page.getByLabel('Find a token').fill(token.symbol)
    await page.getByRole('link', { name: token.symbol }).click()
    await page.getByLabel('Amount', { exact: true }).fill('0.1')
    await page.getByRole('button', { name: `Buy ${token.symbol}` }).waitFor()
    const expected = async () => figure(await previewOn(page), 'Expected', token.decimals)
    const first = await expected()
    await page.evaluate(symbol => {
      const button = [...document.querySelectorAll('button')].find(one => one.textContent?.startsWith(`Buy ${symbol}`))
      if (!button?.parentElement) throw new RangeError('no button')
      const labels = new Set([button.textContent])
      new MutationObserver(() => labels.add(button.isConnected ? button.textContent : 'another button')).observe(
        button.parentElement,
        { childList: true, subtree: true, characterData: true },
      )
      Object.assign(window, { labels })
    }, token.symbol)
    await expect.poll(expected, { timeout: 45_000, interval: 200 }).toBeGreaterThan(first)
    // Less than a second step: the spent amount is the same.
    expect(await expected()).toBeLessThan((first * 1_003n) / 1_000n)
    const labels = await page.evaluate(() => [...(window as unknown as { labels: Set<string> }).labels])
    expect(labels).toHaveLength(1)
  })

  // Pools of pumpamm exist only after a curve has moved.
  const protocols = isProof ? Object.keys(evidence) : ['raydium_clmm']
  it.each((protocols as Protocol[]).filter(protocol => protocol !== 'pumpamm'))(
    'or an older token is bought and sold on its page, to the unit: %s',
    async protocol => {
      const signatures: string[] = []
      const token = await tradedOn(protocol)
      await page.getByRole('link', { name: 'Discover', exact: true }).first().click()
      await page.getByLabel('Find a token').fill(token.symbol)
      await page.locator(`main a[href*="${token.mint}"]`).first().click()
      const before = await lamportsOf(address)
      await page.getByLabel('Amount', { exact: true }).fill('0.1')
      const promised = await trade(page, `Buy ${token.symbol}`, signatures)
      const bought = figure(promised, 'Expected', token.decimals)
      await expect.poll(() => tokensOf(address, token.mint), patience).toBe(bought)
      expect(before - (await lamportsOf(address))).toBe(paid(promised))

      const held = await lamportsOf(address)
      await page.getByRole('tab', { name: 'Sell' }).click()
      await page.getByRole('button', { name: '100%' }).click()
      const offered = await trade(page, `Sell ${token.symbol}`, signatures)
      await expect.poll(() => tokensOf(address, token.mint), patience).toBe(0n)
      expect((await lamportsOf(address)) - held).toBe(figure(offered, 'Expected', 9) - paid(offered))
    },
  )

  it('cannot be traded after its curve is complete, and its page explains the next step', async () => {
    await page.goto(`${server.url}/discover`)
    const card = column('Graduated').getByRole('listitem').filter({ hasText: 'Curve complete' }).first()
    await card.getByRole('link').click()
    await page.getByText(/The bonding curve of \S+ is sold out\./).waitFor()
    const note = page.getByText('Its SOL moves to the pool')
    expect(await note.locator('data').getAttribute('value')).toMatch(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
  })

  it('leaves no error on the console', () => {
    expect(complaints).toEqual([])
  })
})
