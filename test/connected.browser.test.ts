import { type Address, encodeBase58 } from '@tern/core'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { RunningServer } from '../apps/server/test/runningServer.ts'
import { expectAccessible } from './axe.ts'
import { trade } from './onPage.ts'
import { closePages, listenTo, openBrowser } from './openBrowser.ts'
import { practiceRpc } from './practiceRpc.ts'
import { practiceServer } from './practiceServer.ts'

let server: RunningServer
let browser: Browser
let context: BrowserContext
let page: Page
let address: Address
let mint: string
const complaints: string[] = []
const signatures: string[] = []
const patience = { timeout: 100_000, interval: 100 }

const { procedure, lamportsOf, tokensOf } = practiceRpc(() => server.port)

const kestrel =
  '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"><circle cx="12" cy="12" r="12" fill="#b5512e"/></svg>'

/** The user's answer in the other program. */
let answers: 'yes' | 'no' | 'something else' = 'yes'
/** The requests to the program. While `held` is set, the program does not answer. */
const asked: string[] = []
let held: Promise<void> | undefined

/**
 * Installs a wallet program in every page. It uses only the protocol of the Wallet Standard, and its key is outside the page.
 * It connects without asking if the user has allowed it before.
 */
async function installKestrel(into: BrowserContext): Promise<void> {
  const keys = (await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])) as CryptoKeyPair
  const publicKey = [...new Uint8Array(await crypto.subtle.exportKey('raw', keys.publicKey))]
  address = encodeBase58(Uint8Array.from(publicKey)) as Address
  let isKnown = false
  await into.exposeFunction(
    'askKestrel',
    async (what: 'connect' | 'silent' | 'disconnect' | 'sign', bytes: number[]) => {
      asked.push(what)
      if (what === 'silent') return isKnown ? [] : undefined
      if (what === 'disconnect') isKnown = false
      if (what === 'disconnect') return []
      await held
      if (answers === 'no') return undefined
      isKnown = true
      if (what === 'connect') return []
      const message = Uint8Array.from(bytes.slice(65))
      // The last byte belongs to the last instruction or to a lookup.
      if (answers === 'something else') message[message.length - 1] = (message.at(-1) ?? 0) ^ 1
      const signature = new Uint8Array(await crypto.subtle.sign('Ed25519', keys.privateKey, message))
      return [1, ...signature, ...message]
    },
  )
  await into.addInitScript(
    ([key, named, picture]) => {
      const ask = (window as unknown as { askKestrel(what: string, bytes: number[]): Promise<number[] | undefined> })
        .askKestrel
      const chains = ['solana:mainnet', 'solana:devnet']
      const features = ['solana:signTransaction']
      const account = { address: named, publicKey: Uint8Array.from(key), chains, features }
      let accounts: unknown[] = []
      const listeners: ((change: object) => void)[] = []
      async function insist(what: string, bytes: number[] = []) {
        const answer = await ask(what, bytes)
        if (answer === undefined) throw Object.assign(new Error('The person said no'), { code: 4001 })
        return answer
      }
      const share = (next: unknown[]) => {
        accounts = next
        for (const listener of listeners) listener({ accounts })
        return { accounts }
      }
      const wallet = {
        ...{ version: '1.0.0', name: 'Kestrel', icon: picture, chains },
        get accounts() {
          return accounts
        },
        features: {
          'standard:connect': {
            version: '1.0.0',
            async connect({ silent = false } = {}) {
              if (silent) return share((await ask('silent', [])) === undefined ? [] : [account])
              await insist('connect')
              return share([account])
            },
          },
          'standard:disconnect': {
            version: '1.0.0',
            async disconnect() {
              await ask('disconnect', [])
              share([])
            },
          },
          'standard:events': {
            version: '1.0.0',
            on(_: string, listener: (change: object) => void) {
              listeners.push(listener)
              return () => undefined
            },
          },
          'solana:signTransaction': {
            ...{ version: '1.0.0', supportedTransactionVersions: ['legacy', 0] },
            signTransaction: (...inputs: { transaction: Uint8Array }[]) =>
              Promise.all(
                inputs.map(async ({ transaction }) => ({
                  signedTransaction: Uint8Array.from(await insist('sign', [...transaction])),
                })),
              ),
          },
        },
      }
      const register = (api: { register(wallet: object): void }) => api.register(wallet)
      addEventListener('wallet-standard:app-ready', event => register((event as CustomEvent).detail))
      dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
    },
    [publicKey, address, `data:image/svg+xml;base64,${btoa(kestrel)}`] as const,
  )
}

beforeAll(async () => {
  server = await practiceServer()
  browser = await openBrowser()
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  listenTo(context, complaints)
  await installKestrel(context)
  page = await context.newPage()
  const [token] = await procedure<readonly { mint: string }[]>('tokens.list')
  mint = token?.mint ?? ''
})
afterAll(async () => {
  await closePages()
})

