import { createPrivateKey, createPublicKey } from 'node:crypto'
import { decodeBase58, encodeBase58 } from '@tern/core'
import type { Browser, Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunningServer } from '../apps/server/test/runningServer.ts'
import { bringWallet, retypePassphrase, vaultWindow } from './onPage.ts'
import { closePages, openBrowser } from './openBrowser.ts'
import { practiceServer, storedBy } from './practiceServer.ts'

let server: RunningServer
let browser: Browser
let page: Page

beforeAll(async () => {
  server = await practiceServer()
  browser = await openBrowser()
  page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
})

afterAll(async () => {
  await closePages()
})

const vaultUrl = () => server.url.replace('//', '//vault.')
const vaultFrameOf = (on: Page): Frame => {
  const frame = on.frames().find(one => one.url().startsWith(vaultUrl()))
  if (frame === undefined) throw new RangeError('no vault')
  return frame
}

/** Returns everything that an origin stores in the browser, as text. */
const keptBy = (frame: Frame) =>
  frame.evaluate(async () => {
    const asked = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const records: unknown[] = []
    for (const { name } of await indexedDB.databases()) {
      const database = await asked(indexedDB.open(name ?? ''))
      for (const store of database.objectStoreNames)
        records.push(await asked(database.transaction(store).objectStore(store).getAll()))
      database.close()
    }
    const plain = (_: string, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value instanceof Uint8Array ? value.join() : value
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, records], plain)
  })

/** Records in every frame of every page the messages of its ports and channels. */
const noteWhatPortsSay = (on: Page) =>
  on.context().addInitScript(() => {
    const said: unknown[] = []
    Object.assign(globalThis, { said })
    for (const { prototype } of [MessagePort, BroadcastChannel]) {
      const listen: EventTarget['addEventListener'] = prototype.addEventListener
      prototype.addEventListener = function (this: EventTarget, ...asked: Parameters<typeof listen>) {
        listen.call(this, 'message', event => void said.push((event as MessageEvent).data))
        listen.apply(this, asked)
      }
    }
  })

const saidByPorts = (frame: Frame) =>
  frame.evaluate(() =>
    JSON.stringify((globalThis as unknown as { said: unknown[] }).said, (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value instanceof Uint8Array ? value.join() : value,
    ),
  )

describe('the secret key of a wallet', () => {
  it('is shown for the passphrase, in the vault alone and for a minute', async () => {
    const sent: string[] = []
    const context = page.context()
    context.on('request', request => sent.push(request.url(), request.postData() ?? ''))
    page.on('websocket', socket => socket.on('framesent', ({ payload }) => sent.push(String(payload))))
    context.on('console', message => sent.push(message.text()))
    await noteWhatPortsSay(page)
    await context.addInitScript(() => {
      const copied: string[] = []
      Object.assign(globalThis, { copied })
      navigator.clipboard.writeText = async text => void copied.push(text)
    })
    await page.clock.install()
    const address = await bringWallet(page, server.url)
    await page.keyboard.press('g')
    await page.keyboard.press('w')
    await page.getByRole('button', { name: 'More for Main' }).click()
    const window = await vaultWindow(page, () => page.getByRole('menuitem', { name: 'Export key…' }).click())
    const form = window.getByRole('dialog', { name: 'Export key' })
    await form.getByText('Anyone with this key controls everything in Main, forever.').waitFor()
    expect((await form.locator('.address').textContent())?.replaceAll(/\s/g, '')).toBe(address)
    await form.getByLabel('Passphrase').fill('wrong horse battery staple')
    await form.getByRole('button', { name: 'Export key' }).click()
    await retypePassphrase(window, window)
    // From here on the clock moves only when the test moves it.
    await page.clock.pauseAt(Date.now() + 60_000)
    await form.getByRole('button', { name: 'Export key' }).click()

    const show = form.getByRole('button', { name: 'Show key' })
    await show.waitFor()
    // The form ignores presses in the first half second.
    await page.clock.runFor(500)
    expect(await form.getByRole('button').allTextContents()).toEqual(['Show key', 'Copy key', 'Done'])
    const field = form.locator('.secret-key')
    expect(await field.textContent()).toMatch(/^Hidden•+$/)
    await show.click()
    const key = (await field.textContent()) ?? ''
    const bytes = decodeBase58(key)
    expect(bytes).toHaveLength(64)
    expect(encodeBase58(bytes.subarray(32))).toBe(address)
    const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), bytes.subarray(0, 32)])
    const known = createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })).export({
      format: 'jwk',
    })
    expect(encodeBase58(Buffer.from(known.x ?? '', 'base64url'))).toBe(address)
    await form.getByRole('button', { name: 'Hide key' }).click()
    expect(await field.textContent()).toMatch(/^Hidden•+$/)
    await form.getByRole('button', { name: 'Copy key' }).click()
    await form.getByRole('button', { name: 'Copied' }).waitFor()
    const copied = () => window.evaluate(() => (globalThis as unknown as { copied: string[] }).copied)
    expect(await copied()).toEqual([key])
    await show.click()

    const hasKey = (text: string) => [key, bytes.subarray(0, 32).join()].some(secret => text.includes(secret))
    // Shows that the search finds a key.
    expect(hasKey(await window.content())).toBe(true)
    expect(hasKey(await saidByPorts(window.mainFrame()))).toBe(true)
    expect(await saidByPorts(vaultFrameOf(page))).toContain('ready')
    const said = await saidByPorts(page.mainFrame())
    expect(said).toContain('passkeys')
    const outside = async () => [
      await page.mainFrame().content(),
      await vaultFrameOf(page).content(),
      await keptBy(page.mainFrame()),
      await keptBy(vaultFrameOf(page)),
      await saidByPorts(page.mainFrame()),
      await saidByPorts(vaultFrameOf(page)),
      ...context.pages().flatMap(one => one.frames().map(frame => frame.url())),
      ...sent,
    ]
    expect((await outside()).filter(hasKey)).toEqual([])

    await form.getByText('Cleared in 60 s.').waitFor()
    await page.clock.fastForward(59_000)
    await form.getByText('Cleared in 1 s.').waitFor()
    await page.clock.fastForward(1_000)
    await expect.poll(() => window.isClosed()).toBe(true)
    await page.getByRole('button', { name: 'More for Main' }).waitFor()
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(0)
    expect((await outside()).filter(hasKey)).toEqual([])
    expect((await storedBy(server)).filter(hasKey)).toEqual([])
  })
})
