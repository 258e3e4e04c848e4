import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunningServer } from '../apps/server/test/runningServer.ts'
import { startPractising, trade } from './onPage.ts'
import { closePages, openBrowser } from './openBrowser.ts'
import { practiceRpc } from './practiceRpc.ts'
import { practiceServer } from './practiceServer.ts'
import { goOn, isStopped, makeStoppable, stopAt } from './stoppable.ts'
import { type ListedToken, withoutTables } from './swaps.ts'

const patience = { timeout: 100_000, interval: 200 }
const wrapped = 'So11111111111111111111111111111111111111112'

let server: RunningServer
/** Two tokens of different venues. Each trades against SOL, so a swap between them takes two pools. */
let one: ListedToken
let other: ListedToken
const { rpc, procedure, tokensOf } = practiceRpc(() => server.port)

beforeAll(async () => {
  // No maker trades, so a swap takes exactly its quote.
  server = await practiceServer()
  const listed = await procedure<readonly ListedToken[]>('tokens.list')
  const plain = listed.filter(token => token.scale === null && token.transferFeeBps === null)
  one = plain.find(({ protocol }) => protocol === 'raydium_cpmm') ?? expect.fail('no pool of raydium_cpmm')
  other = plain.find(({ protocol }) => protocol === 'raydium_clmm') ?? expect.fail('no pool of raydium_clmm')
})
afterAll(closePages)

const mainButton = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const stoppedOn = (page: Page) => page.getByRole('region', { name: 'Stopped swap' })
const restOn = (page: Page) => stoppedOn(page).getByRole('button', { name: /^Swap the rest: / })

/** Opens two tabs that offer the rest of a stopped swap. The first of its two transactions has landed. */
async function twoTabs(prepare: (context: BrowserContext) => Promise<unknown>) {
  const browser = await openBrowser()
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await makeStoppable(context)
  await prepare(context)
  const first = await context.newPage()
  const address = await startPractising(first, server.url)
  await first.goto(`${server.url}/swap?from=${wrapped}&to=${one.mint}`)
  await first.getByLabel('You pay').fill('0.5')
  await trade(first, `Swap 0.5 SOL for ${one.symbol}`, [])
  await expect.poll(() => tokensOf(address, one.mint), patience).toBeGreaterThan(0n)
  await withoutTables(context, server.port)
  await first.goto(`${server.url}/swap?from=${one.mint}&to=${other.mint}`)
  await first.getByLabel('You pay').fill('50%')
  await first.getByText('Takes 2 transactions').waitFor()
  await mainButton(first, /^Swap .+ for /).waitFor()
  await stopAt(first, 'sign', 1)
  await mainButton(first, /^Swap .+ for /).click()
  await isStopped(first)
  await first.reload()
  const second = await context.newPage()
  await second.goto(`${server.url}/swap`)
  for (const tab of [first, second]) {
    await stoppedOn(tab).getByText('1 of 2 transactions landed').waitFor()
    await restOn(tab).waitFor()
  }
  const made = async () =>
    (await rpc<readonly unknown[]>('getSignaturesForAddress', address, { commitment: 'confirmed' })).length
  return { context, address, first, second, made, before: await made() }
}

/** Hides from each tab that another tab is sending a swap. Only the journal is left to keep the tabs apart. */
const withoutSight = (context: BrowserContext) =>
  context.addInitScript(() => {
    const { request } = LockManager.prototype
    const own = crypto.randomUUID()
    LockManager.prototype.request = function (this: LockManager, name: string, ...rest: unknown[]) {
      const asked = name.startsWith('tern-trade ') ? `${name} ${own}` : name
      return Reflect.apply(request, this, [asked, ...rest])
    } as typeof request
    const { postMessage } = BroadcastChannel.prototype
    BroadcastChannel.prototype.postMessage = function (message) {
      if (this.name !== 'tern-trades') postMessage.call(this, message)
    }
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = function (key, text) {
      if (!key.startsWith('tern-underway ')) setItem.call(this, key, text)
    }
  })

describe('a swap of two transactions that stopped between them, in two tabs', () => {
  it('is continued once if both tabs are pressed in the same moment', async () => {
    const { context, address, first, second, made, before } = await twoTabs(async () => undefined)
    const buttons = await Promise.all([first, second].map(tab => restOn(tab).elementHandle()))
    await Promise.all(buttons.map(button => button?.evaluate(element => (element as HTMLElement).click())))
    const refused = async () =>
      Promise.all(
        [first, second].map(tab =>
          tab.getByRole('alert').filter({ hasText: 'Waiting for the last transaction' }).count(),
        ),
      )
    await expect.poll(async () => (await refused()).toSorted(), patience).toEqual([0, 1])
    await expect.poll(() => tokensOf(address, other.mint), patience).toBeGreaterThan(0n)
    for (const tab of [first, second]) await stoppedOn(tab).waitFor({ state: 'detached' })
    expect(await made()).toBe(before + 1)
    await context.close()
  })

  it('is continued by the tab that holds it in the journal, and the other tab says that it signed nothing', async () => {
    const { context, address, first, second, made, before } = await twoTabs(withoutSight)
    // The journal has no record of the rest until it is signed.
    await stopAt(first, 'sign')
    await restOn(first).click()
    await isStopped(first)
    await restOn(second).click()
    const refusal = second.getByRole('alert').filter({ hasText: 'Its last transaction may still land' })
    await refusal.filter({ hasText: 'Nothing was sent.' }).waitFor()
    expect([await made(), await tokensOf(address, other.mint)]).toEqual([before, 0n])
    await goOn(first)
    await expect.poll(() => tokensOf(address, other.mint), patience).toBeGreaterThan(0n)
    for (const tab of [first, second]) await stoppedOn(tab).waitFor({ state: 'detached' })
    expect(await made()).toBe(before + 1)
    await context.close()
  })
})
