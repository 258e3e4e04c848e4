import { cpSync, rmSync } from 'node:fs'
import { createClient, planWithdraw, withdraw } from '@tern/client'
import {
  type Address,
  keyPairOwner,
  parseAmount,
  systemProgram,
  token2022Program,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { deriveKey } from '@tern/practice-chain/internal/makers'
import { lpMintAddress, program } from '@tern/venues/raydiumCpmm'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningServer, runServer } from '../apps/server/test/runningServer.ts'
import { openCpmmPool, recordTokens } from '../packages/client/test/ownPools.ts'
import {
  changedPool,
  chargingAll,
  recordAccount,
  recordClosedConfig,
  recordPools,
} from '../packages/client/test/recordedPool.ts'
import { makeWalletFile } from '../packages/custody/test/walletFile.ts'
import { expectAccessible } from './axe.ts'
import { bringWallet, passphrase, trade, vaultWindow } from './onPage.ts'
import { closePages, listenTo, openBrowser } from './openBrowser.ts'
import { practiceRpc } from './practiceRpc.ts'
import { tabTo } from './tabTo.ts'

const patience = { timeout: 100_000, interval: 200 }
const phone = { width: 390, height: 844 }
const desk = { width: 1440, height: 900 }
const sol = 1_000_000_000n

const keyOf = (name: string) => deriveKey('a test of pools that refuse', name)
const addressOf = async (name: string) => (await keyOf(name)).address
const maker = await keyOf('maker')
const [red, blue, green, taxed] = await Promise.all([
  ...[addressOf('red'), addressOf('blue'), addressOf('green'), addressOf('taxed')],
] as const)
/** A program that Tern does not know, and an account of it that looks like a pool. */
const [stranger, forged] = await Promise.all([addressOf('stranger'), addressOf('forged')])

let server: RunningServer
let context: BrowserContext
let page: Page
let address: Address
let snapshotsDir: string
let [paused, swallowing]: readonly Address[] = []
let later: Address
const complaints: string[] = []
const { rpc, procedure, lamportsOf, tokensOf } = practiceRpc(() => server.port)

beforeAll(async () => {
  const wallet = await makeWalletFile(passphrase)
  const fees = new Map([[taxed, 250]])
  // Both the maker and the wallet hold every token.
  snapshotsDir = await recordTokens([red, blue, green], maker.address, fees)
  const held = await recordTokens([red, blue, green], wallet.address, fees)
  cpSync(held, snapshotsDir, { recursive: true })
  rmSync(held, { recursive: true })
  const withSol = (mint: Address, of = tokenProgram) =>
    [
      { mint, program: of, amount: 10n ** 9n },
      { mint: wrappedNativeMint, program: tokenProgram, amount: 3n * sol },
    ] as const
  ;[paused, swallowing] = await recordPools(snapshotsDir, maker, [
    {
      sides: withSol(red),
      changed(at, account, pool) {
        if (at !== pool) return account
        recordAccount(snapshotsDir, forged, { ...account, owner: stranger })
        // The pool's administrator has stopped deposits and withdrawals.
        return { ...account, data: changedPool(account.data, { status: 0b11 }) }
      },
    },
    {
      sides: withSol(taxed, token2022Program),
      // The mint's authority has raised the transfer fee to 100%.
      changed: (at, account) => (at === taxed ? { ...account, data: chargingAll(account.data) } : account),
    },
  ])
  await recordClosedConfig(snapshotsDir, 7, maker.address)
  server = await runServer({ SNAPSHOTS_DIR: snapshotsDir, PRACTICE_TRADES_PER_SECOND: '10' })
  const client = createClient({
    rpc: `http://127.0.0.1:${server.port}/rpc`,
    owner: await keyPairOwner(maker.keyPair),
    timeoutMs: 100_000,
  })
  const opensAtSeconds = BigInt(Math.floor(Date.now() / 1_000)) + 86_400n
  later = await openCpmmPool(client, maker, { sides: withSol(blue), opensAtSeconds })
  const lpMint = await lpMintAddress(paused ?? expect.fail('no pool'))
  const gift = await planWithdraw(client, { recipient: wallet.address, mint: lpMint, amount: 1_000_000n })
  expect((await withdraw(client, gift)).status).toBe('confirmed')
  client.chain.close()
  context = await (await openBrowser()).newContext({ viewport: desk })
  listenTo(context, complaints)
  page = await context.newPage()
  address = await bringWallet(page, server.url, wallet)
})

afterAll(async () => {
  await closePages()
  await server?.remove()
  if (snapshotsDir !== undefined) rmSync(snapshotsDir, { recursive: true })
})

