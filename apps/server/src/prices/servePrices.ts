import { isAddress } from '@solana/kit'
import type { Chain } from '@tern/chain'
import {
  type AccountSnapshot,
  type Address,
  type AmountScale,
  decodeNonceAccount,
  decodeTokenAccount,
  isTernError,
} from '@tern/core'
import type { Counted } from '@tern/core/internal'
import * as v from 'valibot'
import type { WebSocket } from 'ws'
import { endSocket } from '../gateway/endSocket.ts'
import type { ClientRateLimit } from '../http/clientRateLimit.ts'
import { assertPlainJson } from '../http/plainJson.ts'

/**
 * Changed prices are sent at this interval. Without changes, an empty message is sent at the second interval, as a sign
 * that the prices still hold.
 */
const paces = { everyMs: 2_000, heartbeatMs: 10_000 }
/** Max unread bytes. A slower reader is disconnected: it reconnects and receives all prices. */
const maxUnreadBytes = 256 * 1024
/** Close code of RFC 6455: the client broke a rule. */
const brokeRule = 1008

/**
 * Sends token prices to vaults: `{ all, prices, units }`, with each mint's price in decimal, or `null` if it is no
 * longer known. `units` has the decimals and the scale of each mint, see `UnitRow`.
 */
export interface PriceStream {
  /**
   * Serves a vault. If the vault sends `{ nonces }`, addresses of nonce accounts, it also receives their values, in
   * separate messages. If it sends `{ id, owners }`, addresses of token accounts, it receives `{ id, owners }` with the owner of each,
   * or nothing if the nodes do not answer.
   */
  serve(socket: WebSocket, client: string): void
  readonly readers: number
  stop(): void
}

/** Max watched nonce accounts of a socket, and max requests for them on a socket. */
const maxNonces = 8
const maxRequests = 100
/** Max token accounts of a request: the most that a vault signs at once, 12 messages with 32 accounts each. */
const maxOwners = 384
/** Cost of a request for owners, in requests: the server reads up to four times 100 accounts. */
const ownersCost = 8

const address = v.pipe(
  v.string(),
  v.check(isAddress),
  v.transform(text => text as Address),
)
const vaultRequest = v.union([
  v.strictObject({ nonces: v.pipe(v.array(address), v.maxLength(maxNonces)) }),
  v.strictObject({ id: v.number(), owners: v.pipe(v.array(address), v.maxLength(maxOwners)) }),
])

/** Watches the value of a nonce account. `null`: there is no such account. */
export type WatchNonce = (account: Address, onValue: (value: string | null) => void) => () => void

/** Reads the owner of each token account. `null`: there is no such token account. */
export type ReadOwners = (accounts: readonly Address[]) => Promise<readonly (readonly [Address, Address | null])[]>

type PriceRow = readonly [mint: Address, price: string | null]

/** How wallets show amounts of a token. `null`: no longer known. The scale is missing if the mint has none. */
type UnitRow =
  | readonly [mint: Address, decimals: number | null]
  | readonly [mint: Address, decimals: number, kind: AmountScale['kind'], multiplier: number]

const unitRow = (mint: Address, { decimals, scale }: Counted): UnitRow =>
  scale === undefined ? [mint, decimals] : [mint, decimals, scale.kind, scale.multiplier]

/** The rows that a vault knows, by mint. */
interface Known {
  readonly prices: ReadonlyMap<Address, PriceRow>
  readonly units: ReadonlyMap<Address, UnitRow>
}

const nothing: Known = { prices: new Map(), units: new Map() }

/** Lists the rows of `now` that differ from `before`, and a row without a value for each mint that is gone. */
function changesOf<Row extends readonly unknown[]>(
  before: ReadonlyMap<Address, Row>,
  now: ReadonlyMap<Address, Row>,
): readonly (Row | readonly [Address, null])[] {
  const isSame = (row: Row, other: Row | undefined) =>
    row.length === other?.length && row.every((value, i) => value === other[i])
  const changed = [...now].filter(([mint, row]) => !isSame(row, before.get(mint)))
  const gone = [...before.keys()].filter(mint => !now.has(mint))
  return [...changed.map(([, row]) => row), ...gone.map(mint => [mint, null] as const)]
}

