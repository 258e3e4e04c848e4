import { readFile } from 'node:fs/promises'
import { parseAmount, rentExemption } from '@tern/core'
import { parseBundleFile } from '@tern/custody/internal'
import jsQR from 'jsqr'
import type { Browser, BrowserContext, Locator, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunningServer } from '../apps/server/test/runningServer.ts'
import {
  bringPracticeWallet,
  lockWallets,
  passphrase,
  pressLast,
  retypePassphrase,
  vaultOn,
  vaultWindow,
  writeDownRecoveryCode,
} from './onPage.ts'
import { closePages, listenTo, openBrowser } from './openBrowser.ts'
import { practiceRpc } from './practiceRpc.ts'
import { practiceServer, storedBy } from './practiceServer.ts'
import { isProof } from './proof.ts'
import { tabTo } from './tabTo.ts'

let server: RunningServer
let browser: Browser
let context: BrowserContext
let page: Page
const complaints: string[] = []
const patience = { timeout: 100_000, interval: 200 }

const { lamportsOf } = practiceRpc(() => server.port)

async function visitor(): Promise<BrowserContext> {
  const visit = await browser.newContext({ viewport: { width: 1440, height: 900 }, acceptDownloads: true })
  listenTo(visit, complaints)
  return visit
}

beforeAll(async () => {
  server = await practiceServer()
  browser = await openBrowser()
  context = await visitor()
  page = await context.newPage()
})

afterAll(async () => {
  await closePages()
})

/** Reads a QR code on the page like a camera. */
async function scan(code: Locator): Promise<string | undefined> {
  const png = await code.screenshot()
  const picture = await page.evaluate(
    async bytes => {
      const bitmap = await createImageBitmap(new Blob([Uint8Array.from(bytes)], { type: 'image/png' }))
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
      canvas?.drawImage(bitmap, 0, 0)
      const pixels = canvas?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? []
      // A text crosses to the test much faster than as many numbers.
      let text = ''
      for (const byte of pixels) text += String.fromCharCode(byte)
      return { width: bitmap.width, height: bitmap.height, pixels: btoa(text) }
    },
    [...png],
  )
  return jsQR(Uint8ClampedArray.from(Buffer.from(picture.pixels, 'base64')), picture.width, picture.height)?.data
}

const row = (name: string) => page.getByRole('listitem', { name: `Wallet ${name}` })
const addressOf = async (name: string) => (await row(name).locator('.mono').getAttribute('title')) ?? ''

