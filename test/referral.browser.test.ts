import { createClient } from '@tern/client'
import { parseAmount } from '@tern/core'
import { type PracticeChain, startPracticeChain } from '@tern/practice-chain'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type RunningServer, runServer } from '../apps/server/test/runningServer.ts'
import { bringWallet, figure, trade } from './onPage.ts'
import { closePages, listenTo, openBrowser } from './openBrowser.ts'
import { passSlots, practiceRpc } from './practiceRpc.ts'
import { isStopped, makeStoppable, stopAt } from './stoppable.ts'

const feeWallet = 'Hb2HDX6tnRfw5j442npy58Z2GBzJA58Nz7ipouWGT63p'

let chain: PracticeChain
let server: RunningServer
let browser: Browser
const complaints: string[] = []
const { procedure } = practiceRpc(() => server.port)

beforeAll(async () => {
  ;[chain, browser] = await Promise.all([startPracticeChain(), openBrowser()])
  await fill(feeWallet, 1_000_000_000n)
  server = await runServer({
    RPC_URL: chain.rpcUrl,
    RPC_WS_URL: chain.wsUrl,
    POOLS: chain.world
      .flatMap(({ stage, pool }) => (stage === 'pool' ? pool : []))
      .slice(0, 1)
      .join(),
    FEE_WALLET: feeWallet,
    REFERRAL_SHARE_BPS: '2500',
  })
})
afterAll(async () => {
  await closePages()
  await server?.remove()
  await chain?.close()
})

async function fill(wallet: string, lamports: bigint) {
  const client = createClient({ rpc: chain.rpcUrl })
  const [to, amount] = [wallet, lamports] as unknown as Parameters<typeof client.chain.rpc.requestAirdrop>
  await client.chain.rpc.requestAirdrop(to, amount).send()
  await vi.waitUntil(async () => (await client.chain.rpc.getBalance(to).send()).value === lamports, {
    timeout: 100_000,
  })
  client.chain.close()
}

interface Earned {
  readonly earnedLamports: string
  readonly openLamports: string
}

/** Opens a new user's browser. */
async function newVisitor(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await makeStoppable(context)
  listenTo(context, complaints)
  return context.newPage()
}

/** Reads the logs of a transaction's programs from the chain. */
async function logsOf(signature: string | undefined): Promise<readonly string[]> {
  const client = createClient({ rpc: chain.rpcUrl })
  const name = signature as Parameters<typeof client.chain.rpc.getTransaction>[0]
  const how = { commitment: 'confirmed', maxSupportedTransactionVersion: 0, encoding: 'json' } as const
  const found = await client.chain.rpc.getTransaction(name, how).send()
  client.chain.close()
  return found?.meta?.logMessages ?? []
}

const card = (page: Page) => page.getByRole('region', { name: 'Referral' })
const shown = async (page: Page, label: string) =>
  card(page).locator('dl > div').filter({ hasText: label }).locator('dd').textContent()

/** Makes a page's wallet a referrer. @returns the link that the page copies. */
async function linkOf(referrer: Page): Promise<string> {
  await referrer.getByRole('link', { name: 'Portfolio' }).first().click()
  await card(referrer).getByRole('button', { name: 'Get my link' }).click()
  await card(referrer).getByRole('button', { name: 'Copy link' }).click()
  return referrer.evaluate(() => navigator.clipboard.readText())
}

