import { isAddress } from '@solana/kit'
import type { Chain } from '@tern/chain'
import { type Address, decodeNonceAccount, isTernError } from '@tern/core'
import * as v from 'valibot'
import type { WebSocket } from 'ws'
import { endSocket } from '../gateway/endSocket.ts'
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
 * Sends token prices to vaults: `{ all, prices }`, with each mint's price in decimal, or `null` if it is no longer
 * known.
 */
export interface PriceStream {
  /**
   * Serves a vault. If the vault sends `{ nonces }`, addresses of nonce accounts, it also receives their values, in
   * separate messages.
   */
  serve(socket: WebSocket): void
  readonly readers: number
  stop(): void
}

/** Max watched nonce accounts of a socket, and max requests on a socket. */
const maxNonces = 8
const maxRequests = 100

const nonceRequest = v.strictObject({
  nonces: v.pipe(v.array(v.pipe(v.string(), v.check(isAddress))), v.maxLength(maxNonces)),
})

/** Watches the value of a nonce account. `null`: there is no such account. */
export type WatchNonce = (account: Address, onValue: (value: string | null) => void) => () => void

type Row = readonly [mint: Address, price: string | null]

interface Sources {
  /** Lamports for 10¹⁸ raw units. A missing mint has no known price. */
  readonly prices: () => ReadonlyMap<Address, bigint>
  readonly watchNonce: WatchNonce
}

export function createPriceStream({ prices, watchNonce }: Sources, { everyMs, heartbeatMs } = paces): PriceStream {
  const readers = new Set<WebSocket>()
  let sentPrices: ReadonlyMap<Address, bigint> = new Map()
  let sentAtMs = 0

  const message = (all: boolean, rows: readonly Row[]) => JSON.stringify({ all, prices: rows })

  function sendChanges(): void {
    if (readers.size === 0) return
    const now = prices()
    const changed: Row[] = []
    for (const [mint, price] of now) if (sentPrices.get(mint) !== price) changed.push([mint, String(price)])
    for (const mint of sentPrices.keys()) if (!now.has(mint)) changed.push([mint, null])
    if (changed.length === 0 && performance.now() - sentAtMs < heartbeatMs) return
    sentPrices = now
    sentAtMs = performance.now()
    const text = message(false, changed)
    for (const socket of readers)
      if (socket.bufferedAmount > maxUnreadBytes) socket.terminate()
      else socket.send(text)
  }

  const timer = setInterval(sendChanges, everyMs)
  return {
    get readers() {
      return readers.size
    },
    serve(socket) {
      // Start from the current prices. With other readers, start from their last message, so that the next change is
      // the same for all.
      if (readers.size === 0) {
        sentPrices = prices()
        sentAtMs = performance.now()
      }
      readers.add(socket)
      socket.send(
        message(
          true,
          [...sentPrices].map(([mint, price]) => [mint, String(price)]),
        ),
      )
      const watched = new Map<Address, () => void>()
      let requests = 0
      socket.on('message', data => {
        const wanted = ++requests > maxRequests ? undefined : readNonces(String(data))
        if (wanted === undefined) return endSocket(socket, brokeRule, 'no request of this line')
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

function readNonces(text: string): readonly Address[] | undefined {
  try {
    assertPlainJson(text)
    const read = v.safeParse(nonceRequest, JSON.parse(text))
    return read.success ? (read.output.nonces as readonly string[] as readonly Address[]) : undefined
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
