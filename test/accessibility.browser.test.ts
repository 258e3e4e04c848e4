import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort, type RunningServer, runServer } from '../apps/server/test/runningServer.ts'
import { expectAccessible } from './axe.ts'
import { launchLongName, longName } from './launcher.ts'
import {
  bringPracticeWallet,
  closeVaultWindow,
  figure,
  fillCreation,
  passphrase,
  previewOn,
  startPractising,
  vaultOn,
  vaultWindow,
} from './onPage.ts'
import { closePages, openBrowser } from './openBrowser.ts'
import { practiceRpc } from './practiceRpc.ts'
import { isProof } from './proof.ts'
import { serveSheet } from './serveSheet.ts'

let server: RunningServer
let browser: Browser
let page: Page
/** The port of the chain itself. Its faucet does not run dry. */
let rpcPort: number
const ofChain = practiceRpc(() => rpcPort)
const { rpc, lamportsOf } = ofChain
const sol = 1_000_000_000n

beforeAll(async () => {
  rpcPort = await freePort()
  server = await runServer({ PRACTICE_TRADES_PER_SECOND: '1', RPC_PORT: String(rpcPort) })
  browser = await openBrowser()
  page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
})

afterAll(async () => {
  await closePages()
  await server?.remove()
})

/** A state of a screen to check. */
interface Place {
  readonly name: string
  /** A path of the terminal. Unset: the page stays where the last place left it. */
  readonly path?: string
  /** Brings the screen into the state to check. @returns the page to check, if it is another page. */
  readonly arrange: (page: Page) => Promise<unknown>
  /** Removes everything that would disturb the next place. */
  readonly leave?: (page: Page) => Promise<unknown>
  /** Both themes unless set. A single theme is enough if other places check the same parts in both. */
  readonly themes?: readonly ('dark' | 'light')[]
}

const leaveIt = (page: Page) => page.keyboard.press('Escape')
/** A form in the vault's frame. */
const frameForm = (name: string, button: string, label: string): Place => ({
  name,
  themes: ['dark'],
  arrange: async page => {
    await page.getByRole('button', { name: button, exact: true }).click()
    await vaultOn(page).getByLabel(label, { exact: true }).waitFor()
  },
  leave: leaveIt,
})

/** The vault's window that the last place has opened. */
let window: Page
const leaveWindow = (page: Page) => closeVaultWindow(window, page)
/** A form in the vault's window. A button of the page opens it, or an item of its menu. */
const vaultForm = (name: string, button: string, label: string, item?: string): Place => ({
  name,
  themes: ['dark'],
  arrange: async page => {
    const opener = page.getByRole('button', { name: button, exact: true })
    if (item !== undefined) await opener.click()
    const asked = item === undefined ? opener : page.getByRole('menuitem', { name: item })
    window = await vaultWindow(page, () => asked.click())
    await window.getByLabel(label, { exact: true }).waitFor()
    return window
  },
  leave: leaveWindow,
})

const heading = (name: string) => (page: Page) => page.getByRole('heading', { level: 1, name }).waitFor()

