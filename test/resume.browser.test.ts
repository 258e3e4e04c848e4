import { compileMessage, createAssociatedAccountInstruction, sendTransaction } from '@tern/chain'
import { type Client, createClient } from '@tern/client'
import { type Address, associatedTokenAddress, keyPairOwner, rentExemption, tokenProgram } from '@tern/core'
import { type PracticeChain, startPracticeChain } from '@tern/practice-chain'
import { type ProxiedCall, type RpcProxy, startProxy } from '@tern/practice-chain/proxy'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type RunningServer, runServer } from '../apps/server/test/runningServer.ts'
import { fileOf } from '../apps/terminal/test/bundleSizes.ts'
import { bringWallet, passphrase, trade, vaultOn, vaultWindow } from './onPage.ts'
import { closePages, openBrowser } from './openBrowser.ts'
import { passSlots } from './practiceRpc.ts'
import { isProof } from './proof.ts'
import { goOn, isStopped, makeStoppable, type Step, stopAt } from './stoppable.ts'

let chain: PracticeChain
let proxy: RpcProxy
let client: Client
let server: RunningServer
let browser: Browser
beforeAll(async () => {
  // At 600 ms a slot, a transaction can land for 90 s, even on a busy machine. Tests that wait for its end let slots pass.
  ;[chain, browser] = await Promise.all([startPracticeChain({ slotMs: 600 }), openBrowser()])
  proxy = await startProxy({ upstream: chain.rpcUrl, subscriptions: chain.wsUrl, random: evenly(), onCall: count })
  client = createClient({ rpc: chain.rpcUrl, owner: await keyPairOwner(chain.marketMaker) })
  const pools = chain.world.filter(({ stage }) => stage === 'pool').map(({ pool }) => pool)
  server = await runServer({ RPC_URL: proxy.rpcUrl, RPC_WS_URL: proxy.wsUrl, POOLS: pools.slice(0, 1).join() })
})
afterAll(async () => {
  await closePages()
  await server?.remove()
  client?.chain.close()
  await proxy?.close()
  await chain?.close()
})

/** Returns numbers that cover 0 to 1 evenly: any few in a row contain each share in proportion. */
function evenly(): () => number {
  let at = 0
  return () => {
    at = (at + Math.SQRT2) % 1
    return at
  }
}

/** Breaks the connection between server and chain, until the next page has reported its findings. */
function spoil() {
  // Cuts all sockets.
  proxy.set({ dropSockets: true })
  proxy.set({ dropSockets: false, lagMs: 200, refuseShare: 0.1, truncateShare: 0.1 })
}
const mend = () => proxy.set({ lagMs: 0, refuseShare: 0, truncateShare: 0 })
let failed = 0
const count = ({ verdict }: ProxiedCall) => {
  if (verdict === 'failed') failed++
}

/** Tests if a request sends a transaction. */
const isSending = (url: string, body: string | null) =>
  url.endsWith('/api/spot/relayer') || (url.endsWith('/rpc') && body?.includes('"sendTransaction"') === true)

/** Drops everything that the page sends, and counts the attempts. */
async function cutOff(context: BrowserContext) {
  let attempts = 0
  await context.route('**/*', async route => {
    if (!isSending(route.request().url(), route.request().postData())) return route.fallback()
    attempts++
    return route.abort()
  })
  return { attempts: () => attempts, mend: () => context.unroute('**/*') }
}

const sol = 1_000_000_000n
const lamportsOf = async (address: Address) =>
  (await client.chain.readAccounts([address], { maxAgeMs: 0 })).get(address)?.lamports ?? 0n

interface Visitor {
  readonly context: BrowserContext
  readonly page: Page
  readonly owner: Address
  /** Another tab. */
  readonly keeper?: Page
  readonly isLocked: boolean
}

/** Opens a page with a wallet that holds 5 SOL, and another tab if the test needs it. */
async function newVisitor({ hasKeeper = false } = {}): Promise<Visitor> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await makeStoppable(context)
  const page = await context.newPage()
  const owner = await bringWallet(page, server.url)
  const keeper = hasKeeper ? await context.newPage() : undefined
  await keeper?.goto(server.url)
  await page.bringToFront()
  const wanted = (5n * sol) as Parameters<typeof client.chain.rpc.requestAirdrop>[1]
  await client.chain.rpc.requestAirdrop(owner, wanted).send()
  await vi.waitUntil(async () => (await lamportsOf(owner)) === 5n * sol, { timeout: 100_000 })
  return { context, page, owner, ...(keeper && { keeper }), isLocked: false }
}