interface Sources {
  /** Lamports for 10¹⁸ raw units. A missing mint has no known price. */
  readonly prices: () => ReadonlyMap<Address, bigint>
  readonly units: () => ReadonlyMap<Address, Counted>
  readonly watchNonce: WatchNonce
  readonly readOwners: ReadOwners
  /** Counts the requests for owners. */
  readonly limit: ClientRateLimit
}

export function createPriceStream(
  { prices, units, watchNonce, readOwners, limit }: Sources,
  { everyMs, heartbeatMs } = paces,
): PriceStream {
  const readers = new Set<WebSocket>()
  let sent = nothing
  let sentAtMs = 0

  const read = (): Known => ({
    prices: new Map([...prices()].map(([mint, price]) => [mint, [mint, String(price)]])),
    units: new Map([...units()].map(([mint, unit]) => [mint, unitRow(mint, unit)])),
  })

  function sendChanges(): void {
    if (readers.size === 0) return
    const now = read()
    const changed = { prices: changesOf(sent.prices, now.prices), units: changesOf(sent.units, now.units) }
    const isQuiet = changed.prices.length === 0 && changed.units.length === 0
    if (isQuiet && performance.now() - sentAtMs < heartbeatMs) return
    sent = now
    sentAtMs = performance.now()
    const text = JSON.stringify({ all: false, ...changed })
    for (const socket of readers)
      if (socket.bufferedAmount > maxUnreadBytes) socket.terminate()
      else socket.send(text)
  }

  async function sendOwners(socket: WebSocket, id: number, accounts: readonly Address[]): Promise<void> {
    // Without an answer, the vault asks its owner.
    const owners = await readOwners(accounts).catch(() => undefined)
    if (owners !== undefined) socket.send(JSON.stringify({ id, owners }))
  }

  const timer = setInterval(sendChanges, everyMs)
  return {
    get readers() {
      return readers.size
    },
    serve(socket, client) {
      // Start from the current prices. With other readers, start from their last message, so that the next change is
      // the same for all.
      if (readers.size === 0) {
        sent = read()
        sentAtMs = performance.now()
      }
      readers.add(socket)
      socket.send(JSON.stringify({ all: true, prices: [...sent.prices.values()], units: [...sent.units.values()] }))
      const watched = new Map<Address, () => void>()
      let requests = 0
      socket.on('message', data => {
        const request = readRequest(String(data))
        if (request !== undefined && 'owners' in request) {
          if (limit.take(client, ownersCost) === 0) void sendOwners(socket, request.id, request.owners)
          return
        }
        if (request === undefined || ++requests > maxRequests)
          return endSocket(socket, brokeRule, 'no request of this line')
        const wanted = request.nonces
        for (const [account, stop] of watched)
          if (!wanted.includes(account)) {
            watched.delete(account)
            stop()
          }
        for (const account of wanted)
          if (!watched.has(account)) {
            const sendValue = (value: string | null) => socket.send(JSON.stringify({ nonces: [[account, value]] }))
            watched.set(account, watchNonce(account, sendValue))
          }
      })
      socket.on('error', () => socket.terminate())
      socket.on('close', () => {
        readers.delete(socket)
        for (const stop of watched.values()) stop()
        watched.clear()
      })
    },
    stop: () => clearInterval(timer),
  }
}

function readRequest(text: string): v.InferOutput<typeof vaultRequest> | undefined {
  try {
    assertPlainJson(text)
    const read = v.safeParse(vaultRequest, JSON.parse(text))
    return read.success ? read.output : undefined
  } catch {
    return undefined
  }
}

/** Watches nonce accounts on a chain. */
export const watchNonceOn =
  (chain: Pick<Chain, 'watchAccount'>): WatchNonce =>
  (address, onValue) =>
    chain.watchAccount(address, account => {
      try {
        onValue(account && account.data.length > 0 ? decodeNonceAccount(address, account).nonce : null)
      } catch (error) {
        if (!isTernError(error)) throw error
        onValue(null)
      }
    })

/** Reads the owners of token accounts on a chain. */
export const readOwnersOn =
  (chain: Pick<Chain, 'readAccounts'>): ReadOwners =>
  async accounts => {
    const read = await chain.readAccounts(accounts, { maxAgeMs: 0 })
    return accounts.map(account => [account, ownerOf(account, read.get(account))])
  }

function ownerOf(address: Address, account: AccountSnapshot | null | undefined): Address | null {
  try {
    return account ? decodeTokenAccount(address, account).owner : null
  } catch (error) {
    if (!isTernError(error)) throw error
    return null
  }
}