const main = (name: string | RegExp) => page.getByRole('main').getByRole('button', { name })
const amountOfSol = () => page.getByLabel('Amount of SOL', { exact: true })
/** The field of the other token, which has no symbol. */
const otherAmount = () => page.getByLabel(/^Amount of (?!SOL)/)
/** Goes to a path of the terminal. Loading the page would lock the wallet. */
const visit = (path: string) => page.evaluate(path => history.pushState(null, '', path), path)
const openPool = (pool: string | undefined) => visit(`/pools/${pool}`)
const signed = async () =>
  (await rpc<readonly unknown[]>('getSignaturesForAddress', address, { commitment: 'confirmed' })).length

/** Presses a refusing main button, and holds that nothing is signed or spent. */
async function expectRefusal(text: string, step: string) {
  await main(text).waitFor()
  await page.getByText(step, { exact: true }).waitFor()
  const before = [await signed(), await lamportsOf(address)]
  await main(text).click({ force: true })
  await page.keyboard.press('Enter')
  expect(context.pages()).toHaveLength(1)
  expect([await signed(), await lamportsOf(address)]).toEqual(before)
}

/** Visits another page and returns. */
async function leaveAndReturn(heading: string | RegExp) {
  await page.getByRole('link', { name: '‹ Pools' }).click()
  await page.getByRole('heading', { name: 'Pools', level: 1 }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
}

describe('a pool', () => {
  it.each([
    ['that is paused', () => paused, 'Deposits are paused in this pool', 'You can still remove liquidity.'],
    [
      ...['of a token that takes all as its fee', () => swallowing, 'The token’s transfer fee takes all that is sent'],
      'Choose another token.',
    ],
  ] as const)('%s refuses a deposit, and nothing typed is lost', async (_, pool, text, step) => {
    await openPool(pool())
    await amountOfSol().fill('0.5')
    await expectRefusal(text, step)
    await leaveAndReturn(/SOL$/)
    expect(await amountOfSol().inputValue()).toBe('0.5')
    await main(text).waitFor()
  })

  it('that is paused refuses a withdrawal, also on a phone', async () => {
    await page.setViewportSize(phone)
    await openPool(paused)
    await page.getByRole('tab', { name: 'Remove' }).click()
    await page.getByRole('button', { name: '50%', exact: true }).click()
    await expectRefusal('Withdrawals are paused in this pool', 'Your share stays yours. Try again later.')
    await leaveAndReturn(/SOL$/)
    expect(await page.getByLabel('Amount of LP', { exact: true }).inputValue()).toBe('50%')
    await expectAccessible(page)
  })

  it('that opens later says when, and takes liquidity already, as its program does', async () => {
    await openPool(later)
    await page.getByText(/^Trading opens .+\. You can already add and remove liquidity\.$/).waitFor()
    await amountOfSol().fill('0.5')
    await main('Add liquidity').waitFor()
    await visit(`/pools?find=${later}`)
    await page.getByRole('region', { name: 'All pools' }).getByText('opens later', { exact: true }).waitFor()
  })

  it('of a program that Tern does not know is no pool, even if its bytes look like a pool', async () => {
    await openPool(forged)
    await page.getByRole('heading', { name: 'Not a pool that Tern supports', level: 1 }).waitFor()
    await page.getByText(`PoolState belongs to ${program}, not to ${stranger}.`, { exact: true }).waitFor()
    expect(await page.getByRole('tab', { name: 'Add' }).count()).toBe(0)
    await openPool(systemProgram.replace(/1$/, '2'))
    await page.getByRole('heading', { name: 'No account at this address', level: 1 }).waitFor()
    await expectAccessible(page, ['dark'])
  })
})

describe('a new pool', () => {
  async function pick(mint: Address) {
    await page.getByRole('button', { name: 'First token', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'First token' })
    await dialog.getByLabel('Find a token').fill(mint)
    await expect.poll(() => dialog.getByRole('listitem').count(), patience).toBe(1)
    await dialog.getByRole('listitem').getByRole('button').click()
    await dialog.waitFor({ state: 'detached' })
  }
  const typed = async () => [await otherAmount().inputValue(), await amountOfSol().inputValue()]

  it('of a token that takes all as its fee, or that exists already, or of a closed fee is refused, and nothing typed is lost', async () => {
    const choose = (label: string) => page.getByLabel('Fee per trade').selectOption({ label })
    await visit('/pools/create')
    await pick(taxed)
    await choose('1.00%')
    await otherAmount().fill('1000')
    await amountOfSol().fill('1')
    await expectRefusal('The token’s transfer fee takes all that is sent', 'Choose another token.')
    await pick(red)
    await choose('0.25%')
    await expectRefusal('This pool exists already', 'Open it and add to it, or choose another fee.')
    await pick(green)
    await main('Create pool').waitFor()
    await choose('0.25% (closed)')
    await expectRefusal('Pools of this config cannot be created', 'Choose another fee.')
    expect(await typed()).toEqual(['1000', '1'])
    await leaveAndReturn('Create a pool')
    expect(await typed()).toEqual(['1000', '1'])
    await main('Pools of this config cannot be created').waitFor()
    await expectAccessible(page)
  })

  it('is created by the keyboard', async () => {
    await page.getByLabel('Fee per trade').selectOption({ label: '1.00%' })
    await visit('/pools/create')
    await page.getByRole('heading', { name: 'Create a pool', level: 1 }).waitFor()
    await tabTo('First token', page)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'First token' }).waitFor()
    await tabTo('Find a token', page)
    await page.keyboard.type(green)
    await expect.poll(() => page.getByRole('dialog').getByRole('listitem').count(), patience).toBe(1)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await tabTo(/^Amount of (?!SOL)/, page)
    await page.keyboard.type('1000')
    await tabTo('Amount of SOL', page)
    await page.keyboard.type('1')
    await main('Create pool').waitFor()
    await sign(await vaultWindow(page, () => page.keyboard.press('Enter')))
    await page.waitForURL(/\/pools\/[1-9A-HJ-NP-Za-km-z]{32,44}$/)
    await page.getByRole('region', { name: 'Your share' }).getByText('100%', { exact: true }).waitFor()
  })
})

