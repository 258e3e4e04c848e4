import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { computeBudgetProgram, decodeBase58, parseAmount } from '@tern/core'
import { parseBundleFile } from '@tern/custody/internal'
import type { Browser, BrowserContext, Locator, Page, Response } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningServer, runServer } from '../apps/server/test/runningServer.ts'
import {
  createWallet,
  figure,
  findToken,
  lockWallets,
  paid,
  passphrase,
  previewOn,
  trade as tradeOn,
  unlockWallets,
  vaultOn,
} from './onPage.ts'
import { closePages, listenTo, openBrowser } from './openBrowser.ts'
import { practiceRpc } from './practiceRpc.ts'
import { isProof } from './proof.ts'

const feeWallet = 'FeeWa11et1111111111111111111111111111111111'
/** A balance may be read at a slot before the trade, so the tests poll. */
const patience = { timeout: 100_000, interval: 200 }

let server: RunningServer
let browser: Browser
let context: BrowserContext
let page: Page
/** Complaints of a page: console errors and warnings, exceptions, policy violations, answers with a status of 400 or more. */
const complaints: string[] = []

/** A visitor with an empty browser. */
async function visitor(): Promise<BrowserContext> {
  const visit = await browser.newContext({ viewport: { width: 1440, height: 900 }, acceptDownloads: true })
  await visit.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', violation =>
      console.error(`policy: ${violation.effectiveDirective} refuses ${violation.blockedURI}`),
    ),
  )
  listenTo(visit, complaints)
  return visit
}

beforeAll(async () => {
  // No maker trades, so a trade pays exactly its quote.
  server = await runServer({ PRACTICE_TRADES_PER_SECOND: '0' })
  browser = await openBrowser()
  context = await visitor()
  page = await context.newPage()
})

afterAll(async () => {
  await closePages()
  await server?.remove()
})

interface LandedTransaction {
  readonly transaction: {
    readonly message: {
      readonly accountKeys: readonly string[]
      readonly instructions: readonly { readonly programIdIndex: number; readonly data: string }[]
    }
  }
}

const { rpc, procedure, lamportsOf, tokensOf } = practiceRpc(() => server.port)

/** Counts the compressed bytes of JavaScript that `visitor` loads during `visit`. */
async function scriptWeight(visitor: Page, visit: () => Promise<void>): Promise<number> {
  const scripts = new Map<string, Promise<Buffer>>()
  const note = (answer: Response) => {
    if (answer.request().resourceType() === 'script') scripts.set(answer.url(), answer.body())
  }
  visitor.on('response', note)
  await visit()
  // The code of a venue loads after the page is drawn.
  for (let known = -1; known !== scripts.size; await delay(1_000)) known = scripts.size
  visitor.off('response', note)
  const bodies = await Promise.all(scripts.values())
  return bodies.reduce((sum, body) => sum + gzipSync(body).length, 0)
}

interface ListedToken {
  readonly mint: string
  readonly symbol: string
  readonly decimals: number
}

const recordedTrades = (mint: string) =>
  procedure<readonly { readonly signature: string }[]>('markets.trades', { mint, limit: 10 })

const listedTokens = () => procedure<readonly ListedToken[]>('tokens.list')

const signatures: string[] = []

const trade = (button: string) => tradeOn(page, button, signatures)

const unlock = () => unlockWallets(page)

const solBalance = () => page.getByLabel('SOL balance', { exact: true })
const shownLamports = async () => parseAmount((await solBalance().locator('data').getAttribute('value')) ?? '', 9)