/** The places to check, in this order and with one wallet. Add a few lines for a new screen or state. */
const places: readonly Place[] = [
  {
    // This place comes first, because the makers move complete curves to their pools within a minute or so.
    name: 'a token whose curve is complete',
    path: '/discover?view=columns&column=graduated',
    arrange: async page => {
      const listed = page.getByRole('listitem').filter({ hasText: 'Curve complete' }).first()
      for (;;) {
        await listed.getByRole('link').click()
        const complete = page.getByRole('button', { name: 'Curve complete' })
        await page.waitForURL('**/t/*')
        // Another name: the makers moved the curve meanwhile.
        await complete.or(page.getByRole('button', { name: 'Enter an amount' })).waitFor()
        if (await complete.isVisible()) return
        await page.goBack()
      }
    },
  },
  {
    name: 'discover',
    path: '/discover',
    arrange: page => page.getByRole('region', { name: 'New' }).getByRole('link').first().waitFor(),
  },
  {
    name: 'discover as a table',
    path: '/discover?view=table',
    arrange: page => page.getByRole('row').nth(1).waitFor(),
  },
  {
    name: 'a preset with as long a name as one may have',
    path: '/settings',
    arrange: async page => {
      const name = page.getByRole('textbox', { name: 'Name', exact: true }).first()
      await name.fill('MMMMMMMMMMMM')
      await name.press('Enter')
    },
    themes: ['dark'],
  },
  {
    name: 'Discover as a table, with long names in its bar and in its rows',
    path: '/discover?view=table',
    arrange: async page => {
      await launchLongName(server.port, ofChain)
      await page.getByRole('button', { name: /^Preset: P\d MMMMMMMMMMMM/ }).waitFor()
      await page.getByLabel('Find a token').fill(longName.symbol)
      await page.getByRole('row', { name: longName.name }).waitFor()
    },
    themes: ['dark'],
  },
  {
    name: 'a list with a long name',
    path: `/discover?view=columns&find=${longName.symbol}`,
    arrange: page => page.getByRole('link', { name: longName.symbol }).waitFor(),
    themes: ['dark'],
  },
  {
    name: 'a token with a long name',
    arrange: async page => {
      await page.getByRole('link', { name: longName.symbol }).click()
      await page.getByRole('heading', { level: 1, name: longName.symbol }).waitFor()
      await page.getByRole('button', { name: 'P1 MMMMMMMMMMMM' }).waitFor()
    },
    themes: ['dark'],
  },
  {
    name: 'the filters of a column, with sets that were saved',
    path: '/discover?view=columns&new=mint',
    arrange: async page => {
      await page.getByRole('button', { name: 'Filters 1 for New' }).click()
      const form = page.getByRole('dialog', { name: 'Filters for New' })
      await form.getByRole('button', { name: 'Save set' }).click()
      await form.getByLabel('Name of the set').fill('Safe')
      await page.keyboard.press('Enter')
      await form.getByRole('button', { name: 'Saved sets' }).click()
      await page.getByRole('button', { name: 'Delete Safe' }).filter({ visible: true }).waitFor()
    },
    leave: async page => {
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
    },
  },
  {
    name: 'a list of which its filters leave nothing',
    path: '/discover?view=columns&new=cap:900M..',
    arrange: page => page.getByRole('button', { name: 'Reset filters' }).waitFor(),
  },
  {
    name: 'a quick buy that asks',
    path: '/discover?view=columns',
    themes: ['light'],
    arrange: async page => {
      const offered = page.getByRole('button', { name: /^Quick buy .* of / })
      // The button works once its row has been in place for a moment.
      await offered.first().focus()
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: /^Quick buy / }).waitFor()
    },
    leave: leaveIt,
  },
  {
    name: 'the risks of a token',
    path: '/discover?view=table',
    themes: ['dark'],
    arrange: async page => {
      await page.getByLabel('Find a token').fill('OTTR')
      await page.getByRole('link', { name: 'OTTR' }).click()
      await page.getByRole('textbox', { name: /Amount/ }).fill('0.1')
      await page.getByRole('button', { name: 'Review risks' }).click()
      await page.getByRole('dialog', { name: 'Risks of OTTR' }).waitFor()
    },
    leave: leaveIt,
  },
  {
    name: 'a token, with a trade made and the preview of the next',
    path: '/discover?view=table',
    arrange: async page => {
      await page.getByLabel('Find a token').fill('KITE')
      await page.getByRole('link', { name: 'KITE' }).click()
      // A screen reader says every zero of a price, not the number of zeros.
      const price = page.locator('data:has(sub)').first()
      expect(await price.ariaSnapshot()).toMatch(/0\.0{4,}[1-9]/)
      // The makers move the price of this token, so use the preset that allows a large move.
      await page.getByRole('button', { name: 'P3 Snipe' }).click()
      await page.getByRole('textbox', { name: /Amount/ }).fill('0.1')
      await page.getByRole('button', { name: 'Buy KITE', exact: true }).click()
      await page.getByRole('status').filter({ hasText: 'Order submitted: ' }).waitFor()
      await page.getByRole('textbox', { name: /Amount/ }).fill('0.2')
      await page.getByRole('button', { name: 'Buy KITE', exact: true }).waitFor()
    },
  },
  {
    name: 'a token on a phone, its panel open after a trade',
    arrange: async page => {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.getByRole('button', { name: 'Buy', exact: true }).click()
      await page.getByRole('button', { name: 'Buy KITE', exact: true }).click()
      await page.getByRole('status').filter({ hasText: 'Order submitted: ' }).first().waitFor()
    },
    leave: leaveIt,
  },
  {
    name: 'a token on a phone, its trades',
    arrange: async page => {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.getByRole('tab', { name: 'Trades' }).click()
      await page.getByRole('region', { name: 'Live trades' }).getByRole('row').nth(1).waitFor()
    },
  },
  {
    name: 'a token, who holds it',
    arrange: async page => {
      await page.getByRole('tab', { name: 'Holders' }).click()
      await page.getByRole('row', { name: 'Pool' }).waitFor()
    },
  },
  {
    name: 'a token, who made most with it',
    arrange: async page => {
      await page.getByRole('tab', { name: 'Top traders' }).click()
      await page.getByText(/^From \d+ trades known to this server/).waitFor()
    },
  },
  {
    name: 'a token, what else its maker made',
    arrange: async page => {
      await page.getByRole('tab', { name: 'Dev tokens' }).click()
      await page
        .getByText(/^(Only tokens that this server lists|No other tokens by the creator|Creator unknown)/)
        .waitFor()
    },
  },
  {
    name: 'Discover, with what is held opened below',
    path: '/discover',
    arrange: async page => {
      await page.setViewportSize({ width: 1440, height: 900 })
      await page.getByRole('button', { name: 'Open dock' }).click()
      await page
        .getByRole('region', { name: 'Your positions' })
        .getByRole('row', { name: /^KITE / })
        .waitFor()
    },
  },
  {
    name: 'portfolio',
    path: '/portfolio',
    arrange: page => page.getByRole('row', { name: /^KITE / }).waitFor(),
  },
  {
    name: 'activity, with a transaction opened',
    path: '/activity',
    arrange: async page => {
      await page.getByRole('button', { name: 'Buy KITE', exact: true }).first().click()
      await page.getByText('Wallet change').first().waitFor()
    },
  },
  {
    name: 'a portfolio with nothing sold',
    path: '/portfolio?tab=sold',
    themes: ['dark'],
    arrange: page => page.getByRole('heading', { name: 'No closed positions yet' }).waitFor(),
  },
  {
    name: 'an activity in which nothing is like that',
    path: '/activity?find=nothing',
    themes: ['light'],
    arrange: page => page.getByRole('heading', { name: 'Nothing matches' }).waitFor(),
  },
  { name: 'a page that is not there', path: '/nowhere', themes: ['dark'], arrange: heading('This page doesn’t exist') },
  {
    name: 'a token that is not listed',
    path: '/t/11111111111111111111111111111111',
    arrange: heading('Token not found'),
  },
  { name: 'wallets', path: '/wallets', arrange: heading('Wallets') },
  {
    name: 'where to deposit',
    arrange: async page => {
      await page.getByRole('button', { name: 'Deposit to Main' }).click()
      await page.getByRole('img', { name: 'QR code of the address of Main' }).waitFor()
    },
    leave: leaveIt,
  },
  frameForm('a new wallet', 'New wallet', 'Name'),
  vaultForm('other signer limits', 'Change signer limits', 'One trade'),
  vaultForm('a recovery phrase to be made', 'Get a recovery phrase', 'Passphrase'),
  frameForm('a wallet to be imported', 'Import a wallet', 'Recovery phrase or secret key'),
  vaultForm('another passphrase', 'Change passphrase', 'New passphrase'),
  {
    ...vaultForm('a key to be exported', 'More for Main', 'Passphrase', 'Export key…'),
    leave: () => Promise.resolve(),
  },
  {
    name: 'a key that is shown',
    themes: ['light'],
    arrange: async () => {
      await window.getByLabel('Passphrase').fill(passphrase)
      await window.getByRole('button', { name: 'Export key' }).click()
      await window.getByRole('button', { name: 'Show key' }).click()
      await window.getByText(/^[1-9A-HJ-NP-Za-km-z]{86,88}$/).waitFor()
      return window
    },
    leave: leaveWindow,
  },
  { ...vaultForm('a passkey to be added', 'Add a passkey', 'Passphrase'), themes: ['dark', 'light'] },
  {
    ...frameForm('wallets to be added from a file', 'Add from file', 'Passphrase of the file'),
    themes: ['dark', 'light'],
  },
  {
    name: 'wallets in a file that are here already',
    path: '/wallets',
    themes: ['dark'],
    arrange: async page => {
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download wallet file' }).click()
      const file = await (await download).path()
      await page.getByRole('button', { name: 'Add from file' }).click()
      await vaultOn(page).getByLabel('Wallet file').setInputFiles(file)
      await vaultOn(page).getByRole('button', { name: 'All of its wallets are here already' }).waitFor()
    },
    leave: leaveIt,
  },
  {
    name: 'a withdrawal that is refused at length',
    path: '/wallets',
    themes: ['dark'],
    arrange: async page => {
      await page.getByRole('button', { name: 'Withdraw from Main' }).click()
      await page.getByLabel('To', { exact: true }).fill('9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM')
      await page.getByLabel('Amount').fill('1')
      await page.getByText('Network fee').waitFor()
      const fee = figure(await previewOn(page), 'Network fee', 9)
      const address = (await page.getByTitle(/^Wallet /).getAttribute('title'))?.slice('Wallet '.length) ?? ''
      const left = (await lamportsOf(address)) - fee - 800_000n
      await page.getByLabel('Amount').fill(`${left / sol}.${`${left % sol}`.padStart(9, '0')}`)
      await page.getByRole('button', { name: /^This would leave 0\.000\d+ SOL in the wallet: leave none/ }).waitFor()
    },
    leave: leaveIt,
  },
  {
    name: 'a withdrawal to be checked',
    arrange: async page => {
      await page.getByRole('button', { name: 'Withdraw from Main' }).click()
      await page.getByLabel('To', { exact: true }).fill('9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM')
      await page.getByLabel('Amount').fill('2')
      window = await vaultWindow(page, () => page.getByRole('button', { name: 'Check the withdrawal' }).click())
      await window.getByLabel('Type the last 4 characters of the address').waitFor()
      return window
    },
    leave: async page => {
      await leaveWindow(page)
      expect(await page.getByLabel('Amount').inputValue()).toBe('2')
      await page.keyboard.press('Escape')
    },
  },
  { name: 'settings', path: '/settings', arrange: heading('Settings') },
  {
    name: 'search',
    arrange: async page => {
      await page.keyboard.press('/')
      await page.getByRole('dialog').getByRole('combobox').fill('KITE')
      await page.getByRole('option').first().waitFor()
    },
    leave: leaveIt,
  },
  {
    name: 'the keys',
    arrange: async page => {
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
    },
    leave: leaveIt,
  },
  {
    name: 'unlocking',
    path: '/wallets',
    arrange: async page => {
      await page.getByRole('button', { name: /^Lock/ }).first().click()
      await page
        .getByRole('button', { name: /^Unlock/ })
        .first()
        .click()
      await vaultOn(page).getByLabel('Passphrase').waitFor()
    },
    leave: leaveIt,
  },
  {
    name: 'a locked wallet that holds thousands',
    themes: ['dark'],
    arrange: async page => {
      const corner = page.getByTitle(/^Wallet /)
      const address = /\w{32,}/.exec((await corner.getAttribute('title')) ?? '')?.[0]
      for (let i = 0n; i < 12n; i++) await rpc('requestAirdrop', address, Number(99n * sol + i))
      await corner.getByText(/^[1-9],\d{3}\.\d{3}/).waitFor()
    },
  },
]

