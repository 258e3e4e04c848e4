import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunningServer } from '../apps/server/test/runningServer.ts'
import {
  bringPracticeWallet,
  fillCreation,
  lockWallets,
  passphrase,
  startPractising,
  vaultOn,
  vaultWindow,
} from './onPage.ts'
import { closePages, listenTo, openBrowser } from './openBrowser.ts'
import { practiceServer } from './practiceServer.ts'
import { isProof } from './proof.ts'

let server: RunningServer
let browser: Browser
let context: BrowserContext
let page: Page
let address: string
let hostile: Server
const complaints: string[] = []

const vaultUrl = () => server.url.replace('//', '//vault.')

beforeAll(async () => {
  server = await practiceServer()
  browser = await openBrowser()
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  listenTo(context, complaints)
  page = await context.newPage()
  address = await bringPracticeWallet(page, server.url)
  hostile = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(`<!doctype html><title>hostile</title><iframe src="${vaultUrl()}/"></iframe>`)
  })
  await new Promise<void>(resolve => hostile.listen(0, '127.0.0.1', resolve))
})

afterAll(async () => {
  await closePages()
  hostile?.close()
})

const vaultFrame = (on: Page = page) => {
  const frame = on.frames().find(one => one.url().startsWith(vaultUrl()))
  if (frame === undefined) throw new RangeError('no vault')
  return frame
}

const device = {
  protocol: 'ctap2',
  ctap2Version: 'ctap2_1',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  hasPrf: true,
  automaticPresenceSimulation: true,
  isUserVerified: true,
} as const

/** Gives a page an authenticator for passkeys. */
async function giveDevice(page: Page, options: Partial<Record<keyof typeof device, unknown>> = {}) {
  const debug = await page.context().newCDPSession(page)
  await debug.send('WebAuthn.enable')
  const asked = { ...device, ...options } as typeof device
  const { authenticatorId } = await debug.send('WebAuthn.addVirtualAuthenticator', { options: asked })
  return { debug, authenticatorId }
}

/** Opens a page of another user's browser, on a device with passkeys. */
async function visitorWithDevice() {
  const visit = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  listenTo(visit, complaints)
  const page = await visit.newPage()
  return { visit, page, ...(await giveDevice(page)) }
}

/**
 * Adds a passkey in the vault's window, and keeps the window open. The browser's tools tie the authenticator to this window, so the
 * terminal is loaded there afterwards. @returns the terminal's page that has the passkey.
 */
async function addPasskey(from: Page, options: Partial<Record<keyof typeof device, unknown>> = {}) {
  await from.context().addInitScript(() => {
    window.close = () => undefined
  })
  const other = await vaultWindow(from, () => from.getByRole('button', { name: 'Add a passkey' }).click())
  const given = await giveDevice(other, options)
  await other.getByLabel('Passphrase').fill(passphrase)
  await other.getByRole('button', { name: 'Add a passkey' }).click()
  await other.getByText('Done. Close this window.').waitFor()
  await from.getByText('Passkey added').first().waitFor()
  await other.setViewportSize({ width: 1440, height: 900 })
  await other.goto(`${server.url}/wallets`)
  return { page: other, ...given }
}

/** Returns everything that an origin stores in the browser, as text. */
const keptBy = (frame: Pick<Page, 'evaluate'>) =>
  frame.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name)
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, names, await caches.keys()])
  })