describe('the first trade', () => {
  let address: string
  let token: ListedToken
  let walletFile: string

  it('takes four clicks and one number from the welcome page on', async () => {
    const stranger = await visitor()
    const other = await stranger.newPage()
    await other.goto(server.url)
    let clicks = 0
    const click = async (target: Locator) => {
      clicks++
      await target.click()
    }
    await click(other.getByRole('button', { name: 'Start practising' }))
    await other.waitForURL('**/discover')
    await click(other.locator('main a[href^="/t/"]').first())
    await other.getByLabel('Amount', { exact: true }).fill('0.1')
    await click(other.getByRole('button', { name: /^Buy \S/ }))
    await other.getByRole('status').filter({ hasText: 'Order submitted: ' }).waitFor()
    expect(clicks).toBeLessThanOrEqual(4)
    await stranger.close()
  })

  it('begins with a new, funded wallet', async () => {
    expect(server.output()).toContain(server.url)
    address = await createWallet(page, server.url)
    expect(await solBalance().textContent()).toMatch(/^\d+(\.\d+)? SOL$/)
    expect(await lamportsOf(address)).toBe(10_000_000_000n)
    expect(await shownLamports()).toBe(10_000_000_000n)
  })

  it('lists the tokens that can be traded, as links with the symbol', async () => {
    await page.goto(`${server.url}/discover`)
    const tokens = await listedTokens()
    expect(tokens.length).toBeGreaterThanOrEqual(12)
    for (const { mint, symbol } of tokens.slice(0, isProof ? tokens.length : 4)) {
      const link = await findToken(page, mint)
      expect(await link.textContent()).toContain(symbol)
    }
    const [first] = tokens
    if (!first) throw new RangeError('no tokens')
    token = first
  })

  it('asks for the tokens while its script loads, and only once', async () => {
    const stranger = await visitor()
    const other = await stranger.newPage()
    // Requests that repeat every five seconds do not count.
    await other.addInitScript(() => {
      const often = window.setInterval
      Object.assign(window, {
        setInterval: (...[work, ms]: Parameters<typeof often>) => (ms === 5_000 ? 0 : often(work, ms)),
      })
    })
    await other.goto(`${server.url}/discover`)
    await other.locator('main a[href^="/t/"]').first().waitFor()
    const asked = await other.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => name.includes('tokens.list'))
        .map(({ initiatorType, encodedBodySize, decodedBodySize }) => ({
          initiatorType,
          encodedBodySize,
          decodedBodySize,
        })),
    )
    await stranger.close()
    expect(asked.map(({ initiatorType }) => initiatorType)).toEqual(['link'])
    // The answer is compressed.
    expect(asked[0]?.encodedBodySize).toBeLessThan((asked[0]?.decodedBodySize ?? 0) / 2)
  })

  it('is light', async () => {
    const stranger = await visitor()
    const other = await stranger.newPage()
    // Code that a page prefetches after a while does not count.
    await other.addInitScript(() => {
      const later = window.setTimeout
      Object.assign(window, {
        setTimeout: (...[work, ms]: Parameters<typeof later>) => (ms === 5_000 ? 0 : later(work, ms)),
      })
    })
    const list = await scriptWeight(other, async () => {
      await other.goto(`${server.url}/discover`)
      await findToken(other, token.mint)
      // Waits for the vault, because its code counts, too.
      await other.getByRole('link', { name: 'Create a wallet' }).waitFor()
    })
    const tokenPage = await scriptWeight(other, async () => {
      await other.locator(`a[href="/t/${token.mint}"]`).first().click()
      await other.getByText('No wallet found. Create one or restore it', { exact: false }).waitFor()
      await other.getByRole('main').getByRole('link', { name: 'Create a wallet' }).waitFor()
      await other.locator('canvas').first().waitFor()
    })
    await stranger.close()
    expect(list).toBeGreaterThan(50_000)
    // Discover's budget, for a visitor without a wallet. A phone's bar, simulations of swaps, more pools of routes, and the keys
    // of a dialog that loads take 0.8 kB.
    expect(list).toBeLessThanOrEqual(223_720)
    expect(tokenPage).toBeGreaterThan(10_000)
    // The token page's 90 kB, a venue's 7 kB and the code of a trade. A visitor without a wallet loads that code here.
    expect(list + tokenPage).toBeLessThanOrEqual(321_250)
  })

  it.runIf(isProof)(
    'F39 refuses an answer that is not a bundle, and offers to restore a wallet, but no new wallet',
    async () => {
      const stranger = await visitor()
      const other = await stranger.newPage()
      await other.route('**/api/bundle', route => route.fulfill({ json: { v: 1 } }))
      await other.goto(`${server.url}/t/${token.mint}`)
      await other.getByRole('button', { name: 'Wallets need restoring' }).waitFor()
      await other.goto(`${server.url}/portfolio`)
      const create = other.getByRole('button', { name: 'Restore your wallets instead' })
      await create.waitFor()
      expect(await create.getAttribute('aria-disabled')).toBe('true')
      await other.getByText(/ cannot be used: \w.*\w\. Restore them; no new wallet is made in their place\.$/).waitFor()
      await other.getByRole('button', { name: 'Restore from file' }).click()
      await vaultOn(other).getByLabel('Wallet file').waitFor()
      await stranger.close()
    },
  )

  it('shows progress on a new wallet while the vault is slow', async () => {
    const stranger = await visitor()
    const other = await stranger.newPage()
    let answer = () => {}
    const answered = new Promise<void>(resolve => {
      answer = resolve
    })
    // The vault makes no wallet before it knows if the money is real.
    await other.route('**/api/network', async route => {
      await answered
      await route.fallback()
    })
    await other.goto(server.url)
    const start = other.getByRole('button', { name: 'Start practising' })
    await start.click()
    await start.locator('.ring').waitFor()
    expect(await start.getAttribute('aria-disabled')).toBe('true')
    answer()
    await other.waitForURL('**/discover')
    await stranger.close()
  })

  it('asks to unlock once the wallet is locked, and takes no other passphrase', async () => {
    await (await findToken(page, token.mint)).click()
    await lockWallets(page)
    // The corner has an Unlock button, too, and may show it first.
    const panel = page.getByRole('tabpanel', { name: 'Buy' })
    await panel.getByRole('button', { name: 'Unlock', exact: true }).waitFor()
    await panel.getByLabel('Amount', { exact: true }).press('Enter')
    const dialog = vaultOn(page).getByRole('dialog')
    await dialog.getByLabel('Passphrase', { exact: true }).fill('wrong horse battery staple')
    await dialog.getByRole('button', { name: 'Unlock' }).click()
    await dialog.getByText('Wrong passphrase').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await unlock()
  })

  it.each([
    ['', 'Enter an amount', 'Enter an amount'],
    ['0', 'Enter an amount', 'Enter an amount'],
    ['ten', 'Not a number', 'invalid number string'],
    ['1e30', 'Not a number', 'invalid number string'],
    ['0.0000000001', 'Too many decimals', 'decimals overflow'],
    ['1000', 'Not enough SOL', 'No enough SOL to buy tokens'],
    ['101%', 'More than 100%', 'More than 100%'],
  ])("says why not when the amount is '%s'", async (amount, lead, reason) => {
    await page.getByRole('tab', { name: 'Buy' }).click()
    await page.getByLabel('Amount', { exact: true }).fill(amount)
    await page.getByRole('button', { name: lead, exact: true }).and(page.getByTitle(reason)).waitFor()
    expect(await page.getByRole('button', { name: `Buy ${token.symbol}` }).count()).toBe(0)
  })

  it('offers the largest possible amount if the typed amount is too large, and keeps the typed amount until the offer is pressed', async () => {
    const amount = page.getByLabel('Amount', { exact: true })
    await amount.fill('1000')
    const use = page.getByRole('button', { name: /^Use [\d.]+$/ })
    await use.waitFor()
    expect(await amount.inputValue()).toBe('1000')
    await use.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: `Buy ${token.symbol}` }).waitFor()
    expect(await amount.evaluate(field => field === document.activeElement)).toBe(true)
    expect(figure(await previewOn(page), 'Total', 9)).toBe(await lamportsOf(address))
    const largest = parseAmount(await amount.inputValue(), 9)
    await amount.fill(`${Number(largest + 1n) / 1e9}`)
    await page.getByRole('button', { name: 'Not enough SOL', exact: true }).waitFor()
  })

  it('offers it for a quick buy of too much, too, and leaves the setting unchanged', async () => {
    const setQuickBuy = async (sol: string) => {
      await page.getByRole('link', { name: 'Settings', exact: true }).click()
      const field = page.getByRole('textbox', { name: /^Quick buy/ })
      await field.fill(sol)
      await field.press('Enter')
      await page.getByRole('link', { name: 'Discover', exact: true }).click()
    }
    await setQuickBuy('50')
    const link = await findToken(page, token.mint)
    await page
      .getByRole('button', { name: `Quick buy 50 SOL of ${token.symbol}` })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: `Quick buy ${token.symbol}` })
    await dialog.getByRole('button', { name: 'Not enough SOL', exact: true }).waitFor()
    await dialog.getByRole('button', { name: /^Use [\d.]+$/ }).press('Enter')
    await dialog.getByRole('button', { name: `Buy ${token.symbol}` }).waitFor()
    const cancel = dialog.getByRole('button', { name: 'Cancel' })
    expect(await cancel.evaluate(button => button === document.activeElement)).toBe(true)
    expect(figure(await previewOn(page), 'Total', 9)).toBe(await lamportsOf(address))
    await cancel.click()
    await page
      .getByRole('button', { name: `Quick buy 50 SOL of ${token.symbol}` })
      .first()
      .waitFor()
    await setQuickBuy('0.1')
    await findToken(page, token.mint)
    await link.click()
  })

  it('takes a share of the balance', async () => {
    await page.getByLabel('Amount', { exact: true }).fill('12.5%')
    await page.getByRole('button', { name: `Buy ${token.symbol}` }).waitFor()
    expect(figure(await previewOn(page), 'Amount', 9)).toBe((await lamportsOf(address)) / 8n)
  })

  it('F33 buys once for any number of presses, and the balances change by the preview, to the unit', async () => {
    await page.getByRole('tab', { name: 'Buy' }).click()
    await page.getByLabel('Amount', { exact: true }).fill('0.1')
    const promised = await trade(`Buy ${token.symbol}`)
    const expected = figure(promised, 'Expected', token.decimals)
    await expect.poll(() => tokensOf(address, token.mint), patience).toBe(expected)
    expect(expected).toBeGreaterThan(figure(promised, 'Minimum', token.decimals))
    expect(figure(promised, 'Amount', 9)).toBe(100_000_000n)
    expect(paid(promised)).toBe(10_000_000_000n - (await lamportsOf(address)))
    await expect.poll(shownLamports, patience).toBe(await lamportsOf(address))
    await expect
      .poll(() => recordedTrades(token.mint), patience)
      .toMatchObject([{ signature: signatures[0], side: 'buy', lamports: '100000000', tokens: String(expected) }])
    await page
      .getByRole('region', { name: 'Live trades' })
      .getByRole('row', { name: /Buy 0\.1/ })
      .waitFor()
  })

  it('sells all of it again', async () => {
    const before = await lamportsOf(address)
    await page.getByRole('tab', { name: 'Sell' }).click()
    await page.getByRole('button', { name: '100%', exact: true }).click()
    await page.getByRole('button', { name: '100%', exact: true, pressed: true }).waitFor()
    expect(await page.getByRole('button', { name: '50%', exact: true, pressed: true }).count()).toBe(0)
    const promised = await trade(`Sell ${token.symbol}`)
    await expect.poll(() => tokensOf(address, token.mint), patience).toBe(0n)
    expect((await lamportsOf(address)) - before).toBe(figure(promised, 'Expected', 9) - paid(promised))
  })

  it('F23 says before the click that a program refuses the trade, for as long as it does', async () => {
    const refusal = { InstructionError: [0, { Custom: 99 }] }
    await page.route('**/rpc', async route => {
      const asked = route.request().postDataJSON()
      if (asked?.method !== 'simulateTransaction') return route.fallback()
      const value = { err: refusal, logs: [], unitsConsumed: 1_000, accounts: null }
      await route.fulfill({ json: { jsonrpc: '2.0', id: asked.id, result: { context: { slot: 2 ** 40 }, value } } })
    })
    await page.getByRole('tab', { name: 'Buy' }).click()
    await page.getByLabel('Amount', { exact: true }).fill('0.02')
    const label = 'The transaction would fail on chain: instruction 1: the program’s error 99'
    await page.getByRole('button', { name: label }).waitFor()
    expect(await page.getByRole('button', { name: `Buy ${token.symbol}` }).count()).toBe(0)
    await page.unroute('**/rpc')
    await page.getByRole('button', { name: `Buy ${token.symbol}` }).waitFor()
  })

  it('pays for the compute units of its simulation and a tenth more', async () => {
    await page.getByRole('tab', { name: 'Buy' }).click()
    const simulated = page.waitForResponse(
      answer => answer.request().postData()?.includes('simulateTransaction') === true,
    )
    await page.getByLabel('Amount', { exact: true }).fill('0.03')
    const answer: { result: { value: { unitsConsumed: number } } } = await (await simulated).json()
    // Gives the page time to plan again with the simulated units.
    await page.waitForTimeout(1_000)
    await trade(`Buy ${token.symbol}`)
    const config = { commitment: 'confirmed', encoding: 'json', maxSupportedTransactionVersion: 0 }
    const { transaction } = await rpc<LandedTransaction>('getTransaction', signatures.at(-1) ?? '', config)
    const { accountKeys, instructions } = transaction.message
    const [, limit] = instructions.filter(({ programIdIndex }) => accountKeys[programIdIndex] === computeBudgetProgram)
    const units = Buffer.from(decodeBase58(limit?.data ?? '')).readUInt32LE(1)
    const measured = Math.ceil((answer.result.value.unitsConsumed * 11) / 10)
    // The limit is lower by up to 255 units, so that no two trades have the same bytes.
    expect(units).toBeLessThanOrEqual(measured)
    expect(units).toBeGreaterThan(measured - 256)
    await page.getByRole('tab', { name: 'Sell' }).click()
    await page.getByRole('button', { name: '100%', exact: true }).click()
    await trade(`Sell ${token.symbol}`)
    await expect.poll(() => tokensOf(address, token.mint), patience).toBe(0n)
  })

  it.runIf(isProof)(
    'stops on request, comes back with the same balances, and then charges the fee that it announces',
    async () => {
      const before = await lamportsOf(address)
      await rpc('requestAirdrop', feeWallet, 1_000_000_000)
      await expect.poll(() => lamportsOf(feeWallet), patience).toBe(1_000_000_000n)
      // An open page would rightly complain on the console that the server does not answer.
      await page.goto('about:blank')
      expect(await server.stop()).toBe(0)
      await server.start({ FEE_WALLET: feeWallet })
      expect(await lamportsOf(address)).toBe(before)
      await page.goto(`${server.url}/t/${token.mint}`)
      await expect.poll(shownLamports, patience).toBe(before)
      // The vault's page names another fee wallet, so it joins another signer.
      await unlock()
      await page.getByLabel('Amount', { exact: true }).fill('0.2')
      const promised = await trade(`Buy ${token.symbol}`)
      expect(figure(promised, 'Trade fee 1%', 9)).toBe(2_000_000n)
      await expect.poll(() => lamportsOf(feeWallet), patience).toBe(1_002_000_000n)
      expect(paid(promised)).toBe(before - (await lamportsOf(address)))
      expect(await tokensOf(address, token.mint)).toBeGreaterThanOrEqual(figure(promised, 'Minimum', token.decimals))
    },
  )

  it.runIf(isProof)('F40 loses nothing when it is killed', async () => {
    const held = async () => [await lamportsOf(address), await tokensOf(address, token.mint)]
    const before = await held()
    await lockWallets(page)
    await page.goto('about:blank')
    await server.kill()
    await server.start()
    expect(await held()).toEqual(before)
    const history = await rpc<readonly { signature: string }[]>('getSignaturesForAddress', address, {
      commitment: 'confirmed',
    })
    expect(history.map(({ signature }) => signature).filter(signature => signatures.includes(signature))).toEqual(
      signatures.toReversed(),
    )
    await page.goto(`${server.url}/t/${token.mint}`)
    await unlock()
    await page.getByRole('button', { name: 'Enter an amount' }).waitFor()
  })

  it.runIf(isProof)('downloads the wallet, and restores it in another browser', async () => {
    await page.goto(`${server.url}/wallets`)
    const missing = page.getByText('Not downloaded in this browser yet.')
    await missing.waitFor()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download wallet file' }).click()
    const download = await downloading
    walletFile = (await download.path()) ?? ''
    expect(download.suggestedFilename()).toMatch(/^tern-wallets-.*\.json$/)
    const text = await readFile(walletFile, 'utf8')
    expect(parseBundleFile(text).wallets[0]?.address).toBe(address)
    await missing.waitFor({ state: 'detached' })

    const elsewhere = await visitor()
    const other = await elsewhere.newPage()
    await other.goto(`${server.url}/`)
    await other.getByRole('button', { name: 'Restore from file' }).click()
    const vault = vaultOn(other)
    await vault
      .getByLabel('Wallet file')
      .setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from(text) })
    await vault.getByLabel('Passphrase', { exact: true }).fill('wrong horse battery staple')
    await vault.getByRole('button', { name: 'Restore wallet' }).click()
    await vault.getByText('Wrong passphrase').waitFor()
    await vault.getByLabel('Passphrase', { exact: true }).fill(passphrase)
    await vault.getByRole('button', { name: 'Restore wallet' }).click()
    await other.getByTitle(`Wallet ${address}`).waitFor()
    await elsewhere.close()
  })

  it('left the passphrase nowhere', async () => {
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    )
    expect(kept).not.toContain(passphrase)
    const files = (await readdir(server.dataDir, { recursive: true, withFileTypes: true })).filter(entry =>
      entry.isFile(),
    )
    const contents = await Promise.all(files.map(file => readFile(join(file.parentPath, file.name))))
    // The address is stored in plain text, so finding it shows that the search works.
    expect(contents.some(content => content.includes(address))).toBe(true)
    expect(contents.some(content => content.includes(passphrase))).toBe(false)
    expect(server.output()).not.toContain(passphrase)
  })

  it('without an error on the console, a breach of the policy or a refused request', () => {
    expect(complaints).toEqual([])
  })
})
