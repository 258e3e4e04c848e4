import type { Address } from '@tern/core'
import type { WebSocket } from 'ws'

/** Prices are told this often, if they changed, and that they still hold at least this often. */
const paces = { everyMs: 2_000, heartbeatMs: 10_000 }
/** One who has so much unread is closed: it comes again and is told everything. */
const maxUnreadBytes = 256 * 1024
/** Close code of RFC 6455: broke a rule. */
const brokeRule = 1008

/** Tells vaults the prices of tokens: `{ all, prices }`, a mint with its price in decimal, or with `null` once it is not known. */
export interface PriceStream {
  serve(socket: WebSocket): void
  readonly readers: number
  stop(): void
}

type Row = readonly [mint: Address, price: string | null]

/** @param prices lamports for 10¹⁸ raw units. A mint that is missing has no known price. */
export function createPriceStream(
  prices: () => ReadonlyMap<Address, bigint>,
  { everyMs, heartbeatMs } = paces,
): PriceStream {
  const readers = new Set<WebSocket>()
  let told: ReadonlyMap<Address, bigint> = new Map()
  let toldAtMs = 0

  const message = (all: boolean, rows: readonly Row[]) => JSON.stringify({ all, prices: rows })

  function tell(): void {
    if (readers.size === 0) return
    const now = prices()
    const changed: Row[] = []
    for (const [mint, price] of now) if (told.get(mint) !== price) changed.push([mint, String(price)])
    for (const mint of told.keys()) if (!now.has(mint)) changed.push([mint, null])
    if (changed.length === 0 && performance.now() - toldAtMs < heartbeatMs) return
    told = now
    toldAtMs = performance.now()
    const text = message(false, changed)
    for (const socket of readers)
      if (socket.bufferedAmount > maxUnreadBytes) socket.terminate()
      else socket.send(text)
  }

  const timer = setInterval(tell, everyMs)
  return {
    get readers() {
      return readers.size
    },
    serve(socket) {
      // What the others were told last, so that the next change is one for all.
      if (readers.size === 0) {
        told = prices()
        toldAtMs = performance.now()
      }
      readers.add(socket)
      socket.send(
        message(
          true,
          [...told].map(([mint, price]) => [mint, String(price)]),
        ),
      )
      socket.on('message', () => socket.close(brokeRule, 'prices are told, not asked for'))
      socket.on('error', () => socket.terminate())
      socket.on('close', () => readers.delete(socket))
    },
    stop: () => clearInterval(timer),
  }
}
