import { type FaultPlan, type NodeState, nodeStateAt, type Sending, socketStateAt } from '@tern/chain/faultPlans'
import { decodeBase64, encodeBase58 } from '@tern/core'
import type { BrowserContext, Route } from 'playwright-core'

/** A plan that is played to the pages of a browser. */
export interface PlayedFaults {
  /** Its time begins. Before that nothing is wrong. */
  begin(): void
  /** The different transactions that a page has tried to send. */
  readonly signatures: ReadonlySet<string>
}

const slotMs = 400

/**
 * Stands between the pages of `context` and their server, and does what `plan` says: to each node by its place, `/rpc/1` being the
 * first; to what is sent, by node or relayer, what the providers do with it, one way after the other. Not played: lives, halts,
 * forks and crashes, which are the chain's and the page's own, and sockets that lie.
 */
export async function playFaults(context: BrowserContext, plan: FaultPlan): Promise<PlayedFaults> {
  let beganAt = Number.POSITIVE_INFINITY
  const now = () => performance.now() - beganAt
  const isBegun = () => Number.isFinite(beganAt)
  const signatures = new Set<string>()
  const taken = new Map<string, number>()

  /** What becomes of the next thing that goes out by this way. */
  function nextSending(way: string): Sending | undefined {
    if (!isBegun() || now() >= plan.healedAtMs) return undefined
    const ways = [...taken.keys()]
    const count = taken.get(way) ?? 0
    taken.set(way, count + 1)
    const at = ways.includes(way) ? ways.indexOf(way) : ways.length
    const sendings = plan.providers[at % plan.providers.length]?.sendings ?? []
    return sendings[count % sendings.length]
  }

  await context.route(/\/rpc(\/\d+)?$|\/api\/spot\/relayer$/, async route => {
    const request = route.request()
    const { pathname } = new URL(request.url())
    if (request.method() !== 'POST') return route.fallback()
    const body: Body = request.postDataJSON()
    const wire = body.method === 'sendTransaction' ? String(body.params?.[0]) : body.txs?.[0]?.encodedTx
    if (wire !== undefined) {
      signatures.add(signatureOf(wire))
      return send(
        route,
        nextSending(pathname),
        isRelayer(pathname) ? { allFailed: false } : answerOf(body, signatureOf(wire)),
      )
    }
    const node = plan.nodes[Number(pathname.split('/').at(-1)) - 1]
    if (node === undefined || !isBegun()) return route.fallback()
    return answer(route, body, nodeStateAt(node, plan, now()))
  })

  await context.routeWebSocket(/\/rpc\/\d+$/, socket => {
    const node = plan.nodes[Number(new URL(socket.url()).pathname.split('/').at(-1)) - 1]
    const state = () => (node === undefined || !isBegun() ? 'fine' : socketStateAt(node, plan, now()).is)
    const isCut = () => node?.socket.is === 'cut' && now() >= node.socket.atMs && now() < plan.healedAtMs
    if (state() === 'refused' || isCut()) return void socket.close()
    const server = socket.connectToServer()
    const looking = setInterval(() => isCut() && socket.close(), 100)
    socket.onMessage(text => state() !== 'silent' && server.send(text))
    server.onMessage(text => {
      if (state() !== 'silent') socket.send(text)
      if (state() === 'noisy') socket.send(text)
    })
    socket.onClose(() => {
      clearInterval(looking)
      void server.close()
    })
    server.onClose(() => {
      clearInterval(looking)
      void socket.close()
    })
  })

  return {
    begin() {
      beganAt = performance.now()
    },
    signatures,
  }
}

interface Body {
  readonly id?: unknown
  readonly method?: string
  readonly params?: readonly unknown[]
  readonly txs?: readonly { readonly encodedTx: string }[]
}

const isRelayer = (pathname: string) => pathname.endsWith('/relayer')
const signatureOf = (wire: string) => encodeBase58(decodeBase64(wire).subarray(1, 65))
const answerOf = ({ id }: Body, result: unknown) => ({ jsonrpc: '2.0', id, result })
const asJson = (value: unknown) => ({ contentType: 'application/json', body: JSON.stringify(value) })
/** Of pages that are gone. */
const ignore = () => undefined

async function send(route: Route, sending: Sending | undefined, isTaken: object): Promise<void> {
  if (sending === undefined) return route.fallback()
  const { arrivesAfterMs, answer } = sending
  if (arrivesAfterMs !== undefined) setTimeout(() => void forward(route).catch(ignore), arrivesAfterMs)
  if (answer === 'taken') return route.fulfill(asJson(isTaken))
  if (answer === 'refused') return route.fulfill({ status: 503 })
  setTimeout(() => void route.abort().catch(ignore), arrivesAfterMs === undefined ? 0 : arrivesAfterMs + 2_000)
}

async function answer(route: Route, body: Body, state: NodeState): Promise<void> {
  if (state.is === 'fine') return route.fallback()
  // The page gives up by itself.
  if (state.is === 'silent') return
  if (state.is === 'down') return route.abort()
  if (state.is === 'busy')
    return route.fulfill({ status: 429, headers: { 'retry-after': String(Math.ceil(state.retryAfterMs / 1_000)) } })
  if (state.is === 'garbled') return route.fulfill({ contentType: 'application/json', body: '{"jsonrpc":"2.0","res' })
  const told: Told = await (await forward(route)).json()
  return route.fulfill(asJson({ ...told, result: changed(body.method, told.result, state) }))
}

/** Past the browser, which alone knows where its hosts are. */
function forward(route: Route): Promise<Response> {
  const request = route.request()
  const { port, pathname } = new URL(request.url())
  const headers = { 'content-type': 'application/json' }
  return fetch(`http://127.0.0.1:${port}${pathname}`, { method: 'POST', headers, body: request.postData() })
}

interface Told {
  readonly result?: unknown
}

interface Statuses {
  readonly context: { readonly slot: number }
  readonly value: readonly ({ readonly slot: number } | null)[]
}

const lieError = { InstructionError: [0, { Custom: 1 }] }

/** What a node that is behind, or lies, tells in place of the truth. */
function changed(
  method: string | undefined,
  truth: unknown,
  state: Extract<NodeState, { is: 'behind' | 'lies' }>,
): unknown {
  if (method === 'getSignatureStatuses') {
    const { context, value } = truth as Statuses
    if (state.is === 'behind') {
      const slot = context.slot - state.statusSlots
      return { context: { slot }, value: value.map(status => (status !== null && status.slot > slot ? null : status)) }
    }
    const { status: lie, ahead = 0 } = state
    const slot = context.slot + ahead
    if (lie === undefined) return { context: { slot }, value }
    const err = lie === 'failed' ? lieError : null
    const confirmationStatus = lie === 'failed' ? 'finalized' : lie
    const told = { slot: context.slot - 1, confirmations: null, err, confirmationStatus }
    return { context: { slot }, value: value.map((_, at) => (lie === 'none' || at > 0 ? null : told)) }
  }
  if (method !== 'getEpochInfo') return truth
  const info = truth as { readonly absoluteSlot: number; readonly blockHeight: number }
  const by = state.is === 'behind' ? -state.slots : (state.ahead ?? 0)
  return { ...info, absoluteSlot: info.absoluteSlot + by, blockHeight: info.blockHeight + by }
}

/** Whether anything that is sent can reach a leader before a blockhash has expired. */
export const canLand = ({ providers }: FaultPlan): boolean =>
  providers.some(({ sendings }) =>
    sendings.some(({ arrivesAfterMs }) => arrivesAfterMs !== undefined && arrivesAfterMs < 100 * slotMs),
  )