describe('script on the terminal’s own origin', () => {
  it('finds nothing of the vault in readable places', async () => {
    expect(await keptBy(vaultFrame())).toContain(address)
    const kept = await keptBy(page)
    expect(kept).not.toContain('ciphertext')
    expect(kept).not.toContain('tern-newest-bundle')
    expect(kept).not.toContain(passphrase)
  })

  const outcomeOf = (work: string) =>
    `(async () => {
      const [VAULT, frame] = ['${vaultUrl()}', globalThis === top ? frames[0] : globalThis]
      const ok = async asked => { if ((await asked).status >= 400) throw new RangeError() }
      ${work}
    })().then(() => 'reached', () => 'refused')`

  it.each([
    ['its page', 'frame.document.body.title'],
    ['its storage', 'frame.localStorage.length'],
    ['its databases', 'await frame.indexedDB.databases()'],
    ['its locks', 'await frame.navigator.locks.query()'],
    ['the bundle', "await ok(fetch(VAULT + '/api/bundle', { credentials: 'include' }))"],
    [
      'the session',
      "await ok(fetch(VAULT.replace('vault.', '') + '/api/session', { method: 'POST', credentials: 'include' }))",
    ],
  ])('cannot reach %s, as the vault can', async (_, work) => {
    expect(await vaultFrame().evaluate(outcomeOf(work))).toBe('reached')
    expect(await page.evaluate(outcomeOf(work))).toBe('refused')
  })

  it.each([
    ['join its signer', "new SharedWorker(VAULT + '/assets/worker.js', { type: 'module', name: 'signer' })"],
    ['put another bundle there', "await ok(fetch(VAULT + '/api/bundle', { method: 'PUT', body: '{}' }))"],
    ['read a bundle at its own origin', "await ok(fetch('/api/bundle'))"],
  ])('cannot %s', async (_, work) => {
    expect(await page.evaluate(outcomeOf(work))).toBe('refused')
  })

  it('gets no second port, and no answer without one', async () => {
    await page.evaluate(origin => {
      const { port1, port2 } = new MessageChannel()
      const messages: unknown[] = []
      Object.assign(window, { messages })
      for (const target of [port1, window])
        target.addEventListener('message', event => messages.push((event as MessageEvent).data))
      port1.start()
      frames[0]?.postMessage('tern-vault:knock', origin, [port2])
      frames[0]?.postMessage({ id: 1, call: 'lock' }, origin)
      port1.postMessage({ id: 2, call: 'lock' })
    }, vaultUrl())
    // After two more turns each, the vault has done everything that it would do.
    for (const turn of [vaultFrame(), page, vaultFrame(), page])
      await turn.evaluate(() => new Promise(resolve => setTimeout(resolve, 50)))
    const received = await page.evaluate(() => (window as unknown as { messages: unknown[] }).messages)
    expect(received).toEqual([])
    expect(await page.getByTitle(/^Wallet \S{32,44}$/).getAttribute('title')).toBe(`Wallet ${address}`)
  })
})