async function goToBuy(page: Page) {
  await page.getByRole('link', { name: 'Discover' }).first().click()
  await page.locator('a[href^="/t/"]').first().click()
  await page.getByRole('tab', { name: 'Buy' }).click()
  await page.getByLabel('Amount', { exact: true }).fill('0.1')
  await buyButton(page).waitFor()
}
const buyButton = (page: Page) => page.getByRole('button', { name: /^Buy [A-Z0-9]+$/ })

async function readyToBuy(): Promise<Visitor> {
  const visitor = await newVisitor()
  await goToBuy(visitor.page)
  return visitor
}

const notices = (page: Page) =>
  page.evaluate(() => Object.values(JSON.parse(localStorage.getItem('trade-transaction-notifies') ?? '{}')))

/** Tests if the page's journal holds a transaction without a final outcome. The page may send it again. */
const isFollowing = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('tern-sent')
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    const outcomes = await new Promise<readonly { status: string; isFinal?: boolean }[]>((resolve, reject) => {
      const reading = database.transaction('sent').objectStore('sent').getAll()
      reading.onsuccess = () => resolve(reading.result.map(({ outcome }) => outcome))
      reading.onerror = () => reject(reading.error)
    })
    database.close()
    return outcomes.some(({ status, isFinal }) => status !== 'expired' && isFinal !== true)
  })

/** Makes the sent transactions final, and waits until the page has noted that. */
async function settled(page: Page): Promise<void> {
  await passSlots(chain, 40)
  const isSettled = async () => (await notices(page)).length === 0 && !(await isFollowing(page))
  await vi.waitUntil(isSettled, { timeout: 100_000, interval: 50 })
}

describe.concurrent('a trade that was signed', () => {
  it.runIf(isProof)(
    'F31 F34 outlives the page: an unsent trade goes out after a reload, and its outcome is reported',
    async () => {
      const { context, page } = await readyToBuy()
      const cut = await cutOff(context)
      await page.getByRole('button', { name: /^Buy \S+$/ }).click()
      await page.getByText('Both direct and relay transactions failed. Trying again.').waitFor()
      const [notice] = await notices(page)
      expect(notice).toMatchObject({
        address: expect.any(String),
        signatures: [expect.any(String)],
        timestamp: expect.any(Number),
      })
      await page.reload()
      // No second trade while the first may still land.
      await page.getByRole('button', { name: 'Waiting for the last transaction' }).waitFor()
      await cut.mend()
      await page.getByRole('status').filter({ hasText: 'Order submitted:' }).waitFor()
      await page.getByRole('button', { name: 'Waiting for the last transaction' }).waitFor({ state: 'detached' })
      await settled(page)
      await page.reload()
      await page.waitForTimeout(2_000)
      expect(
        await page
          .getByRole('status')
          .filter({ hasText: /Order submitted:|Sending/ })
          .count(),
      ).toBe(0)
      await context.close()
    },
  )

  it.runIf(isProof)(
    'F32 is followed by the tab that sent it, and by another tab after that tab has closed',
    async () => {
      const { context, page } = await readyToBuy()
      const cut = await cutOff(context)
      await page.getByRole('button', { name: /^Buy \S+$/ }).click()
      await page.getByText('Both direct and relay transactions failed. Trying again.').waitFor()
      const other = await context.newPage()
      await other.goto(server.url)
      await other.waitForTimeout(3_000)
      const sending = (tab: Page) => tab.getByRole('status').filter({ hasText: 'Sending' })
      expect(await sending(other).count()).toBe(0)
      // After the reload the page takes the trade up again.
      await page.reload()
      await sending(page).waitFor()
      expect(await sending(other).count()).toBe(0)
      await page.close()
      await cut.mend()
      await other.getByRole('status').filter({ hasText: 'Order submitted:' }).waitFor()
      await context.close()
    },
  )
})