/** Signs in the vault's window, which may be gone before the press is answered. */
async function sign(window: Page) {
  const secret = window.getByLabel('Passphrase', { exact: true })
  const button = window.getByRole('button', { name: 'Sign', exact: true })
  // Neither is there until the signer has read the transaction.
  await secret.or(button).waitFor()
  if (await secret.isVisible()) await secret.fill(passphrase)
  await button.press('Enter').catch(error => {
    if (!window.isClosed()) throw error
  })
  await expect.poll(() => window.isClosed(), patience).toBe(true)
}

describe('on a phone', () => {
  it('the bar has five entries, and the last opens the other pages', async () => {
    await page.setViewportSize(phone)
    const bar = page.getByRole('navigation', { name: 'Primary' })
    const links = bar.getByRole('link')
    expect(await links.filter({ visible: true }).allTextContents()).toEqual([
      ...['Discover', 'Swap', 'Liquidity', 'Portfolio'],
    ])
    const more = bar.getByRole('button', { name: 'More', exact: true })
    expect(await more.getAttribute('aria-current')).toBeNull()
    await more.press('Enter')
    expect(await bar.getByRole('menuitem').allTextContents()).toEqual(['Activity', 'Wallets', 'Settings'])
    // The menu takes the keys once it has the focus.
    const focused = bar.locator('[role=menuitem]:focus')
    await expect.poll(() => focused.allTextContents()).toEqual(['Activity'])
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => focused.allTextContents()).toEqual(['Wallets'])
    await page.keyboard.press('Enter')
    await page.waitForURL('**/wallets')
    expect(await more.getAttribute('aria-current')).toBe('page')
    await more.press('Enter')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
  })

  it('fees of a share grow while the makers trade', async () => {
    await page.setViewportSize(phone)
    interface Listed {
      readonly protocol: string
      readonly mint: Address
      readonly pool: string
      readonly symbol: string
      readonly scale: unknown
      readonly transferFeeBps: number | null
    }
    const listed = await procedure<readonly Listed[]>('tokens.list')
    const token = listed.find(
      one => one.protocol === 'raydium_cpmm' && one.scale === null && one.transferFeeBps === null,
    )
    if (token === undefined) expect.fail('no pool of raydium_cpmm')
    await visit(`/swap?to=${token.mint}`)
    // The makers also trade between the quote and the block, and may move the price by more than 1%.
    await page.getByRole('button', { name: /^P3/ }).click()
    await page.getByLabel('You pay').fill('2')
    await trade(page, `Swap 2 SOL for ${token.symbol}`, [])
    await expect.poll(() => tokensOf(address, token.mint), patience).toBeGreaterThan(0n)
    await openPool(token.pool)
    await amountOfSol().fill('1')
    await main('Add liquidity').waitFor()
    await sign(await vaultWindow(page, () => main('Add liquidity').click()))
    const earned = async () => {
      const cells = page.getByRole('region', { name: 'Your share' }).getByRole('row', { name: 'SOL' }).getByRole('cell')
      return parseAmount((await cells.last().locator('data').getAttribute('value')) ?? '', 9)
    }
    await expect.poll(earned, patience).toBeGreaterThan(0n)
    const before = await earned()
    await expect.poll(earned, patience).toBeGreaterThan(before)
  })
})

it('without an error on the console or a refused request', () => {
  expect(complaints).toEqual([])
})