describe('wallets', () => {
  let main: string
  let second: string
  let file: string
  let fileCode: string

  it('are several, each with a name', async () => {
    main = await bringPracticeWallet(page, server.url)
    await page.keyboard.press('g')
    await page.keyboard.press('w')
    await row('Main').waitFor()
    await page.getByRole('button', { name: 'New wallet' }).click()
    const dialog = vaultOn(page).getByRole('dialog')
    await dialog.getByLabel('Name').fill('Main')
    await dialog.getByRole('button', { name: 'Name already in use' }).waitFor()
    await dialog.getByLabel('Name').fill('Second')
    await dialog.getByLabel('Passphrase').fill('wrong horse battery staple')
    await dialog.getByRole('button', { name: 'Create wallet' }).click()
    await retypePassphrase(page)
    await dialog.getByRole('button', { name: 'Create wallet' }).click()
    const added = page.getByRole('status').filter({ hasText: 'Second was added' })
    await added.getByText('Trades still come from Main.').waitFor()
    await row('Main').getByText('in use').waitFor()
    await added.getByRole('button', { name: 'Use Second' }).click()
    await row('Second').getByText('in use').waitFor()
    second = await addressOf('Second')
    expect(second).not.toBe(main)
    expect(await addressOf('Main')).toBe(main)
  })

  it('can be chosen, differently in each tab, and renamed, without marks that turn letters around', async () => {
    const other = await page.context().newPage()
    await other.goto(`${server.url}/wallets`)
    await expect.poll(() => other.getByRole('radio', { name: 'Use Second' }).isChecked(), patience).toBe(true)
    await page.bringToFront()
    await page.getByRole('radio', { name: 'Use Main' }).check()
    await row('Main').getByText('in use').waitFor()
    await page.getByTitle(`Wallet ${main}`).waitFor()

    await page.getByRole('button', { name: 'More for Second' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('\u202ESavings')
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
    await row('Savings').waitFor()
    expect(await addressOf('Savings')).toBe(second)
    const chosenThere = other.getByRole('radio', { name: 'Use Savings' })
    await chosenThere.waitFor()
    expect(await chosenThere.isChecked()).toBe(true)
    await other.close()
  })

  it('are chosen from the search, by name or address', async () => {
    for (const [typed, name, address] of [
      ['savings', 'Savings', second],
      [main, 'Main', main],
    ] as const) {
      await page.keyboard.press('/')
      await page.keyboard.type(typed)
      const found = page.getByRole('option', { selected: true })
      await expect.poll(() => found.textContent(), patience).toContain(`Use wallet ${name}`)
      await page.keyboard.press('Enter')
      await page.getByTitle(`Wallet ${address}`).waitFor()
      await row(name).getByText('in use').waitFor()
    }
  })

  it('show the address for deposits as a QR code', async () => {
    await page.getByRole('button', { name: 'Deposit to Savings' }).click()
    const code = page.getByRole('img', { name: 'QR code of the address of Savings' })
    expect(await scan(code)).toBe(second)
    expect((await page.getByRole('dialog').locator('.address').textContent())?.replaceAll(/\s/g, '')).toBe(second)
    await page.getByRole('dialog').getByRole('button', { name: 'Get practice SOL' }).click()
    await page.getByText('You got 10 practice SOL').waitFor()
    expect(await lamportsOf(second)).toBe(10_000_000_000n)
  })

  it('withdraw by keyboard alone, as the signer read and the person typed', async () => {
    await tabTo('Withdraw from Savings', page)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: /^Withdraw from / })
    await dialog.getByLabel('To', { exact: true }).waitFor()
    await page.keyboard.type(second)
    await tabTo('Amount', page)
    await page.keyboard.type('2.5')
    await dialog.getByText('This is the wallet’s own address').waitFor()
    // Goes back past the choice of the token and the user's other wallet.
    for (let stops = 0; stops < 3; stops++) await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(main)
    await dialog.getByRole('button', { name: 'Check the withdrawal' }).waitFor()
    const window = await vaultWindow(page, () => page.keyboard.press('Enter'))
    const check = window.getByRole('dialog', { name: 'Check this withdrawal' })

    await check.getByLabel('Type the last 4 characters of the address').waitFor()
    expect((await check.locator('.address').textContent())?.replaceAll(/\s/g, '')).toBe(main)
    const [paying, receiving, networkFee = ''] = await check
      .locator('.effects data')
      .evaluateAll(all => all.map(one => (one as HTMLDataElement).value))
    expect([paying, receiving]).toEqual(['-2.5', '2.5'])
    // The fee for the signature, and the preset's priority fee.
    const fee = parseAmount(networkFee.slice(1), 9)
    expect(fee).toBeGreaterThanOrEqual(55_000n)
    await window.keyboard.type('1111')
    await tabTo('Passphrase', window)
    await window.keyboard.type('wrong horse battery staple')
    await window.keyboard.press('Enter')
    await check.getByText('These are not the last four characters of the address').waitFor()
    expect(await lamportsOf(main)).toBe(10_000_000_000n)

    // The field has the focus with its text selected, and the passphrase is still there.
    await window.keyboard.type(` ${main.slice(-4)} `)
    await check.getByText('These are not the last four characters of the address').waitFor({ state: 'detached' })
    await window.keyboard.press('Enter')
    await retypePassphrase(window, window)
    await window.keyboard.press('Enter')
    await page.getByRole('status').filter({ hasText: 'Withdrew 2.50000 SOL' }).filter({ hasText: 'To Main' }).waitFor()
    await expect.poll(() => lamportsOf(main), patience).toBe(12_500_000_000n)
    expect(await lamportsOf(second)).toBe(7_500_000_000n - fee)
  })

  it('ask nothing more of a withdrawal that was closed before the chain answered', async () => {
    const asksHash = (request: Request) => request.postData()?.includes('getLatestBlockhash') === true
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    await page.route('**/rpc', async route => {
      if (asksHash(route.request())) await held
      await route.fallback()
    })
    await page.getByRole('button', { name: 'Withdraw from Savings' }).click()
    const dialog = page.getByRole('dialog', { name: /^Withdraw from / })
    await dialog.getByLabel('To', { exact: true }).fill(main)
    await dialog.getByLabel('Amount').fill('0.5')
    const asked = page.waitForRequest(asksHash)
    await dialog.getByRole('button', { name: 'Check the withdrawal' }).click()
    await asked
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    const answered = page.waitForResponse(answer => asksHash(answer.request()))
    release()
    await answered
    // The time that the vault’s form would take to appear.
    await page.waitForTimeout(1_500)
    expect(context.pages()).toEqual([page])
    await page.unroute('**/rpc')
  })

  it('do not repeat a withdrawal while its outcome is unknown, even after a reload', async () => {
    await page.getByRole('button', { name: 'Withdraw from Savings' }).click()
    const dialog = page.getByRole('dialog', { name: /^Withdraw from / })
    await dialog.getByLabel('To', { exact: true }).fill(main)
    await dialog.getByLabel('Amount').fill('1.5')
    const window = await vaultWindow(page, () => dialog.getByRole('button', { name: 'Check the withdrawal' }).click())
    const check = window.getByRole('dialog', { name: 'Check this withdrawal' })
    await check.getByLabel('Type the last 4 characters of the address').fill(main.slice(-4))
    await check.getByLabel('Passphrase').fill(passphrase)
    // The state that a page leaves if it closes before it knows the outcome.
    const name = `withdrawal ${second} ${main} SOL 1500000000`
    const left = await page.evaluate(mint => {
      localStorage.setItem(`tern-underway ${mint}`, String(Date.now()))
      return mint
    }, name)
    expect(left).toBe(name)
    const before = await lamportsOf(second)
    await check.getByRole('button', { name: 'Withdraw 1.50000 SOL' }).click()
    await dialog.getByText('The same withdrawal is on its way: wait for its outcome').waitFor()
    expect(await lamportsOf(second)).toBe(before)
    await expect.poll(() => window.isClosed()).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('leave nothing behind when everything is withdrawn, and refuse to leave too little', async () => {
    await page.getByRole('button', { name: 'Withdraw from Savings' }).click()
    const dialog = page.getByRole('dialog', { name: /^Withdraw from / })
    await dialog.getByRole('group', { name: 'Your own wallets' }).getByRole('button').click()
    expect(await dialog.getByLabel('To', { exact: true }).inputValue()).toBe(main)
    // A share of the balance.
    await dialog.getByLabel('Amount').fill('101%')
    await dialog.getByRole('button', { name: 'More than 100%' }).waitFor()
    await dialog.getByLabel('Amount').fill('99.99%')
    await dialog.getByRole('button', { name: /^This would leave 0\.000[67]\d* SOL/ }).waitFor()
    await dialog.getByLabel('Amount').fill('7.4995')
    await dialog.getByRole('button', { name: /^This would leave 0\.0003\d SOL/ }).waitFor()
    await dialog.getByRole('button', { name: 'All', exact: true }).click()
    const window = await vaultWindow(page, () => dialog.getByRole('button', { name: 'Check the withdrawal' }).click())
    const check = window.getByRole('dialog', { name: 'Check this withdrawal' })
    await check.getByLabel('Type the last 4 characters of the address').fill(main.slice(-4))
    expect(await check.getByText('never sent here before').count()).toBe(0)
    await check.getByText('✓ your wallet').waitFor()
    await check.getByLabel('Passphrase').fill(passphrase)
    await check.getByRole('button', { name: /^Withdraw 7\.499\d+ SOL$/ }).click()
    await page
      .getByRole('status')
      .filter({ hasText: /Withdrew 7\.499\d+\sSOL/ })
      .waitFor()
    await expect.poll(() => lamportsOf(second), patience).toBe(0n)
    expect(await lamportsOf(main)).toBeGreaterThan(rentExemption(0))
  })

  it('lock by keyboard alone', async () => {
    await page.keyboard.press('Shift+L')
    await page.getByText('locked', { exact: true }).waitFor()
    await page.keyboard.press('Shift+L')
    const dialog = vaultOn(page).getByRole('dialog')
    await dialog.getByLabel('Passphrase').waitFor()
    await page.keyboard.type(passphrase)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Lock now' }).waitFor()
  })

  it('give their form up if it is closed before it appears', async () => {
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    let isAsked = false
    await page.route(
      '**/forms-*.js',
      async route => {
        isAsked = true
        await held
        await route.continue()
      },
      { times: 1 },
    )
    await page.reload()
    await page.getByRole('button', { name: 'New wallet' }).click()
    await expect.poll(() => isAsked, patience).toBe(true)
    await page.keyboard.press('Escape')
    const frame = page.locator('dialog.vault-frame[open]')
    await expect.poll(() => frame.count()).toBe(0)
    release()
    await page.getByRole('button', { name: 'New wallet' }).click()
    await vaultOn(page).getByRole('dialog').getByLabel('Name').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => frame.count()).toBe(0)
    // The reload left the wallets open.
    await page.getByRole('button', { name: 'Lock now' }).waitFor()
  })

  it.runIf(isProof)('take a new wallet while they are locked, and are unlocked afterwards', async () => {
    await page.getByRole('button', { name: 'Download wallet file' }).click()
    await page.getByText('Not downloaded in this browser yet.').waitFor({ state: 'detached' })
    await page.keyboard.press('Shift+L')
    await page.getByText('locked', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'New wallet' }).click()
    await vaultOn(page).getByLabel('Passphrase').fill(passphrase)
    await vaultOn(page).getByRole('button', { name: 'Create wallet' }).click()
    await row('Main').getByText('in use').waitFor()
    await page.getByText('Wallet 3 came after your last download.').waitFor()
    await page.getByRole('button', { name: 'Lock now' }).waitFor()
  })

  it.runIf(isProof)(
    'get another recovery code, and come back from their file with it in an empty browser',
    async () => {
      const replace = page.getByRole('button', { name: 'Replace recovery code' })
      const window = await vaultWindow(page, () => replace.click())
      await window.getByLabel('Passphrase').fill(passphrase)
      await window.keyboard.press('Enter')
      fileCode = await writeDownRecoveryCode(window, window)
      const code = fileCode.replaceAll('-', ' ')
      await pressLast(window, window.getByRole('button', { name: 'Use this code' }))
      const downloading = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download wallet file' }).click()
      file = await readFile((await (await downloading).path()) ?? '', 'utf8')
      await page.getByText('came after your last download').waitFor({ state: 'detached' })
      expect(parseBundleFile(file).wallets.map(({ label, address }) => [label, address])).toMatchObject([
        ['Main', main],
        ['Savings', second],
        ['Wallet 3', expect.any(String)],
      ])

      const elsewhere = await visitor()
      const other = await elsewhere.newPage()
      await other.goto(server.url)
      await other.getByRole('button', { name: 'Restore from file' }).click()
      const picked = { name: 'x.json', mimeType: 'application/json', buffer: Buffer.from(file) }
      await vaultOn(other).getByLabel('Wallet file').setInputFiles(picked)
      await vaultOn(other).getByLabel('Passphrase', { exact: true }).fill(code.toLowerCase())
      await vaultOn(other).getByRole('button', { name: 'Restore wallet' }).click()
      await other.getByTitle(`Wallet ${main}`).waitFor()
      await other.keyboard.press('g')
      await other.keyboard.press('w')
      await other.getByRole('listitem', { name: 'Wallet Savings' }).waitFor()
      await other.getByRole('button', { name: 'Lock now' }).waitFor()
      const kept = await other.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
      expect(kept).not.toContain(passphrase)
      expect(kept.toUpperCase()).not.toContain(code.slice(0, 11))
      await elsewhere.close()

      const stored = await storedBy(server)
      // The address is stored in plain text, so finding it shows that the search works.
      expect(stored.some(text => text.includes(second))).toBe(true)
      for (const secret of [code, code.replaceAll(' ', '-'), code.replaceAll(' ', ''), passphrase])
        expect(stored.some(text => text.toUpperCase().includes(secret.toUpperCase()))).toBe(false)
    },
  )

  it.runIf(isProof)('join the wallets of another browser, and open with that browser’s passphrase', async () => {
    const elsewhere = await visitor()
    const other = await elsewhere.newPage()
    const own = await bringPracticeWallet(other, server.url)
    await other.keyboard.press('g')
    await other.keyboard.press('w')
    const form = vaultOn(other).getByRole('dialog', { name: 'Add wallets from a file' })
    const [ofFile, ofOwn] = [form.getByLabel('Passphrase of the file'), form.getByLabel('Your passphrase here')]
    const choose = (text: string) =>
      form
        .getByLabel('Wallet file')
        .setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from(text) })
    const press = (name: string) => form.getByRole('button', { name }).click()
    const rows = () =>
      other
        .getByRole('list', { name: 'Your wallets' })
        .getByRole('listitem')
        .evaluateAll(all =>
          all.map(one => [one.getAttribute('aria-label'), one.querySelector('.mono')?.getAttribute('title')]),
        )

    await other.getByRole('button', { name: 'Add from file' }).click()
    await form.getByText('your passphrase and recovery code here unlock them').waitFor()
    await choose('{}')
    await form.getByRole('alert').filter({ hasText: 'This is not a Tern wallet file' }).waitFor()
    await form.getByRole('button', { name: 'Choose the wallet file' }).waitFor()
    const { wallets, ...rest } = parseBundleFile(file)
    const damaged = wallets.map(one => ({ ...one, ciphertext: wallets[0]?.ciphertext }))
    await choose(JSON.stringify({ ...rest, wallets: damaged }))
    await ofFile.fill(fileCode)
    await ofOwn.fill(passphrase)
    await press('Add 3 wallets')
    await form.getByText('The wallet file was changed or is damaged').waitFor()

    await choose(file)
    await form.getByText('will be called Main 2').waitFor()
    await ofFile.fill('wrong horse battery staple')
    await press('Add 3 wallets')
    await form.getByText('Wrong passphrase for this file').waitFor()
    await other.keyboard.type(fileCode)
    await ofOwn.fill('wrong horse battery staple')
    await press('Add 3 wallets')
    await form.getByText(/Wrong passphrase$/).waitFor()
    expect(await rows()).toEqual([['Wallet Main', own]])
    await other.keyboard.type(passphrase)
    await press('Add 3 wallets')
    await other.getByRole('status').filter({ hasText: 'Wallets added' }).waitFor()
    const all = [
      ['Wallet Main', own],
      ['Wallet Main 2', main],
      ['Wallet Savings', second],
      ['Wallet Wallet 3', wallets[2]?.address],
    ]
    await expect.poll(rows).toEqual(all)
    await other.getByTitle(`Wallet ${own}`).waitFor()

    await other.getByRole('button', { name: 'Add from file' }).click()
    await choose(file)
    await form.getByRole('button', { name: 'All of its wallets are here already' }).waitFor()
    await other.keyboard.press('Escape')

    // The server has the wallets. This browser's passphrase opens them, but the file's code no longer does.
    await other.reload()
    await expect.poll(rows).toEqual(all)
    await lockWallets(other)
    await other.keyboard.press('Shift+L')
    const unlocking = vaultOn(other).getByRole('dialog', { name: 'Unlock wallet' })
    await unlocking.getByLabel('Passphrase').fill(fileCode)
    await unlocking.getByRole('button', { name: 'Unlock' }).click()
    await retypePassphrase(other)
    await other.keyboard.press('Enter')
    await other.getByRole('radio', { name: 'Use Savings' }).check()
    await other.getByTitle(`Wallet ${second}`, { exact: true }).waitFor()
    await elsewhere.close()
  })

  it.runIf(isProof)('open with another passphrase, and get another recovery code with it', async () => {
    const next = 'seven quiet lanterns under the pier'
    await page.bringToFront()
    const window = await vaultWindow(page, () => page.getByRole('button', { name: 'Change passphrase' }).click())
    await window.getByLabel('Current passphrase').fill('wrong horse battery staple')
    await window.getByLabel('New passphrase').fill(next)
    await window.getByLabel('Again').fill(next)
    await window.getByRole('button', { name: 'Change passphrase' }).click()
    await retypePassphrase(window, window)
    await window.getByRole('button', { name: 'Change passphrase' }).click()
    await window.getByRole('heading', { name: 'Passphrase changed' }).waitFor()
    await window.getByRole('button', { name: 'Show a new code' }).click()
    const code = await writeDownRecoveryCode(window, window)
    await pressLast(window, window.getByRole('button', { name: 'Use this code' }))
    await page.getByRole('status').filter({ hasText: 'Passphrase changed' }).waitFor()

    await page.getByRole('button', { name: 'Lock now' }).click()
    const vault = vaultOn(page)
    const unlock = async (secret: string) => {
      await vault.getByLabel('Passphrase').fill(secret)
      await vault.getByRole('button', { name: 'Unlock' }).click()
    }
    await page.getByText('locked', { exact: true }).waitFor()
    await page.keyboard.press('Shift+L')
    for (const old of isProof ? [passphrase, fileCode] : [passphrase]) {
      await unlock(old)
      await vault.getByText('Wrong passphrase').waitFor()
    }
    await unlock(next)
    await page.getByRole('button', { name: 'Lock now' }).click()
    await page.getByText('locked', { exact: true }).waitFor()
    await page.keyboard.press('Shift+L')
    await unlock(code)
    await page.getByRole('button', { name: 'Lock now' }).waitFor()
  })

  it('without an error on the console', () => {
    expect(complaints).toEqual([])
  })
})