const corner = () => page.getByTitle(`Wallet ${address}`)
const alert = (text: string) => page.getByRole('alert').filter({ hasText: text })
const wallet = () => page.getByRole('listitem', { name: 'Wallet Kestrel' })

async function openToken(): Promise<void> {
  await page.goto(`${server.url}/t/${mint}`)
  await page.getByLabel('Amount', { exact: true }).fill('0.5')
  await page.getByRole('button', { name: /^Buy / }).waitFor()
}

describe('a wallet in another program', () => {
  it('is connected from the first page, and gets practice SOL', async () => {
    await page.goto(`${server.url}/`)
    await page.getByRole('button', { name: 'Connect a wallet' }).click()
    const dialog = page.getByRole('dialog', { name: 'Connect a wallet' })
    await expect.poll(() => dialog.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(24)
    answers = 'no'
    await dialog.getByRole('button', { name: 'Connect Kestrel' }).click()
    await dialog.getByText('You cancelled it, so nothing was signed').waitFor()
    await expectAccessible(page)
    answers = 'yes'
    await dialog.getByRole('button', { name: 'Connect Kestrel' }).click()
    await page.getByLabel('SOL balance', { exact: true }).waitFor()
    await corner().waitFor()
    expect(await lamportsOf(address)).toBe(10_000_000_000n)
  })

  it('is asked once before a trade, for any number of presses, and then trades', async () => {
    await openToken()
    let release: (() => void) | undefined
    held = new Promise(resolve => (release = resolve))
    asked.length = 0
    const trading = trade(page, /^Buy /, signatures)
    await page.getByText('Confirm it in Kestrel').waitFor()
    expect(asked).toEqual(['sign'])
    expect(await tokensOf(address, mint)).toBe(0n)
    release?.()
    await trading
    expect(await tokensOf(address, mint)).toBeGreaterThan(0n)
    expect(asked).toEqual(['sign'])
  })

  it('keeps the typed amount if its owner declines or it signs other bytes, and other bytes are not sent', async () => {
    await openToken()
    const before = await lamportsOf(address)
    for (const [answer, why] of [
      ['no', 'You cancelled it, so nothing was signed'],
      ['something else', 'Kestrel changed the transaction, so it was not sent'],
    ] as const) {
      answers = answer
      await page.getByRole('button', { name: /^Buy / }).click()
      await alert(why).waitFor()
      await alert(why).getByRole('button', { name: 'Dismiss' }).click()
      expect(await page.getByLabel('Amount', { exact: true }).inputValue()).toBe('0.5')
    }
    answers = 'yes'
    expect(await lamportsOf(address)).toBe(before)
  })

  it('goes on after a reload without being asked, and in another tab', async () => {
    asked.length = 0
    await openToken()
    const other = await context.newPage()
    await other.goto(`${server.url}/t/${mint}`)
    await other.getByTitle(`Wallet ${address}`, { exact: true }).waitFor()
    await other.close()
    expect(asked).toEqual(['silent', 'silent'])
  })

  it('is locked in every tab, stays so, and is opened by its program', async () => {
    const other = await context.newPage()
    await other.goto(`${server.url}/discover`)
    await other.getByTitle(`Wallet ${address}`, { exact: true }).waitFor()
    await corner().click()
    await page.getByRole('menuitem', { name: /^Lock/ }).click()
    for (const tab of [page, other]) await tab.getByTitle(`Wallet ${address}, locked`).waitFor()
    await other.close()
    asked.length = 0
    await page.reload()
    await page.getByTitle(`Wallet ${address}, locked`).waitFor()
    expect(asked).toEqual([])
    answers = 'no'
    const unlock = page.getByRole('banner').getByRole('button', { name: 'Connect Kestrel' })
    await unlock.click()
    await alert('You cancelled it, so nothing was signed').waitFor()
    answers = 'yes'
    await unlock.click()
    await page.getByTitle(`Wallet ${address}`, { exact: true }).waitFor()
    expect(asked).toEqual(['connect', 'connect'])
  })

  it('is listed among the wallets, and can be forgotten there', async () => {
    await page.goto(`${server.url}/wallets`)
    await wallet().getByText('external, asks each time').waitFor()
    await page.getByRole('heading', { name: 'Who can sign for Kestrel' }).waitFor()
    await expectAccessible(page)
    await wallet().getByRole('button', { name: 'Disconnect Kestrel' }).click()
    await page.getByRole('heading', { name: /^Trade Solana tokens/ }).waitFor()
    await vi.waitUntil(() => asked.includes('disconnect'), patience)
    await page.reload()
    await page.getByRole('button', { name: 'Connect a wallet' }).waitFor()
  })

  it('caused no message on the console', () => {
    expect(complaints).toEqual([])
  })
})
