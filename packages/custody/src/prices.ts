import type { Address } from '@tern/core'
import * as v from 'valibot'
import { addressText } from './bundle.ts'

/** A price that nobody told for so long is not known. */
export const maxPriceAgeMs = 60_000
/** Prices are lamports for this many raw units. */
const priceUnits = 10n ** 18n

/** What a token is worth in lamports, as the vault's own server told lately. */
export interface Prices {
  /** Lamports, rounded up; `undefined`: the price is not known. */
  worthOf(mint: Address, raw: bigint): bigint | undefined
  /** A message of the server; anything else is not heard. */
  hear(text: unknown): void
}

/** `null`: the price is no longer known. */
const price = v.nullable(v.pipe(v.string(), v.regex(/^\d{1,60}$/)))
/** All prices that are known, or those that have changed. A price that is left out holds. */
const priceMessage = v.object({
  all: v.boolean(),
  prices: v.pipe(v.array(v.tuple([addressText, price])), v.maxLength(20_000)),
})

export function createPrices(now: () => number = Date.now): Prices {
  let known = new Map<Address, bigint>()
  let heardAtMs = Number.NEGATIVE_INFINITY
  return {
    worthOf(mint, raw) {
      // A clock that was set back proves nothing.
      const ageMs = now() - heardAtMs
      const found = ageMs >= 0 && ageMs <= maxPriceAgeMs ? known.get(mint) : undefined
      return found === undefined ? undefined : (raw * found + priceUnits - 1n) / priceUnits
    },
    hear(text) {
      const read = v.safeParse(v.pipe(v.string(), v.parseJson(), priceMessage), text)
      if (!read.success) return
      const { all, prices } = read.output
      if (all) known = new Map()
      for (const [mint, told] of prices)
        if (told === null) known.delete(mint)
        else known.set(mint, BigInt(told))
      heardAtMs = now()
    },
  }
}

/** Waits between two tries to reach the server. */
const retryMs = [1_000, 2_000, 5_000, 10_000]
/** The server tells of so many nonce accounts at one line. Messages of further wallets count each. */
const maxNonces = 8
/** A line that is silent for longer than the server ever is has broken. */
const maxSilenceMs = 30_000

/**
 * Hears the server for as long as the worker lives. Messages come by themselves: nothing is asked at a signature.
 * @returns has the values of these nonce accounts told too.
 */
export function listenTo(url: string, onMessage: (text: unknown) => void): (nonceAccounts: readonly Address[]) => void {
  let tries = 0
  let socket: WebSocket | undefined
  let wanted: readonly Address[] = []
  const ask = () => {
    if (socket?.readyState === WebSocket.OPEN && wanted.length > 0) socket.send(JSON.stringify({ nonces: wanted }))
  }
  function connect(): void {
    const opened = new WebSocket(url)
    socket = opened
    let silence: ReturnType<typeof setTimeout> | undefined
    const listen = () => {
      clearTimeout(silence)
      silence = setTimeout(() => opened.close(), maxSilenceMs)
    }
    listen()
    opened.addEventListener('open', ask)
    opened.addEventListener('message', ({ data }) => {
      tries = 0
      listen()
      onMessage(data)
    })
    opened.addEventListener('close', () => {
      clearTimeout(silence)
      setTimeout(connect, retryMs[Math.min(tries++, retryMs.length - 1)])
    })
  }
  connect()
  return nonceAccounts => {
    const next = nonceAccounts.slice(0, maxNonces)
    if (next.join() === wanted.join()) return
    wanted = next
    ask()
  }
}