describe('a link that is shared', () => {
  it('F31 brings its owner a share of the fees of its visitors, also if a visitor left the page before it reported a trade', async () => {
    const [referrer, trader] = await Promise.all([newVisitor(), newVisitor()])
    const owner = await bringWallet(referrer, server.url)
    const link = await linkOf(referrer)
    expect(link).toMatch(new RegExp(`^${server.url}/\\?ref=[2-9a-z]{8}$`))

    await trader.goto(link)
    await expect.poll(() => trader.url()).not.toContain('ref=')
    await fill(await bringWallet(trader, server.url), 10_000_000_000n)
    await trader.getByRole('link', { name: 'Discover' }).first().click()
    await trader.locator('a[href^="/t/"]').first().click()
    await trader.getByLabel('Amount', { exact: true }).fill('1')
    const code = link.slice(-8)
    const preview = trader.locator('.preview')
    await expect.poll(() => preview.textContent()).toContain(`invited by ${code}`)
    const signatures: string[] = []
    const promised = await trade(trader, /^Buy \S+$/, signatures)
    const fee = figure(promised, 'Trade fee 1%', 9)
    expect(fee).toBe(10_000_000n)
    expect(await logsOf(signatures.at(-1))).toContain(`Program log: tern:ref:${code}`)

    // Activity lists it apart from the other costs of the trade.
    await trader.getByRole('link', { name: 'Activity' }).first().click()
    const lines = trader.getByRole('region', { name: 'Transactions' }).locator('ul.transactions > li')
    await lines.getByRole('button', { name: /^Buy / }).first().click()
    const row = lines
      .first()
      .locator('dl > div')
      .filter({ hasText: /^Trade fee/ })
    await expect.poll(() => row.locator('dd').textContent()).toMatch(/^0\.010*\sSOL$/)

    // If the page cannot report a final trade to the server, it only logs that, and the next page reports it.
    await trader.goBack()
    await trader.getByLabel('Amount', { exact: true }).fill('1')
    expect(complaints.splice(0)).toEqual([])
    await trader.context().route(/referral\./, route => route.abort())
    const untold = await trade(trader, /^Buy \S+$/, signatures)
    await passSlots(chain, 40)
    await vi.waitUntil(() => trader.evaluate(isLastFinal), { timeout: 100_000 })
    await trader.context().unroute(/referral\./)
    expect(complaints.splice(0).filter(one => !/ERR_FAILED|referral server did not receive it/.test(one))).toEqual([])

    await trader.getByLabel('Amount', { exact: true }).fill('1')
    await stopAt(trader, 'notify')
    const second = await trade(trader, /^Buy \S+$/, signatures)
    await isStopped(trader)
    const feeOf = (preview: typeof second) => figure(preview, 'Trade fee 1%', 9)
    const share = (fee + feeOf(untold) + feeOf(second)) / 4n
    const earned = () => procedure<Earned>('referral.earned', { owner })
    const brought = async () => {
      const { earnedLamports, openLamports } = await earned()
      return BigInt(earnedLamports) + BigInt(openLamports)
    }
    await expect.poll(brought).toBe(fee / 4n)
    await trader.reload()
    await expect.poll(brought).toBe(share)
    await expect.poll(() => trader.evaluate(() => localStorage.getItem('trade-transaction-notifies'))).toBe('{}')
    await passSlots(chain, 40)
    // The server looks for final trades every 15 s.
    await expect.poll(earned).toMatchObject({ trades: 3, openLamports: '0' })
    await referrer.reload()
    await expect.poll(async () => parseAmount((await shown(referrer, 'Earned'))?.split(' ')[0] ?? '0', 9)).toBe(share)
    expect([await shown(referrer, 'Traders'), await shown(referrer, 'Trades')]).toEqual(['1', '3'])

    // The server knows the wallet's referrer from now on, so its trades need not name them.
    const isAsked = trader.waitForResponse(response => response.url().includes('referral.wouldBind'))
    await trader.reload()
    await trader.getByLabel('Amount', { exact: true }).fill('1')
    await isAsked
    await trader.getByLabel('Amount', { exact: true }).fill('0.9')
    const later = await trade(trader, /^Buy \S+$/, signatures)
    expect((await logsOf(signatures.at(-1))).join()).not.toContain('tern:ref:')
    await expect.poll(brought).toBe(share + feeOf(later) / 4n)
    expect(complaints).toEqual([])
  })

  it('F31 brings its owner a share of the fee of a swap', async () => {
    const [referrer, trader] = await Promise.all([newVisitor(), newVisitor()])
    const owner = await bringWallet(referrer, server.url)
    const link = await linkOf(referrer)
    await trader.goto(link)
    await expect.poll(() => trader.url()).not.toContain('ref=')
    await fill(await bringWallet(trader, server.url), 10_000_000_000n)
    const [token] = await procedure<readonly { readonly mint: string; readonly symbol: string }[]>('tokens.list')
    await trader.goto(`${server.url}/swap?to=${token?.mint}`)
    await trader.getByLabel('You pay', { exact: true }).fill('1')
    const signatures: string[] = []
    const promised = await trade(trader, `Swap 1 SOL for ${token?.symbol}`, signatures)
    const fee = figure(promised, 'Trade fee 1%', 9)
    expect(fee).toBeGreaterThan(9_000_000n)
    expect(await logsOf(signatures.at(-1))).toContain(`Program log: tern:ref:${link.slice(-8)}`)

    const earned = () => procedure<Earned>('referral.earned', { owner })
    const brought = async () => {
      const { earnedLamports, openLamports } = await earned()
      return BigInt(earnedLamports) + BigInt(openLamports)
    }
    await expect.poll(brought).toBe(fee / 4n)
    await passSlots(chain, 40)
    // The server looks for final trades every 15 s.
    await expect.poll(earned).toMatchObject({ trades: 1, openLamports: '0' })
    await referrer.reload()
    await expect.poll(() => shown(referrer, 'Earned')).toMatch(/[1-9]/)
    expect([await shown(referrer, 'Traders'), await shown(referrer, 'Trades')]).toEqual(['1', '1'])
    expect(complaints).toEqual([])
  })
})

/** Runs in the page. Tests if the journal knows the outcome of every trade, and if the last trade landed. */
function isLastFinal(): Promise<boolean> {
  interface Sent {
    readonly timestamp: number
    readonly outcome: { readonly status: string; readonly isFinal?: boolean }
  }
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('tern-sent')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const reading: IDBRequest<Sent[]> = opening.result.transaction('sent').objectStore('sent').getAll()
      reading.onsuccess = () => {
        const last = reading.result.sort((a, b) => a.timestamp - b.timestamp).at(-1)
        opening.result.close()
        resolve(last?.outcome.status === 'confirmed' && last.outcome.isFinal === true)
      }
    }
  })
}
