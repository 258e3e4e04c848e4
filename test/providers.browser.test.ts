import { type Address, decodeBase64, encodeBase58, nonceAccountAddress } from '@tern/core'
import { bloxrouteTipAccounts } from '@tern/core/internal/tipAccounts'
import { type PracticeChain, startPracticeChain } from '@tern/practice-chain'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningServer, runServer } from '../apps/server/test/runningServer.ts'
import { dialects, testKey } from '../packages/chain/test/dialects.ts'
import { type Dialect, type ProviderServer, startProviderServer } from '../packages/chain/test/providerServer.ts'
import { expectAccessible } from './axe.ts'
import { bringWallet, figure, lockWallets, passphrase, previewOn, trade, vaultOn, vaultWindow } from './onPage.ts'
import { closePages, listenTo, openBrowser } from './openBrowser.ts'
import { practiceRpc } from './practiceRpc.ts'
import { practiceServer } from './practiceServer.ts'

const sol = 1_000_000_000
/** The minimum balance of an account without data. A tip to an empty account could not land. */
const minBalance = 890_880
/** The operator's own accounts for jito, which are not public. bloxroute has its public accounts. */
const jitoTipAccounts = [7, 8].map(byte => encodeBase58(new Uint8Array(32).fill(byte)) as Address)

let chain: PracticeChain
let jito: ProviderServer
let bloxroute: ProviderServer
/** A second endpoint of bloxroute. Every request to it fails. */
let broken: ProviderServer
let server: RunningServer
let browser: Browser
let page: Page
let token: PracticeChain['world'][number]
/** A token of another venue, so that a swap takes two pools. */
let other: PracticeChain['world'][number]
const complaints: string[] = []
const traffic: string[] = []
const signatures: string[] = []
const { procedure, lamportsOf, tokensOf } = practiceRpc(() => server.port)

/** Asks the chain directly, not the server. */
const ask = (method: string, ...params: unknown[]) =>
  fetch(chain.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })

/** Makes a provider that forwards every acceptable transaction to the chain. */
const handingOn = (dialect: Dialect): Dialect => ({
  ...dialect,
  accept(signature, seen) {
    const found = dialect.transactionOf(seen)
    if ('encoded' in found) void ask('sendTransaction', found.encoded, { encoding: 'base64', skipPreflight: true })
    return dialect.accept(signature, seen)
  },
})

/** Returns the different signatures that a provider was sent. */
function takenBy({ seen }: ProviderServer, dialect: Dialect): readonly string[] {
  const found = seen.map(one => (typeof one.body === 'object' ? dialect.transactionOf(one) : { status: 0, body: '' }))
  const sent = found.flatMap(one => ('encoded' in one ? [encodeBase58(decodeBase64(one.encoded).subarray(1, 65))] : []))
  return [...new Set(sent)]
}

beforeAll(async () => {
  chain = await startPracticeChain()
  token = chain.world.find(({ stage }) => stage === 'pool') ?? expect.fail('an empty world')
  const isOther = ({ stage, protocol }: typeof token) => stage === 'pool' && protocol === 'raydium_clmm'
  other = chain.world.find(isOther) ?? expect.fail('no pool of raydium_clmm')
  jito = await startProviderServer(handingOn(dialects.jito))
  bloxroute = await startProviderServer(handingOn(dialects.bloxroute))
  broken = await startProviderServer(dialects.bloxroute)
  broken.behave(response => response.writeHead(503).end('<html>Service Unavailable</html>'))
  server = await runServer({
    RPC_URL: chain.rpcUrl,
    RPC_WS_URL: chain.wsUrl,
    POOLS: `${token.pool},${other.pool}`,
    ...(chain.lookupTable && { LOOKUP_TABLE: chain.lookupTable }),
    PROVIDERS: 'jito,bloxroute',
    JITO_ENDPOINTS: jito.url,
    JITO_TIP_ACCOUNTS: jitoTipAccounts.join(),
    BLOXROUTE_KEY: testKey,
    BLOXROUTE_ENDPOINTS: `${bloxroute.url},${broken.url}`,
  })
  for (const account of [...jitoTipAccounts, ...bloxrouteTipAccounts]) await ask('requestAirdrop', account, minBalance)
  browser = await openBrowser()
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  listenTo(context, complaints)
  context.on('response', async answer => {
    traffic.push(answer.url(), JSON.stringify(answer.headers()), await answer.text().catch(() => ''))
  })
  page = await context.newPage()
})
afterAll(async () => {
  await closePages()
  await server?.remove()
  await Promise.all([jito?.close(), bloxroute?.close(), broken?.close()])
  await chain?.close()
})

