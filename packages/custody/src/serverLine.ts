import type { Address } from '@tern/core'
import * as v from 'valibot'
import { addressText } from './bundle.ts'

/** Checks a JSON text of the vault's server that has these fields at least. */
export const serverMessage = <E extends v.ObjectEntries>(fields: E) =>
  v.pipe(v.string(), v.parseJson(), v.object(fields))

/** Accounts, each with an address that the server reports for it. */
export const addressRows = v.array(v.tuple([addressText, v.nullable(addressText)]))

/** Delays before reconnects, in milliseconds. */
const retryMs = [1_000, 2_000, 5_000, 10_000]
/**
 * The server reports at most this many nonce accounts for a connection. For other wallets, every message counts in full.
 */
const maxNonces = 8
/** The server sends more often than this, so a connection without messages for this long is broken. */
const maxSilenceMs = 30_000

/** A WebSocket to the vault's server. */
interface ServerLine {
  /** Sets the nonce accounts that the server shall report. */
  follow(nonceAccounts: readonly Address[]): void
  /** Sends a request, once there is a connection. */
  request(asked: object): void
}

/** Keeps a WebSocket to the server while the worker lives. Prices and nonces arrive on their own, so a trade waits for no request. */
export function listenTo(url: string, onMessage: (text: unknown) => void): ServerLine {
  let tries = 0
  let socket: WebSocket | undefined
  let wanted: readonly Address[] = []
  const unsent: object[] = []
  function flush(): void {
    if (socket?.readyState === WebSocket.OPEN) for (const asked of unsent.splice(0)) socket.send(JSON.stringify(asked))
  }
  function request(asked: object): void {
    unsent.push(asked)
    flush()
  }
  const ask = () => request({ nonces: wanted })
  function connect(): void {
    const opened = new WebSocket(url)
    socket = opened
    let silence: ReturnType<typeof setTimeout> | undefined
    const listen = () => {
      clearTimeout(silence)
      silence = setTimeout(() => opened.close(), maxSilenceMs)
    }
    listen()
    opened.addEventListener('open', flush)
    opened.addEventListener('message', ({ data }) => {
      tries = 0
      listen()
      onMessage(data)
    })
    opened.addEventListener('close', () => {
      clearTimeout(silence)
      ask()
      setTimeout(connect, retryMs[Math.min(tries++, retryMs.length - 1)])
    })
  }
  connect()
  return {
    follow(nonceAccounts) {
      const next = nonceAccounts.slice(0, maxNonces)
      if (next.join() === wanted.join()) return
      wanted = next
      ask()
    },
    request,
  }
}
