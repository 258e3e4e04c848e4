import { deriveKey } from '@tern/practice-chain/internal/makers'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunningServer } from '../apps/server/test/runningServer.ts'
import { type SignerWorker, signersOf } from './inSigner.ts'
import { bringPracticeWallet, bringWallet, passphrase, vaultWindow } from './onPage.ts'
import { closePages, openBrowser } from './openBrowser.ts'
import { practiceServer } from './practiceServer.ts'
import { isProof } from './proof.ts'

let server: RunningServer
let browser: Browser
let page: Page
let signer: SignerWorker

beforeAll(async () => {
  server = await practiceServer()
  browser = await openBrowser()
  page = await browser.newPage()
  await bringWallet(page, server.url)
  const signers = await signersOf(page)
  expect(signers.map(({ title }) => title)).toEqual([expect.stringMatching(/^signer/)])
  signer = signers[0] ?? expect.fail('no signer')
})

afterAll(async () => {
  await closePages()
})

const inSigner = (expression: string) => signer.evaluate(expression)

const outcomeOf = (work: string) =>
  `(async () => { const other = 'http://127.0.0.1:${server.port}'; ${work} })().then(() => 'reached', () => 'refused')`

describe('the signer that all tabs share', () => {
  it.each([
    ['the server', "await fetch('/api/bundle')"],
    ['the server by the older way', "const x = new XMLHttpRequest(); x.open('GET', '/health', false); x.send()"],
    [
      'a socket',
      `await new Promise((open, refuse) => {
        const socket = new WebSocket(location.origin.replace('http', 'ws') + '/api/stream')
        socket.onopen = open
        socket.onerror = refuse
      })`,
    ],
    [
      'events',
      `await new Promise((open, refuse) => {
        const source = new EventSource('/api/trpc/markets.onBlockhash')
        source.onopen = open
        source.onerror = refuse
      })`,
    ],
  ])('cannot reach %s, which its pages can', async (_, work) => {
    expect(await page.evaluate(outcomeOf(work))).toBe('reached')
    expect(await inSigner(outcomeOf(work))).toBe('refused')
  })

  it.each([
    ['reach another site', "await fetch(other + '/health', { mode: 'no-cors' })"],
    ['load script of another site', "await import(other + '/firstPaint.js')"],
    ['load script of its own making', "await import('data:text/javascript,1')"],
    ['run text', "eval('1')"],
  ])('cannot %s', async (_, work) => {
    expect(await inSigner(outcomeOf(''))).toBe('reached')
    expect(await inSigner(outcomeOf(work))).toBe('refused')
  })

  it('is out of reach for text that runs as a script in a page', async () => {
    const refused = await page.evaluate(() => {
      const works = [
        () => new SharedWorker('/assets/worker.js', { type: 'module', name: 'signer' }),
        () => new Worker('data:text/javascript,1'),
        () => {
          const factory = (globalThis as { trustedTypes?: { createPolicy(name: string, rules: object): unknown } })
            .trustedTypes
          for (const name of ['tern', 'other']) factory?.createPolicy(name, { createScriptURL: (url: string) => url })
        },
      ]
      return works.map(work => {
        try {
          work()
          return 'done'
        } catch {
          return 'refused'
        }
      })
    })
    expect(refused).toEqual(['refused', 'refused', 'refused'])
  })
})

describe('a signer of a single tab, in a browser without shared workers,', () => {
  it.runIf(isProof)('serves the vault’s window, which has a form of that tab, and locks at a reload', async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'SharedWorker'))
    const alone = await context.newPage()
    await bringPracticeWallet(alone, server.url)
    await alone.getByRole('link', { name: 'Wallets', exact: true }).first().click()
    const change = alone.getByRole('button', { name: 'Change signer limits' })
    const limits = await vaultWindow(alone, () => change.click())
    await limits.getByLabel('One trade').fill('9')
    await limits.getByLabel('Passphrase').fill(passphrase)
    await limits.getByRole('button', { name: 'Set limits' }).click()
    await alone.getByText('9 SOL', { exact: true }).waitFor()

    await alone.getByRole('button', { name: 'Withdraw from Main' }).click()
    const { address } = await deriveKey('a test', 'recipient')
    await alone.getByLabel('To', { exact: true }).fill(address)
    await alone.getByLabel('Amount').fill('1')
    const check = alone.getByRole('button', { name: 'Check the withdrawal' })
    const withdrawal = await vaultWindow(alone, () => check.click())
    await withdrawal.getByLabel('Type the last 4 characters of the address').fill(address.slice(-4))
    await withdrawal.getByLabel('Passphrase').fill(passphrase)
    await withdrawal.getByRole('button', { name: 'Withdraw 1.00000 SOL' }).click()
    await alone.getByRole('status').filter({ hasText: 'Withdrew 1.00000 SOL' }).waitFor()

    // The signer ends with its tab.
    await alone.reload()
    await alone.getByTitle(/^Wallet \S+, locked$/).waitFor()
    await alone.waitForTimeout(1_000)
    await alone.getByTitle(/^Wallet \S+, locked$/).waitFor()
    await context.close()
  })
})
