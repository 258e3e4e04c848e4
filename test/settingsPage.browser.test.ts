import { type RunningServer, runServer } from '@tern/server/runningServer'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBrowser } from './openBrowser.ts'

let server: RunningServer
let browser: Browser
let page: Page

beforeAll(async () => {
  server = await runServer({ PRACTICE_TRADES_PER_SECOND: '0' })
  browser = await openBrowser()
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(`${server.url}/settings`)
})

afterAll(async () => {
  await browser?.close()
  await server?.remove()
})

it('what follows the fees stands as far below them, whoever sets them', async () => {
  const fees = page.getByRole('tabpanel').getByRole('group', { name: 'Fees' }).first()
  const gapBelow = () =>
    fees.evaluate(({ lastElementChild, nextElementSibling }) => {
      const [above, below] = [lastElementChild, nextElementSibling].map(one => one?.getBoundingClientRect())
      return (below?.top ?? 0) - (above?.bottom ?? 0)
    })
  await fees.getByRole('button', { name: 'Automatic' }).click()
  await fees.getByText('three in four recent trades').waitFor()
  const gap = await gapBelow()
  await fees.getByRole('button', { name: 'Manual' }).click()
  await fees.getByLabel('Bribe').waitFor()
  expect(await gapBelow()).toBe(gap)
})
