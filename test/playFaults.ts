import { decodeBase64, encodeBase58 } from '@tern/core'
import type { BrowserContext, Route } from 'playwright-core'
import {
  type FaultPlan,
  type NodeState,
  nodeStateAt,
  type Sending,
  socketStateAt,
} from '../packages/chain/test/fakeCluster/namedPlans.ts'

/** A fault plan that runs against the pages of a browser. */
export interface PlayedFaults {
  /** Starts the plan's clock. Before the call, every node and provider works. */
  begin(): void
  /** The signatures of all transactions that a page has tried to send. */
  readonly signatures: ReadonlySet<string>
}

const slotMs = 400

/**
 * Intercepts the requests of the pages of `context` and applies `plan` to them. `/rpc/1` is the plan's first node.
 * A path that transactions are sent to, of a node or of the relayer, plays a provider: the first path that is used plays the first.
 * Lives, halts, forks and crashes belong to the chain and the page, and are not applied. Sockets that lie are not, either.
 */
export async function playFaults(context: BrowserContext, plan: FaultPlan): Promise<PlayedFaults> {
  let beganAt = Number.POSITIVE_INFINITY
  const now = () => performance.now() - beganAt
  const isBegun = () => Number.isFinite(beganAt)
  const signatures = new Set<string>()
  const taken = new Map<string, number>()

  /** Returns the fate of the next transaction that is sent to this path. */
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
/** Ignores errors of pages that are closed. */
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
  // The page's own timeout ends the request.
  if (state.is === 'silent') return
  if (state.is === 'down') return route.abort()
  if (state.is === 'busy')
    return route.fulfill({ status: 429, headers: { 'retry-after': String(Math.ceil(state.retryAfterMs / 1_000)) } })
  if (state.is === 'garbled') return route.fulfill({ contentType: 'application/json', body: '{"jsonrpc":"2.0","res' })
  const parsed: NodeAnswer = await (await forward(route)).json()
  return route.fulfill(asJson({ ...parsed, result: changed(body.method, parsed.result, state) }))
}

/** Sends a request from this process, because only the browser resolves the page's host names. */
function forward(route: Route): Promise<Response> {
  const request = route.request()
  const { port, pathname } = new URL(request.url())
  const headers = { 'content-type': 'application/json' }
  return fetch(`http://127.0.0.1:${port}${pathname}`, { method: 'POST', headers, body: request.postData() })
}

interface NodeAnswer {
  readonly result?: unknown
}

interface Statuses {
  readonly context: { readonly slot: number }
  readonly value: readonly ({ readonly slot: number } | null)[]
}

const lieError = { InstructionError: [0, { Custom: 1 }] }

/** Changes an answer to the answer of a node that is behind or lies. */
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
    const status = { slot: context.slot - 1, confirmations: null, err, confirmationStatus }
    return { context: { slot }, value: value.map((_, at) => (lie === 'none' || at > 0 ? null : status)) }
  }
  if (method !== 'getEpochInfo') return truth
  const info = truth as { readonly absoluteSlot: number; readonly blockHeight: number }
  const by = state.is === 'behind' ? -state.slots : (state.ahead ?? 0)
  return { ...info, absoluteSlot: info.absoluteSlot + by, blockHeight: info.blockHeight + by }
}

/** Tests if the plan lets any transaction reach a leader well before its blockhash expires: within 100 slots. */
export const canLand = ({ providers }: FaultPlan): boolean =>
  providers.some(({ sendings }) =>
    sendings.some(({ arrivesAfterMs }) => arrivesAfterMs !== undefined && arrivesAfterMs < 100 * slotMs),
  )