describe('the vault', () => {
  it('is shown in no frame of another site, and leads to the terminal if it is opened directly', async () => {
    const stranger = await browser.newContext()
    const other = await stranger.newPage()
    await other.goto(`http://127.0.0.1:${(hostile.address() as AddressInfo).port}/`)
    const frame = other.frames().find(one => one !== other.mainFrame())
    await expect.poll(() => frame?.url()).toBe('chrome-error://chromewebdata/')
    await other.goto(`${vaultUrl()}/`)
    await other.waitForURL(`${server.url}/**`)
    await other.getByRole('button', { name: 'Start practising' }).waitFor()
    await stranger.close()
  })

  it('loads its forms at the first request', async () => {
    const other = await context.newPage()
    const scripts: string[] = []
    other.on('response', answer => {
      if (answer.url().startsWith(vaultUrl()) && answer.request().resourceType() === 'script')
        scripts.push(answer.url())
    })
    await other.goto(`${server.url}/wallets`)
    await other.getByRole('button', { name: 'Lock now' }).waitFor()
    expect(scripts.filter(url => url.includes('/forms'))).toEqual([])
    await other.getByRole('button', { name: 'New wallet' }).click()
    await vaultOn(other).getByLabel('Passphrase').waitFor()
    expect(scripts.filter(url => url.includes('/forms'))).toHaveLength(1)
    await other.keyboard.press('Escape')

    // Half of a phone’s width is too narrow for a passphrase.
    const window = await vaultWindow(other, () => other.getByRole('button', { name: 'Change passphrase' }).click())
    await window.setViewportSize({ width: 390, height: 844 })
    const widths = ['New passphrase', 'Again'].map(label => window.getByLabel(label).boundingBox())
    for (const box of await Promise.all(widths)) expect(box?.width).toBeGreaterThan(280)
    await other.close()
  })

  it('continues with a wallet from before the vault, in the app’s session', async () => {
    const older = await browser.newContext()
    listenTo(older, complaints)
    const [session] = (await context.cookies(vaultUrl())).filter(({ name }) => name === 'tern_session')
    if (session === undefined) throw new RangeError('no session')
    await older.addCookies([{ ...session, domain: 'tern.localhost' }])
    const other = await older.newPage()
    await other.goto(`${server.url}/wallets`)
    await other.getByTitle(`Wallet ${address}, locked`).waitFor()
    await other.getByRole('button', { name: 'Unlock', exact: true }).first().click()
    await vaultOn(other).getByLabel('Passphrase').fill(passphrase)
    await vaultOn(other).getByRole('button', { name: 'Unlock' }).click()
    await other.getByTitle(`Wallet ${address}`, { exact: true }).waitFor()
    expect((await older.cookies(vaultUrl())).map(({ name }) => name)).toEqual(['tern_session'])
    await older.close()
  })

  it.runIf(isProof)('offers a passkey with a new wallet, and keeps the wallet if the passkey fails', async () => {
    const { visit, page: other, debug, authenticatorId } = await visitorWithDevice()
    const form = vaultOn(other).getByRole('dialog', { name: 'Keep this wallet' })
    const begin = async () => {
      await startPractising(other, server.url)
      await other.goto(`${server.url}/wallets`)
      await other.getByRole('button', { name: 'Keep this wallet' }).click()
      await form.getByText('Step 1 of 3').waitFor()
      await fillCreation(other)
      await form.getByText('Step 2 of 3').waitFor()
    }
    await begin()
    const wanted = form.getByLabel('Add one now')
    expect(await wanted.isChecked()).toBe(false)
    await wanted.check()
    await debug.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    await form.getByRole('button', { name: 'Create wallet', exact: true }).click()
    await form.getByText('Step 3 of 3').waitFor()
    await form.getByRole('alert').filter({ hasText: 'No passkey was used' }).waitFor()
    await form.getByText('Your wallet is stored.').waitFor()

    // An authenticator that has failed too often stops asking for a fingerprint, so use another.
    await debug.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
    const another = await debug.send('WebAuthn.addVirtualAuthenticator', { options: device })
    await form.getByRole('button', { name: 'Add a passkey' }).click()
    await form.waitFor({ state: 'detached' })
    const corner = other.getByTitle(/^Wallet \S{32,44}$/)
    const own = await corner.getAttribute('title')
    const { credentials } = await debug.send('WebAuthn.getCredentials', another)
    expect(credentials.map(({ rpId }) => rpId)).toEqual(['vault.tern.localhost'])
    await other.reload()
    await lockWallets(other)
    await other.getByRole('button', { name: 'Unlock', exact: true }).first().click()
    await vaultOn(other).getByRole('button', { name: 'Unlock with a passkey' }).click()
    await other.getByTitle(own ?? '', { exact: true }).waitFor()

    await visit.clearCookies()
    await vaultFrame(other).evaluate(() => localStorage.clear())
    await begin()
    await wanted.check()
    await debug.send('WebAuthn.setUserVerified', { ...another, isUserVerified: false })
    await form.getByRole('button', { name: 'Create wallet', exact: true }).click()
    await form.getByRole('alert').filter({ hasText: 'No passkey was used' }).waitFor()
    await form.getByRole('button', { name: 'Skip this step' }).click()
    await form.waitFor({ state: 'detached' })
    await corner.waitFor()
    const second = await corner.getAttribute('title')
    expect(second).not.toBe(own)
    await other.reload()
    await lockWallets(other)
    await other.getByRole('button', { name: 'Unlock', exact: true }).first().click()
    await vaultOn(other).getByLabel('Passphrase').fill(passphrase)
    expect(await vaultOn(other).getByRole('button', { name: 'Unlock with a passkey' }).count()).toBe(0)
    await vaultOn(other).getByRole('button', { name: 'Unlock', exact: true }).click()
    await other.getByTitle(second ?? '', { exact: true }).waitFor()
    await visit.close()
  })

  it.runIf(isProof)(
    'opens by a passkey for its own host, after the device has asked the person, and not after the passkey is removed',
    async () => {
      const visit = await browser.newContext({ viewport: { width: 1440, height: 900 } })
      listenTo(visit, complaints)
      const first = await visit.newPage()
      const own = await bringPracticeWallet(first, server.url)
      await first.keyboard.press('g')
      await first.keyboard.press('w')
      const { page: other, debug, authenticatorId } = await addPasskey(first)
      await other.getByRole('button', { name: 'Lock now' }).waitFor()
      await first.close()
      const form = vaultOn(other).getByRole('dialog')
      await other.getByText('Passkey, Linux').waitFor()
      await other.getByText(/^Added .*, for this vault only\.$/).waitFor()
      const { credentials } = await debug.send('WebAuthn.getCredentials', { authenticatorId })
      expect(credentials.map(({ rpId }) => rpId)).toEqual(['vault.tern.localhost'])

      await other.getByRole('button', { name: 'Lock now' }).click()
      await other.getByTitle(`Wallet ${own}, locked`).waitFor()
      const unlock = other.getByRole('button', { name: 'Unlock', exact: true }).first()
      await unlock.click()
      await form.getByRole('button', { name: 'Unlock with a passkey' }).click()
      await other.getByTitle(`Wallet ${own}`, { exact: true }).waitFor()

      // For a passkey, the terminal's own page is another site.
      const refused = await other.evaluate(async () => {
        const publicKey = { challenge: new Uint8Array(32), rpId: 'vault.tern.localhost' }
        return navigator.credentials.get({ publicKey }).then(
          () => 'used',
          (error: Error) => error.name,
        )
      })
      expect(refused).toBe('SecurityError')

      await other.getByRole('button', { name: 'Lock now' }).click()
      await unlock.click()
      await debug.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
      await form.getByRole('button', { name: 'Unlock with a passkey' }).click()
      await form.getByText('No passkey was used').waitFor()
      await form.getByLabel('Passphrase').fill(passphrase)
      await form.getByRole('button', { name: 'Unlock', exact: true }).click()
      await other.getByTitle(`Wallet ${own}`, { exact: true }).waitFor()

      const remove = other.getByRole('button', { name: 'Remove Passkey, Linux' })
      const window = await vaultWindow(other, () => remove.click())
      await window.getByLabel('Passphrase').fill('wrong horse battery staple')
      await window.getByRole('button', { name: 'Remove passkey' }).click()
      await window.getByText('Wrong passphrase').waitFor()
      await window.getByLabel('Passphrase').fill(passphrase)
      await window.getByRole('button', { name: 'Remove passkey' }).click()
      await other.getByText('None yet.').waitFor()
      await other.getByRole('button', { name: 'Lock now' }).click()
      await unlock.click()
      await form.getByLabel('Passphrase').waitFor()
      expect(await form.getByRole('button', { name: 'Unlock with a passkey' }).count()).toBe(0)
      await visit.close()
    },
  )

  it.runIf(isProof)('lists its passkeys, and after one is removed the others still open the wallets', async () => {
    const visit = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    listenTo(visit, complaints)
    const first = await visit.newPage()
    const own = await bringPracticeWallet(first, server.url)
    await first.keyboard.press('g')
    await first.keyboard.press('w')
    const listed = (on: Page) =>
      on
        .getByRole('listitem')
        .filter({ hasText: /^Passkey, / })
        .locator('b')
        .allTextContents()
    const { page: inside } = await addPasskey(first)
    await expect.poll(() => listed(inside)).toEqual(['Passkey, Linux'])
    const { page: outside } = await addPasskey(inside, { transport: 'usb' })
    await expect.poll(() => listed(outside)).toEqual(['Passkey, Linux', 'Passkey, Security key'])

    const remove = outside.getByRole('button', { name: 'Remove Passkey, Linux' })
    const window = await vaultWindow(outside, () => remove.click())
    await window.getByText('“Linux” no longer unlocks your wallets.').waitFor()
    await window.getByLabel('Passphrase').fill(passphrase)
    await window.getByRole('button', { name: 'Remove passkey' }).click()
    await expect.poll(() => listed(outside)).toEqual(['Passkey, Security key'])

    const byPasskey = async (on: Page) => {
      await on.bringToFront()
      await on.getByRole('button', { name: 'Lock now' }).click()
      await on.getByRole('button', { name: 'Unlock', exact: true }).first().click()
      await vaultOn(on).getByRole('button', { name: 'Unlock with a passkey' }).click()
    }
    await byPasskey(outside)
    await outside.getByTitle(`Wallet ${own}`, { exact: true }).waitFor()
    await byPasskey(inside)
    await vaultOn(inside).getByText('No passkey was used').waitFor()
    await visit.close()
  })

  it('says nothing on the console and breaks no policy', () => {
    // The attempts above cause complaints, as they should.
    const own = complaints.filter(
      text => !/Content Security Policy|violates|CORS|40[34]|net::ERR_FAILED|TrustedScriptURL/.test(text),
    )
    expect(own).toEqual([])
  })
})