/** The places that are checked every time. Only the proof checks the others. */
const main = /^(discover( as a table)?|a token, with a trade.*|portfolio|activity, with.*|wallets|settings|search)$/

describe('in both themes, on a desktop and on a phone, axe finds no fault in', () => {
  it.runIf(isProof)('the design sheet', async () => {
    const sheet = await serveSheet()
    const page = await browser.newPage({ reducedMotion: 'reduce' })
    try {
      await page.goto(sheet.url)
      await page.getByRole('heading', { name: 'Light' }).waitFor()
      // The sheet shows both themes at once.
      await expectAccessible(page, ['dark'])
    } finally {
      await page.close()
      await sheet.close()
    }
  })

  it.runIf(isProof)('a wallet file to be restored, and the wallets of a phrase', async () => {
    await page.goto(server.url)
    const vault = vaultOn(page)
    await page.getByRole('button', { name: 'Restore from file' }).click()
    await vault.getByLabel('Wallet file').waitFor()
    await expectAccessible(page, ['dark'])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Use a phrase' }).click()
    await vault.getByLabel('Recovery phrase').fill(`${'abandon '.repeat(11)}tern`)
    await vault.getByRole('button', { name: 'Find my wallets' }).click()
    await vault.getByRole('alert').waitFor()
    await expectAccessible(page, ['dark'])
    await vault.getByLabel('Recovery phrase').fill(`${'abandon '.repeat(11)}about`)
    await vault.getByRole('button', { name: 'Find my wallets' }).click()
    await vault.getByRole('list', { name: 'Wallets of this phrase' }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
  })

  it('welcome', async () => {
    await page.goto(server.url)
    await page.locator('.live-tokens a').first().waitFor()
    await expectAccessible(page)
    await bringPracticeWallet(page, server.url)
  })

  it.runIf(isProof)('a practice wallet, a passphrase that is refused, and the recovery phrase', async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
    const other = await context.newPage()
    await startPractising(other, server.url)
    await other.goto(`${server.url}/wallets`)
    await other.getByRole('button', { name: 'Keep this wallet' }).waitFor()
    await expectAccessible(other)
    await other.getByRole('button', { name: 'Keep this wallet' }).click()
    const vault = vaultOn(other)
    await vault.getByLabel('Passphrase', { exact: true }).fill('short')
    await vault.getByRole('button', { name: 'Continue', exact: true }).click()
    await vault.getByRole('alert').first().waitFor()
    await expectAccessible(other)
    await fillCreation(other)
    await expectAccessible(other)
    await context.close()
  })

  it.each(places.filter(({ name }) => isProof || main.test(name)))(
    '$name',
    async ({ path, arrange, leave, themes }) => {
      if (path !== undefined) await page.evaluate(path => history.pushState(null, '', path), path)
      const shown = (await arrange(page)) ?? page
      await expectAccessible(shown === window ? window : page, themes)
      await leave?.(page)
    },
  )
})
