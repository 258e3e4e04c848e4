import { type PracticeChain, startPracticeChain } from '@tern/practice-chain'
import { type RunningServer, runServer } from '@tern/server/runningServer'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { vaultOn } from './onPage.ts'
import { closePages, listenTo, openBrowser } from './openBrowser.ts'

let chain: PracticeChain
let server: RunningServer
let browser: Browser
let page: Page
const complaints: string[] = []

async function visitor(): Promise<BrowserContext> {
  const visit = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  listenTo(visit, complaints)
  return visit
}

beforeAll(async () => {
  chain = await startPracticeChain({ world: 'empty' })
  // A cluster, as far as the server knows.
  server = await runServer({ RPC_URL: chain.rpcUrl, RPC_WS_URL: chain.wsUrl })
  browser = await openBrowser()
  page = await (await visitor()).newPage()
})

afterAll(async () => {
  await closePages()
  await server?.remove()
  await chain?.close()
})

describe('a passphrase for real money', () => {
  const form = () => vaultOn(page).getByRole('dialog', { name: 'Create a wallet' })

  it('is not what cracking lists hold', async () => {
    const scripts: string[] = []
    page.on('response', answer => void (answer.url().includes('/guesses-') && scripts.push(answer.url())))
    await page.goto(server.url)
    await page.getByRole('button', { name: 'Start trading' }).click()
    await form().getByLabel('Passphrase', { exact: true }).fill('Summer2024!')
    await form().getByLabel('Again', { exact: true }).fill('Summer2024!')
    await form().getByText('Too weak.').waitFor()
    await form().getByRole('button', { name: 'Continue', exact: true }).click()
    await form().getByText('Too easy to guess').first().waitFor()
    await form().getByText('Step 1 of 3').waitFor()
    expect(scripts).toHaveLength(1)
  })

  it('is offered, new each time', async () => {
    const offered = form().locator('.offered-passphrase')
    const [before] = await offered.allTextContents()
    expect(before).toMatch(/^[a-z]+(-[a-z]+){4}$/)
    await form().getByRole('button', { name: 'Another' }).click()
    await expect.poll(() => offered.textContent()).not.toBe(before)
    await form().getByRole('button', { name: 'Use this one' }).click()
    await form().getByText('Strong.').waitFor()
    for (const label of ['Passphrase', 'Again'])
      expect(await form().getByLabel(label, { exact: true }).inputValue()).toBe(await offered.textContent())
    await form().getByRole('button', { name: 'Continue', exact: true }).click()
    await form().getByText('Step 2 of 3').waitFor()
  })
})

it('says nothing on the console and breaks no policy', () => {
  expect(complaints).toEqual([])
})
