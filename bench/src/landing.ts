import { jitoTipAccounts } from '@tern/core/internal/tipAccounts'
import { startPracticeChain } from '@tern/practice-chain'
import { startProxy } from '@tern/practice-chain/proxy'
import type { Page } from 'playwright-core'
import { runServer } from '../../apps/server/test/runningServer.ts'
import { bringWallet } from '../../apps/terminal/test/bringWallet.ts'
import { dialects } from '../../packages/chain/test/dialects.ts'
import { type Dialect, startProviderServer } from '../../packages/chain/test/providerServer.ts'
import { measureSigning } from './messages.ts'
import { measureOutages } from './outages.ts'
import { measureRelayer } from './relayer.ts'
import { percentile, type Target } from './target.ts'
import { openBrowser } from './terminalPage.ts'

export async function* measureLanding(): AsyncGenerator<Target> {
  yield* measureSigning()
  yield* measureClicks()
  yield* measureRelayer()
  yield* measureOutages()
}

const trades = 40
const slotMs = 400
const sol = 1_000_000_000

/** The times of one trade, all by the clock of this machine. */
interface Timed {
  readonly clickedAt: number
  /** When the provider has the whole transaction. */
  readonly arrivedAt: number
  /** When the node itself reports the transaction as confirmed. */
  readonly confirmedAt: number
  /** When the page shows the trade as confirmed. */
  readonly shownAt: number
}

/** Buys through a provider from a token's page: first undisturbed, then while the node drops every socket. */
async function* measureClicks(): AsyncGenerator<Target> {
  const chain = await startPracticeChain({ slotMs })
  const token = chain.world.find(({ stage }) => stage === 'pool')
  if (token === undefined) throw new RangeError('an empty world')
  const node = await startProxy({ upstream: chain.rpcUrl, subscriptions: chain.wsUrl })
  const confirmations = await followConfirmations(chain.wsUrl)
  const arrivals = new Map<string, number>()
  const send = (method: string, ...params: unknown[]) =>
    fetch(chain.rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
  const handingOn: Dialect = {
    ...dialects.jito,
    accept(signature, seen) {
      if (!arrivals.has(signature)) arrivals.set(signature, Date.now())
      confirmations.expect(signature)
      const found = dialects.jito.transactionOf(seen)
      if ('encoded' in found) void send('sendTransaction', found.encoded, { encoding: 'base64', skipPreflight: true })
      return dialects.jito.accept(signature, seen)
    },
  }
  const jito = await startProviderServer(handingOn)
  const server = await runServer({
    RPC_URL: node.rpcUrl,
    RPC_WS_URL: node.wsUrl,
    POOLS: token.pool,
    PROVIDERS: 'jito',
    JITO_ENDPOINTS: jito.url,
  })
  const browser = await openBrowser()
  try {
    // A tip could not land in an account that holds nothing: it would leave the account below the rent minimum.
    for (const account of jitoTipAccounts) await send('requestAirdrop', account, 890_880)
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
    await page.addInitScript(watchTrades)
    await send('requestAirdrop', await bringWallet(page, server.url), 10 * sol)
    await page.getByRole('link', { name: 'Discover' }).first().click()
    await page.locator(`a[href="/t/${token.mint}"]`).first().click()
    const buy = async (): Promise<Timed> => {
      // A user does not click while the page still reads the balances after the last trade.
      await page.waitForTimeout(500)
      await page.getByLabel('Amount', { exact: true }).fill('0.01')
      await page.getByRole('button', { name: `Buy ${token.symbol}` }).click({ timeout: 60_000 })
      const { signature, clickedAt, shownAt } = await nextTrade(page)
      const [arrivedAt, confirmedAt] = [arrivals.get(signature), await confirmations.of(signature)]
      if (arrivedAt === undefined) throw new RangeError(`the provider was not sent ${signature}`)
      return { clickedAt, arrivedAt, confirmedAt, shownAt }
    }
    // The first two trades create accounts, and load the code that trades need.
    for (let n = 0; n < 2; n++) await buy()
    const well = await times(trades, buy)
    const toProvider = well.map(({ clickedAt, arrivedAt }) => arrivedAt - clickedAt)
    yield {
      name: 'click to provider, p95',
      unit: 'ms',
      value: percentile(toProvider, 95),
      detail: `${spread(toProvider)}: signed in the vault, kept in the journal, through the server, whole at the provider`,
      target: 50,
      is: 'atMost',
    }
    yield confirmed('confirmed to screen, p95', well, slotMs)
    node.set({ dropSockets: true })
    yield confirmed('confirmed to screen without a socket, p95', await times(trades / 2, buy), 2_500)
  } finally {
    await browser.close()
    await server.remove()
    confirmations.close()
    await Promise.all([jito.close(), node.close()])
    await chain.close()
  }
}

function confirmed(name: string, timed: readonly Timed[], target: number): Target {
  const took = timed.map(({ confirmedAt, shownAt }) => shownAt - confirmedAt)
  const wholeTrades = timed.map(({ clickedAt, shownAt }) => shownAt - clickedAt)
  const detail = `${spread(took)}; from the click ${spread(wholeTrades)}, slots of ${slotMs} ms`
  return { name, unit: 'ms', value: percentile(took, 95), detail, target, is: 'atMost' }
}

const spread = (values: readonly number[]) =>
  `${values.length} trades, median ${percentile(values, 50).toFixed(0)}, slowest ${Math.max(...values).toFixed(0)} ms`

async function times<T>(count: number, act: () => Promise<T>): Promise<readonly T[]> {
  const all: T[] = []
  for (let n = 0; n < count; n++) all.push(await act())
  return all
}

/** Subscribes at the chain itself, without the node that is measured in between. */
async function followConfirmations(wsUrl: string) {
  const socket = new WebSocket(wsUrl)
  await new Promise(resolve => socket.addEventListener('open', resolve, { once: true }))
  const asked: string[] = []
  const bySubscription = new Map<number, string>()
  const known = new Map<string, number>()
  const waiting = new Map<string, (at: number) => void>()
  socket.addEventListener('message', ({ data }) => {
    const { id, result, params } = JSON.parse(data)
    if (typeof id === 'number') return void bySubscription.set(result, asked[id] ?? '')
    const signature = bySubscription.get(params?.subscription)
    if (signature === undefined) return
    const at = Date.now()
    known.set(signature, at)
    waiting.get(signature)?.(at)
  })
  return {
    expect(signature: string) {
      if (asked.includes(signature)) return
      const id = asked.push(signature) - 1
      const params = [signature, { commitment: 'confirmed' }]
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'signatureSubscribe', params }))
    },
    of: async (signature: string) =>
      known.get(signature) ?? new Promise<number>(resolve => waiting.set(signature, resolve)),
    close: () => socket.close(),
  }
}