describe('a page whose browser hinders it', () => {
  it.runIf(isProof)('F31 F34 takes up a sent trade once it can load the code for it', async () => {
    const { context, page } = await readyToBuy()
    const cut = await cutOff(context)
    await buyButton(page).click()
    await page.getByText('Both direct and relay transactions failed. Trying again.').waitFor()
    const asked = { resumeSent: 0, followResumed: 0 }
    for (const part of ['resumeSent', 'followResumed'] as const)
      await context.route(`**/${fileOf(`src/data/landing/${part}.ts`)}`, route =>
        asked[part]++ === 0 ? route.abort() : route.continue(),
      )
    await page.reload()
    await cut.mend()
    await page.getByRole('status').filter({ hasText: 'Order submitted:' }).waitFor()
    expect(Math.min(asked.resumeSent, asked.followResumed)).toBeGreaterThan(1)
    await context.close()
  })

  it.runIf(isProof)('F36 writes a trade down after the browser’s storage was cleared and closed', async () => {
    const { context, page } = await readyToBuy()
    const signatures: string[] = []
    await trade(page, /^Buy [A-Z0-9]+$/, signatures)
    const devtools = await context.newCDPSession(page)
    const { origin } = new URL(server.url)
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' })
    await page.getByLabel('Amount', { exact: true }).fill('0.1')
    await trade(page, /^Buy [A-Z0-9]+$/, signatures)
    expect(new Set(signatures).size).toBe(2)
    await context.close()
  })
})

/** Unlocks the wallet if a crash or another tab has locked it. */
async function unlocked({ page, isLocked }: Visitor): Promise<void> {
  await page.getByTitle(isLocked ? /^Wallet .*, locked$/ : /^Wallet \w+$/).waitFor()
  if (!isLocked) return
  await page.getByRole('button', { name: 'Unlock', exact: true }).first().click()
  await vaultOn(page).getByLabel('Passphrase').fill(passphrase)
  await page.keyboard.press('Enter')
  await page.getByTitle(/^Wallet \w+$/).waitFor()
}

/** Ways to leave a page. Each returns the page that follows at the same address. */
const leavings = {
  async reloaded(visitor: Visitor): Promise<Visitor> {
    await visitor.page.reload()
    return visitor
  },
  /** Ends the signer, too. The other tab may share the process or not, so it is closed in any case. */
  async crashed(visitor: Visitor): Promise<Visitor> {
    const { context, page, keeper } = visitor
    await keeper?.close()
    const url = page.url()
    const gone = page.waitForEvent('crash')
    await page.goto('chrome://crash').catch(() => undefined)
    await gone
    const next = await context.newPage()
    await page.close()
    await next.goto(url)
    return { context, page: next, owner: visitor.owner, isLocked: true }
  },
}

/** Returns the signatures of the wallet's transactions on the chain, oldest first. */
async function made(owner: Address): Promise<readonly string[]> {
  const found = await client.chain.rpc.getSignaturesForAddress(owner, { commitment: 'confirmed' }).send()
  return found.map(({ signature }) => String(signature)).reverse()
}

const toasts = (page: Page) => page.getByRole('status').filter({ hasText: /Order submitted:|Sending|Withdr/ })