const balances = async (accounts: readonly Address[]): Promise<readonly bigint[]> =>
  Promise.all(accounts.map(account => lamportsOf(account)))
const route = () => page.locator('.trade-route b')

/** Expects these providers in the footer, in this order: name, brightness, tooltip, and the latest error. */
async function expectFooter(
  ...ways: readonly (readonly [name: string, brightness: string, title: RegExp, lately?: string])[]
) {
  const shown = () =>
    page
      .locator('.footer-providers > span')
      .evaluateAll(spans => spans.map(one => [one.textContent, one.className, one.getAttribute('title')]))
  await expect
    .poll(shown)
    .toEqual(
      ways.map(([name, brightness, title, lately = '']) => [
        expect.stringMatching(`^${name} \\d+ ms${lately}$`),
        brightness,
        expect.stringMatching(title),
      ]),
    )
}

describe('a trade by a provider', () => {
  it('tips jito, the page’s fastest provider, by the preview, and uses jito alone while MEV protection is on', async () => {
    const owner = await bringWallet(page, server.url)
    await ask('requestAirdrop', owner, 5 * sol)
    await page.getByRole('link', { name: 'Discover' }).first().click()
    await page.locator(`a[href="/t/${token.mint}"]`).first().click()
    await page.getByLabel('Amount', { exact: true }).fill('0.1')
    await expect.poll(() => route().textContent()).toMatch(/^jito · MEV guard · \d+ ms$/)
    await expect.poll(() => page.locator('.footer').textContent()).toMatch(/jito \d+ ms.*normal \d+ ms/)
    await page.locator('.preview').getByText('Bribe: to jito').waitFor()

    const before = await balances(jitoTipAccounts)
    const promised = await trade(page, `Buy ${token.symbol}`, signatures)
    const tip = figure(promised, 'Bribe', 9)
    expect(tip).toBeGreaterThanOrEqual(1_000n)
    const got = (await balances(jitoTipAccounts)).map((lamports, i) => lamports - (before[i] ?? 0n))
    expect(got.filter(lamports => lamports !== 0n)).toEqual([tip])
    expect(takenBy(jito, dialects.jito)).toEqual(signatures)
    expect(takenBy(bloxroute, dialects.bloxroute)).toEqual([])
  })

  it('is listed with its tip, apart from the other costs', async () => {
    await page.getByRole('link', { name: 'Activity' }).first().click()
    const line = page.getByRole('button', { name: `Buy ${token.symbol}` }).first()
    await line.click()
    const row = page.locator('.transaction-details .row').filter({ hasText: 'Tip to jito' })
    await row.waitFor()
    const shown = await row.locator('data').getAttribute('value')
    expect(await procedure('activity.list', { owner: await walletOn(page), limit: 5 })).toMatchObject({
      rows: expect.arrayContaining([expect.objectContaining({ signature: signatures[0], tip: expect.anything() })]),
    })
    expect(Number(shown)).toBeGreaterThan(0)
  })

  it('uses another provider once it is chosen, with at least its minimum tip', async () => {
    await page.getByRole('link', { name: 'Settings' }).first().click()
    const card = page.locator('#providers')
    const rows = card.getByRole('listitem')
    await expect.poll(() => rows.count()).toBe(6)
    const text = (name: string) => rows.filter({ hasText: name }).textContent()
    expect(await text('jito')).toMatch(/from 0\.000001 SOL\d+ ms/)
    expect(await text('bloxroute')).toMatch(/from 0\.001 SOL\d+ ms/)
    expect(await text('bloxroute')).toMatch(/Last error, \d+ (s|min) ago: .*HTTP 503/)
    expect(await text('jito')).not.toContain('Last error')
    expect(await text('helius')).toMatch(/not set up/)
    expect(await text('0slot')).toMatch(/no API key/)
    expect(await text('temporal')).toMatch(/no API key/)
    expect(await text('normal')).toMatch(/always on/)
    expect(await card.getByRole('switch').count()).toBe(2)
    expect(await card.getByRole('switch', { name: 'jito' }).isChecked()).toBe(true)
    await expectFooter(
      ['jito', 'soft', /^Round trip from the server to jito$/],
      ['bloxroute', '', /^Round trip from the server to bloxroute\. Off\. Last error, .*: .*HTTP 503/],
      ['normal', 'soft', /^Round trip from the server to normal$/],
    )
    await card.getByRole('switch', { name: 'jito' }).uncheck()
    await card.getByRole('switch', { name: 'bloxroute' }).check()
    await expectFooter(
      ['jito', '', /^Round trip from the server to jito\. Off$/],
      ['bloxroute', 'soft', /^Round trip from the server to bloxroute\. Last error, /, ' · .*HTTP 503.*'],
      ['normal', 'soft', /^Round trip/],
    )
    await expectAccessible(page)
    await page.setViewportSize({ width: 1440, height: 900 })

    await page.getByRole('link', { name: 'Discover' }).first().click()
    await page.locator(`a[href="/t/${token.mint}"]`).first().click()
    await page.getByLabel('Amount', { exact: true }).fill('0.1')
    await expect.poll(() => route().textContent()).toMatch(/^bloxroute · MEV guard · \d+ ms$/)
    const before = await balances(bloxrouteTipAccounts)
    const promised = await trade(page, `Buy ${token.symbol}`, signatures)
    expect(figure(promised, 'Bribe', 9)).toBe(1_000_000n)
    const got = (await balances(bloxrouteTipAccounts)).map((lamports, i) => lamports - (before[i] ?? 0n))
    expect(got.filter(lamports => lamports !== 0n)).toEqual([1_000_000n])
    expect(takenBy(bloxroute, dialects.bloxroute)).toEqual(signatures.slice(1))
    expect(takenBy(jito, dialects.jito)).toEqual(signatures.slice(0, 1))
  })

  it('refuses a bribe that is too small at its field, and goes directly without a bribe', async () => {
    await page.getByRole('button', { name: /^Slippage/ }).click()
    await page.getByRole('button', { name: 'Manual' }).click()
    await page.getByLabel('Bribe', { exact: true }).fill('0.0009')
    await page.getByText('✕ bloxroute needs at least 0.001 SOL').waitFor()
    await page.getByLabel('Amount', { exact: true }).fill('0.1')
    await page.getByRole('button', { name: 'bloxroute needs at least 0.001 SOL' }).waitFor()
    await page.getByLabel('Bribe', { exact: true }).fill('0')
    await page.getByLabel('Amount', { exact: true }).fill('0.1')
    await expect.poll(() => route().textContent()).toMatch(/^normal \+ relayer · no MEV guard/)
    await trade(page, `Buy ${token.symbol}`, signatures)
    expect(takenBy(bloxroute, dialects.bloxroute)).toHaveLength(1)
  })

  describe('that lives by the wallet’s nonce account', () => {
    const card = () => page.getByRole('region', { name: 'Nonce account' })
    const openPage = (name: string) => page.getByRole('link', { name }).first().click()
    const openToken = async (mint: Address) => {
      await openPage('Discover')
      await page.locator(`a[href="/t/${mint}"]`).first().click()
      await page.getByLabel('Amount', { exact: true }).fill('0.1')
    }
    const finished = (text: string) => page.getByRole('status').filter({ hasText: text }).first().waitFor()
    /** Reads the SOL that was signed since the signer last asked. The Wallets page shows it. */
    const signed = async () => {
      const limits = page.getByRole('region', { name: 'Signer limits' })
      const [, sol = '0'] = /([\d.]+) SOL signed since/.exec((await limits.textContent()) ?? '') ?? []
      return Number(sol)
    }
    let owner: Address
    let account: Address
    let signedBefore = 0

    it('opens it from the Wallets page, with a refundable deposit', async () => {
      owner = (await walletOn(page)) as Address
      account = await nonceAccountAddress(owner, 0)
      await openPage('Wallets')
      await page.getByText('nonce off').first().waitFor()
      await card().getByRole('button', { name: 'Turn on' }).click()
      await finished('Nonce account opened')
      await card()
        .getByText(/^✓ready$/)
        .waitFor()
      expect(await lamportsOf(account)).toBe(1_500_000n)
      signedBefore = await signed()
      await expectAccessible(page)
      await page.setViewportSize({ width: 1440, height: 900 })
    })

    it('goes out by all providers at once with a tip to each, and lands once', async () => {
      await openPage('Settings')
      await page.locator('#providers').getByRole('switch', { name: 'jito' }).check()
      await openToken(token.mint)
      await page.getByRole('heading', { name: token.symbol }).first().click()
      await page.keyboard.press('m')
      await page.getByRole('button', { name: /^Slippage/ }).click()
      await page.getByLabel('Bribe', { exact: true }).fill('0.001')
      await page.getByLabel('Amount', { exact: true }).fill('0.1')
      await expect
        .poll(() => route().textContent())
        .toMatch(/^nonce · normal \+ jito \+ bloxroute \+ relayer · MEV guard off/)
      const [jitoBefore, bloxrouteBefore] = [takenBy(jito, dialects.jito), takenBy(bloxroute, dialects.bloxroute)]
      const tipped = await balances([...jitoTipAccounts, ...bloxrouteTipAccounts])
      await trade(page, `Buy ${token.symbol}`, signatures)
      const taken = () => [
        ...takenBy(jito, dialects.jito).slice(jitoBefore.length),
        ...takenBy(bloxroute, dialects.bloxroute).slice(bloxrouteBefore.length),
      ]
      // A variant may land before the others have arrived.
      await expect.poll(() => new Set(taken()).size).toBe(2)
      const variants = taken()
      const after = await balances([...jitoTipAccounts, ...bloxrouteTipAccounts])
      const paid = after.map((lamports, i) => lamports - (tipped[i] ?? 0n)).filter(lamports => lamports !== 0n)
      expect(paid).toEqual(variants.includes(signatures.at(-1) ?? '') ? [1_000_000n] : [])
      const landed = async () => {
        const { rows } = (await procedure('activity.list', { owner, limit: 5 })) as { rows: { signature: string }[] }
        return rows.map(({ signature }) => signature)
      }
      const sent = [...variants, ...signatures.slice(-1)]
      await expect.poll(async () => (await landed()).filter(one => sent.includes(one))).toEqual(signatures.slice(-1))
      // Three messages of over 0.1 SOL are signed. A single message lands, so it alone counts.
      await openPage('Wallets')
      await expect.poll(async () => (await signed()) - signedBefore).toBeGreaterThan(0.1)
      expect((await signed()) - signedBefore).toBeLessThan(0.15)
      await openToken(token.mint)
    })

    it('holds the next trade up while the outcome is unknown, until the trade is cancelled', async () => {
      const lost = new Set<string>()
      let isOver = false
      // Blocks this trade for good. Until `isOver`, blocks every other transaction, too.
      await page.route('**/*', async caught => {
        const body = caught.request().postData() ?? ''
        const sent = [...body.matchAll(/"encodedTx":"([^"]+)"|"sendTransaction","params":\["([^"]+)"/g)]
        const encoded = sent.map(([, relayed, direct]) => relayed ?? direct ?? '')
        if (!isOver) for (const one of encoded) lost.add(one)
        await (encoded.some(one => lost.has(one)) ? caught.abort() : caught.fallback())
      })
      await page.getByLabel('Amount', { exact: true }).fill('0.1')
      await page.getByRole('button', { name: `Buy ${token.symbol}` }).click()
      await page.getByText('Trying again.').first().waitFor()
      expect(lost.size).toBeGreaterThan(0)
      await openPage('Wallets')
      await card().getByText('in use', { exact: true }).waitFor()
      await card().getByRole('button', { name: 'Turn off' }).click({ force: true })
      expect(await lamportsOf(account)).toBe(1_500_000n)
      // After the reload the page knows that the nonce is in use, too.
      await page.reload()
      await lockWallets(page)
      await card().getByText('in use', { exact: true }).waitFor()
      await card().getByRole('button', { name: 'Cancel it' }).click()
      await vaultOn(page).getByLabel('Passphrase').fill(passphrase)
      await vaultOn(page).getByLabel('Passphrase').press('Enter')
      await card().getByRole('button', { name: 'Cancel it' }).waitFor()
      await page.getByText(/^\d+ min left$/).waitFor()
      isOver = true
      await card().getByRole('button', { name: 'Cancel it' }).click()
      await finished('Cancelled: earlier nonce transactions')
      await page.getByRole('alert').filter({ hasText: 'Transaction expired' }).waitFor({ timeout: 100_000 })
      await card()
        .getByText(/^✓ready$/)
        .waitFor()
      await page.unroute('**/*')
    })

    it('closes it, and returns its balance', async () => {
      await openPage('Wallets')
      const before = await lamportsOf(owner)
      await card().getByRole('button', { name: 'Turn off' }).click()
      await finished('Nonce account closed')
      await card().getByRole('button', { name: 'Turn on' }).waitFor()
      expect(await lamportsOf(account)).toBe(0n)
      expect(await lamportsOf(owner)).toBeGreaterThan(before + 1_000_000n)
      await openPage('Activity')
      const lines = ['Nonce account opened', 'Nonce account advanced', 'Nonce account closed']
      for (const line of lines) await page.getByRole('button', { name: line }).first().waitFor()
      await openPage('Settings')
      await page.locator('#providers').getByRole('switch', { name: 'jito' }).uncheck()
      await openToken(token.mint)
      await page.getByRole('heading', { name: token.symbol }).first().click()
      await page.keyboard.press('m')
    })
  })

  it('outlives the page: after a reload it uses the same provider alone', async () => {
    const isSending = (url: string, body: string | null) =>
      url.endsWith('/api/spot/relayer') || body?.includes('"sendTransaction"') === true
    const cut = (isCut: boolean) =>
      isCut
        ? page.route('**/*', route =>
            isSending(route.request().url(), route.request().postData()) ? route.abort() : route.fallback(),
          )
        : page.unroute('**/*')
    await page.getByRole('button', { name: /^Slippage/ }).click()
    await page.getByLabel('Bribe', { exact: true }).fill('0.001')
    await page.getByLabel('Amount', { exact: true }).fill('0.1')
    await expect.poll(() => route().textContent()).toMatch(/^bloxroute · MEV guard/)
    const taken = takenBy(bloxroute, dialects.bloxroute).length
    await cut(true)
    const posted: string[] = []
    page.on('request', request => {
      if (isSending(request.url(), request.postData())) posted.push(request.postData() ?? '')
    })
    await page.getByRole('button', { name: `Buy ${token.symbol}` }).click()
    await page.getByText('Trying again.').waitFor()
    await page.reload()
    await cut(false)
    await page.getByRole('status').filter({ hasText: 'Order submitted:' }).waitFor()
    expect(takenBy(bloxroute, dialects.bloxroute)).toHaveLength(taken + 1)
    // The trade before it is not final yet, so the page sends it again, too.
    const encoded = /"encodedTx":"([^"]+)","provider":"bloxroute"/.exec(posted.join())?.[1] ?? expect.fail('not sent')
    const ours = posted.filter(body => body.includes(encoded))
    expect(ours.filter(body => !body.includes('"provider":"bloxroute"'))).toEqual([])
  })

  it('tips in each transaction of a swap, as the preview says, also after a reload between them', async () => {
    const owner = (await walletOn(page)) as Address
    await page.goto(`${server.url}/swap?from=${token.mint}&to=${other.mint}`)
    await page.getByRole('textbox', { name: 'You pay' }).fill('50%')
    await page.getByText('Takes 2 transactions').waitFor()
    const way = page.locator('.swap-stats > div').filter({ hasText: 'Lands through' }).locator('dd')
    await expect.poll(() => way.textContent()).toMatch(/^bloxroute · \d+ ms · MEV guard$/)
    const main = page.getByRole('button', { name: /^Swap .+ for / })
    await main.waitFor()
    await page.getByText('Bribe: to bloxroute').waitFor()
    const tip = figure(await previewOn(page), 'Bribe', 9)
    expect(tip).toBe(2_000_000n)
    const before = await balances(bloxrouteTipAccounts)
    const tipped = async () =>
      (await balances(bloxrouteTipAccounts)).reduce((sum, lamports, i) => sum + lamports - (before[i] ?? 0n), 0n)
    const taken = takenBy(bloxroute, dialects.bloxroute).length
    const takenByJito = takenBy(jito, dialects.jito).length
    // Once the first transaction is out, the page reaches no node, so it signs no second one.
    let isOut = false
    await page.route(/\/rpc|relayer/, async asked => {
      if (isOut) return asked.abort()
      const isSent = asked.request().url().includes('relayer')
      await asked.continue()
      isOut ||= isSent
    })
    await main.click()
    await expect.poll(tipped).toBe(1_000_000n)
    await page.unroute(/\/rpc|relayer/)
    await page.reload()
    const stopped = page.getByRole('region', { name: 'Stopped swap' })
    await stopped.getByText('1 of 2 transactions landed').waitFor()
    await stopped.getByRole('button', { name: /^Swap the rest: / }).click()
    await expect.poll(tipped).toBe(tip)
    expect(await tokensOf(owner, other.mint)).toBeGreaterThan(0n)
    expect(takenBy(bloxroute, dialects.bloxroute)).toHaveLength(taken + 2)
    expect(takenBy(jito, dialects.jito)).toHaveLength(takenByJito)
  })

  it('is shown beyond the signer’s limits with its tip, as the signer reads it', async () => {
    const openPage = (name: string) => page.getByRole('link', { name }).first().click()
    await openPage('Settings')
    await page.locator('#providers').getByRole('switch', { name: 'jito' }).check()
    await page.locator('#providers').getByRole('switch', { name: 'bloxroute' }).uncheck()
    await openPage('Wallets')
    await lockWallets(page)
    await page.getByRole('button', { name: 'Change signer limits' }).click()
    await vaultOn(page).getByLabel('Passphrase').fill(passphrase)
    const window = await vaultWindow(page, () => vaultOn(page).getByLabel('Passphrase').press('Enter'))
    const limits = window.getByRole('dialog', { name: 'Signer limits' })
    await limits.getByLabel('One trade').fill('0.05')
    await limits.getByLabel('Passphrase').fill(passphrase)
    await limits.getByRole('button', { name: 'Set limits' }).click()
    await page.getByText('0.05 SOL', { exact: true }).waitFor()
    await openPage('Discover')
    await page.locator(`a[href="/t/${token.mint}"]`).first().click()
    await page.getByLabel('Amount', { exact: true }).fill('0.1')
    await expect.poll(() => route().textContent()).toMatch(/^jito · MEV guard/)
    const asking = await vaultWindow(page, () => page.getByRole('button', { name: `Buy ${token.symbol}` }).click())
    const tip = asking.getByRole('dialog', { name: 'Check this trade' }).locator('li').filter({ hasText: 'Tip' })
    expect(await tip.locator('data').getAttribute('value')).toBe('-0.001')
  })

  it('never reveals the server’s key, and reports no fault on the console', () => {
    expect(traffic.length).toBeGreaterThan(20)
    expect(traffic.filter(text => text.includes(testKey))).toEqual([])
    // Blocked requests appear on the console, too.
    expect(complaints.filter(text => !text.includes('net::ERR_FAILED'))).toEqual([])
  })
})

const walletOn = async (of: Page) =>
  ((await of.getByTitle(/^Wallet \S{32,44}$/).getAttribute('title')) ?? '').slice('Wallet '.length)

describe('on the practice chain', () => {
  it('the node is the only choice, and the page says why', async () => {
    const practice = await practiceServer()
    await page.goto(`${practice.url}/settings`)
    const card = page.locator('#providers')
    await card.getByText('Practice chain: trades are sent directly.').waitFor()
    await expect.poll(() => card.getByRole('listitem').allTextContents()).toEqual([expect.stringMatching(/^normal/)])
    expect(await card.getByRole('switch').count()).toBe(0)
    await expect.poll(() => page.locator('.footer').textContent()).toMatch(/normal \d+ ms/)
    expect(await page.locator('.footer').textContent()).not.toContain('jito')
  })
})