type Shown = Pick<Timed, 'clickedAt' | 'shownAt'> & { readonly signature: string }

/** Waits for the next trade that the page shows as confirmed. @throws TypeError if the page shows any other outcome. */
async function nextTrade(page: Page): Promise<Shown> {
  const shown = await page.waitForFunction(
    () => {
      const [failed] = document.querySelectorAll('.toast.failed, .toast.unknown')
      return failed?.textContent ?? (globalThis as unknown as { trades: Shown[] }).trades.shift()
    },
    undefined,
    { timeout: 90_000, polling: 50 },
  )
  const ended = (await shown.jsonValue()) as Shown | string
  if (typeof ended === 'string') throw new TypeError(`a trade was not confirmed: ${ended}`)
  return ended
}

/**
 * Runs in the page before the page's own scripts. It records each click, and the frame in which a toast calls its trade
 * confirmed.
 */
function watchTrades(): void {
  const trades: Shown[] = []
  const seen = new Set<string>()
  let clickedAt = 0
  const click = ({ timeStamp }: Event) => {
    clickedAt = Date.now() - (performance.now() - timeStamp)
  }
  addEventListener('click', click, true)
  const look = () => {
    for (const data of document.querySelectorAll<HTMLDataElement>('.toast.confirmed b > data')) {
      if (seen.has(data.value)) continue
      seen.add(data.value)
      requestAnimationFrame(() => trades.push({ signature: data.value, clickedAt, shownAt: Date.now() }))
    }
  }
  // An observer, because a loop of `requestAnimationFrame` would make the browser draw frames while a trade is on its
  // way.
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributeFilter: ['class'] })
  Object.assign(globalThis, { trades })
}