describe('a page that is left', () => {
  let visitor: Visitor
  let before: readonly string[]
  beforeAll(async () => {
    visitor = await newVisitor({ hasKeeper: true })
    await goToBuy(visitor.page)
    before = await made(visitor.owner)
  })
  afterAll(() => visitor?.context.close())

  /** Leaves the page while the connection is broken. The next page has to cope until it is mended. */
  async function leave(how: keyof typeof leavings) {
    spoil()
    visitor = await leavings[how](visitor)
  }

  async function load(path: string) {
    await visitor.page.goto(`${server.url}${path}`)
  }

  async function open() {
    await unlocked(visitor)
    visitor = { ...visitor, isLocked: false }
  }

  /** Presses Buy, leaves the page at a step, and waits until the next page has reported its findings. */
  async function leaveAt(step: Step | 'confirmed', how: keyof typeof leavings) {
    const { page } = visitor
    await open()
    // Removes the toasts of the trade before.
    for (const dismiss of await page.getByRole('button', { name: 'Dismiss' }).all()) await dismiss.click()
    await page.getByLabel('Amount', { exact: true }).fill('0.1')
    await buyButton(page).waitFor()
    // The page asks about earlier transactions until they are final.
    if (step === 'confirm') await settled(page)
    if (step !== 'confirmed') await stopAt(page, step)
    await buyButton(page).click()
    await toasts(page).first().waitFor()
    if (step === 'confirmed') await toasts(page).filter({ hasText: 'Order submitted:' }).waitFor()
    else await isStopped(page)
    await leave(how)
  }

  it('F36 is not sent if the browser stores nothing, and the page says so', async () => {
    const { context, page, owner } = visitor
    const cut = await cutOff(context)
    await page.evaluate(() => {
      for (const method of ['add', 'put'] as const)
        IDBObjectStore.prototype[method] = () => {
          throw new DOMException('The disk is full', 'QuotaExceededError')
        }
    })
    await buyButton(page).click()
    await page.getByText('Not sent: the transaction could not be saved first').waitFor()
    expect([cut.attempts(), await made(owner)]).toEqual([0, before])
    await cut.mend()
    await page.reload()
    await page.getByLabel('Amount', { exact: true }).fill('0.1')
    await buyButton(page).waitFor()
  })

  it('F38 neither signs, writes down nor sends anything once another tab has locked the wallet', async () => {
    const { page, keeper, owner } = visitor
    await stopAt(page, 'sign')
    await buyButton(page).click()
    await isStopped(page)
    await keeper?.keyboard.press('Shift+L')
    await page.getByTitle(/^Wallet .*, locked$/).waitFor()
    visitor = { ...visitor, isLocked: true }
    await goOn(page)
    await page.getByRole('alert').filter({ hasText: 'The wallet is locked' }).getByText('Nothing was sent.').waitFor()
    expect([await toasts(page).count(), await notices(page), await made(owner)]).toEqual([0, [], before])
  })

  const ways = isProof ? (['reloaded', 'crashed'] as const) : (['crashed'] as const)
  it.each(ways)('F31 F38 before it has signed, or noted the signed transaction, has sent nothing: %s', async how => {
    for (const step of isProof ? (['sign', 'note'] as const) : (['note'] as const)) {
      await leaveAt(step, how)
      const { page, owner } = visitor
      await open()
      mend()
      // No trade is pending, so the page waits for nothing.
      await page.getByLabel('Amount', { exact: true }).fill('0.1')
      await buyButton(page).waitFor()
      expect([await toasts(page).count(), await notices(page), await made(owner)]).toEqual([0, [], before])
    }
  })

  it.each(ways)(
    'F31 before it has sent, asked, or seen that it is final, loses nothing and sends once: %s',
    async how => {
      for (const step of isProof ? (['send', 'confirm'] as const) : (['send'] as const)) {
        await leaveAt(step, how)
        const { page, owner } = visitor
        const toast = toasts(page).filter({ hasText: 'Order submitted:' })
        await toast.waitFor()
        const signature = await toast.locator('b > data').getAttribute('value')
        await expect.poll(() => made(owner)).toEqual([...before, signature])
        before = await made(owner)
        mend()
        await open()
        await page.getByLabel('Amount', { exact: true }).fill('0.1')
        await buyButton(page).waitFor()
      }
      await leaveAt('confirmed', how)
      const { page, owner } = visitor
      await expect.poll(async () => (await made(owner)).length).toBe(before.length + 1)
      before = await made(owner)
      mend()
      await settled(page)
      expect(await toasts(page).count()).toBe(0)
    },
  )

  it('F31 F32 sends a withdrawal once, too, and reports its outcome', async () => {
    const { owner } = visitor
    const recipient = client.owner?.address ?? expect.fail('no owner')
    const steps = [
      ['send', sol / 4n],
      ['note', 0n],
      ['confirm', sol / 4n],
    ] as const
    for (const [step, arrives] of isProof ? steps : steps.slice(0, 1)) {
      const { page } = visitor
      await load('/wallets')
      await open()
      await page.getByRole('button', { name: /^Withdraw from / }).click()
      const dialog = page.getByRole('dialog', { name: /^Withdraw from / })
      await dialog.getByLabel('To', { exact: true }).fill(recipient)
      await dialog.getByLabel('Amount').fill('0.25')
      const window = await vaultWindow(page, () => dialog.getByRole('button', { name: 'Check the withdrawal' }).click())
      const check = window.getByRole('dialog', { name: 'Check this withdrawal' })
      await check.getByLabel('Type the last 4 characters of the address').fill(recipient.slice(-4))
      await check.getByLabel('Passphrase').fill(passphrase)
      // The page asks about earlier transactions until they are final.
      await settled(page)
      await stopAt(page, step)
      const had = await lamportsOf(recipient)
      await check.getByRole('button', { name: 'Withdraw 0.25000 SOL' }).click()
      await isStopped(page)
      await leave('reloaded')
      const next = visitor.page
      if (arrives > 0n) await toasts(next).filter({ hasText: 'Withdrew 0.25000 SOL' }).waitFor()
      else await expect.poll(() => next.evaluate(() => `${Object.keys(localStorage)}`)).not.toContain('tern-underway')
      expect((await lamportsOf(recipient)) - had).toBe(arrives)
      expect(await made(owner)).toHaveLength(before.length + (arrives > 0n ? 1 : 0))
      before = await made(owner)
      mend()
    }
    const { page } = visitor
    await page.goto(`${server.url}/activity`)
    await page
      .getByText('Sent SOL')
      .nth(isProof ? 1 : 0)
      .waitFor()
  })

  it.runIf(isProof)(
    'F31 F37 between the transactions of a reclaim stops it, and it resumes with the transactions that have not landed',
    async () => {
      const { owner } = visitor
      const mints = chain.world.filter(token => token.program === tokenProgram).map(({ mint }) => mint)
      const accounts = await openEmptyAccounts(owner, mints.slice(1, 22))
      const rent = rentExemption(165) * 21n
      before = await made(owner)
      const had = await lamportsOf(owner)
      const line = () =>
        visitor.page
          .getByRole('listitem')
          .filter({ hasText: 'Reclaim rent' })
          .filter({ hasText: /stopped at/ })

      await load('/portfolio')
      await open()
      await settled(visitor.page)
      await stopAt(visitor.page, 'note', 1)
      await visitor.page.getByRole('button', { name: /^Reclaim / }).click()
      await isStopped(visitor.page)
      await leave('reloaded')
      await load('/activity')
      await open()
      await line().getByText('stopped at 2 of 3').waitFor()
      await line().getByText('Step 1 will be skipped.').waitFor()
      mend()
      expect(await made(owner)).toHaveLength(before.length + 1)

      await stopAt(visitor.page, 'send')
      await line().getByRole('button', { name: 'Resume from step 2' }).click()
      await isStopped(visitor.page)
      await leave('crashed')
      await line().getByText('stopped at 3 of 3').waitFor()
      await line().getByText('Steps 1 and 2 will be skipped.').waitFor()
      mend()
      expect(await made(owner)).toHaveLength(before.length + 2)

      await line().getByRole('button', { name: 'Unlock to resume from step 3' }).click()
      await vaultOn(visitor.page).getByLabel('Passphrase').fill(passphrase)
      await visitor.page.keyboard.press('Enter')
      await line().getByRole('button', { name: 'Resume from step 3', exact: true }).click()
      await visitor.page.getByText('21 accounts closed').waitFor()
      await line().waitFor({ state: 'detached' })
      expect(await made(owner)).toHaveLength(before.length + 3)
      expect((await lamportsOf(owner)) - had).toBe(rent - 3n * 5_000n)
      const left = await client.chain.readAccounts(accounts, { maxAgeMs: 0 })
      expect([...left.values()].filter(account => account !== null)).toEqual([])
      expect(failed).toBeGreaterThan(0)
    },
  )
})

/** Opens empty token accounts of a wallet. The market maker pays. */
async function openEmptyAccounts(owner: Address, mints: readonly Address[]): Promise<readonly Address[]> {
  const payer = client.owner ?? expect.fail('no owner')
  const addresses = await Promise.all(mints.map(mint => associatedTokenAddress(owner, mint, tokenProgram)))
  const opening = mints.map((mint, i) =>
    createAssociatedAccountInstruction({
      ...{ address: addresses[i] ?? expect.fail('no address'), owner, mint, tokenProgram },
      payer: payer.address,
    }),
  )
  for (let at = 0; at < opening.length; at += 7) {
    const lifetime = await client.chain.readBlockhash()
    const message = compileMessage({ feePayer: payer.address, lifetime, instructions: opening.slice(at, at + 7) })
    const [signed] = await payer.signTransactions([message])
    if (signed === undefined) expect.fail('not signed')
    expect((await sendTransaction(client.chain, signed, { providers: client.providers })).status).toBe('confirmed')
  }
  return addresses
}
