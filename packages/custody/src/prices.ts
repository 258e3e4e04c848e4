import type { Address } from '@tern/core'
import type { Counted } from '@tern/core/internal'
import * as v from 'valibot'
import { mintDecimals, scaleShape } from './asked.ts'
import { addressText } from './bundle.ts'

/** If the server has sent no price message for this long, every price counts as unknown. */
export const maxPriceAgeMs = 60_000
/** Each price is in lamports for this many raw units. */
const priceUnits = 10n ** 18n

/** The values of tokens in lamports, and how wallets show their amounts, by the reports of the vault's own server. */
export interface Prices {
  /** Returns lamports, rounded up. `undefined`: the price is unknown. */
  worthOf(mint: Address, raw: bigint): bigint | undefined
  /** Returns a token's decimals, and its scale if it has one. `undefined`: not known. */
  unitOf(mint: Address): Counted | undefined
  /** Receives a message of the server. Ignores messages of any other form. */
  receive(text: unknown): void
}

/** `null`: the price is no longer known. */
const price = v.nullable(v.pipe(v.string(), v.regex(/^\d{1,60}$/)))
/** `null`: the token's decimals are no longer known. Without a scale, the row ends after the decimals. */
const unitRow = v.union([
  v.strictTuple([addressText, v.nullable(mintDecimals)]),
  v.strictTuple([addressText, mintDecimals, scaleShape.entries.kind, scaleShape.entries.multiplier]),
])
/** All known prices and units (`all`), or the changed ones only. An omitted row stays valid then. */
const priceMessage = v.object({
  all: v.boolean(),
  prices: v.pipe(v.array(v.tuple([addressText, price])), v.maxLength(20_000)),
  units: v.exactOptional(v.pipe(v.array(unitRow), v.maxLength(20_000)), []),
})

export function createPrices(now: () => number = Date.now): Prices {
  let known = new Map<Address, bigint>()
  let knownUnits = new Map<Address, Counted>()
  let receivedAtMs = Number.NEGATIVE_INFINITY
  const isFresh = () => {
    // After the clock is set back, the age is negative and proves nothing.
    const ageMs = now() - receivedAtMs
    return ageMs >= 0 && ageMs <= maxPriceAgeMs
  }
  return {
    worthOf(mint, raw) {
      const found = isFresh() ? known.get(mint) : undefined
      return found === undefined ? undefined : (raw * found + priceUnits - 1n) / priceUnits
    },
    unitOf: mint => (isFresh() ? knownUnits.get(mint) : undefined),
    receive(text) {
      const read = v.safeParse(v.pipe(v.string(), v.parseJson(), priceMessage), text)
      if (!read.success) return
      const { all, prices, units } = read.output
      if (all) {
        known = new Map()
        knownUnits = new Map()
      }
      for (const [mint, value] of prices)
        if (value === null) known.delete(mint)
        else known.set(mint, BigInt(value))
      for (const [mint, places, kind, multiplier] of units)
        if (places === null) knownUnits.delete(mint)
        else
          knownUnits.set(mint, {
            decimals: places,
            ...(kind !== undefined && multiplier !== undefined && { scale: { kind, multiplier } }),
          })
      receivedAtMs = now()
    },
  }
}

/** Delays before reconnects, in milliseconds. */
const retryMs = [1_000, 2_000, 5_000, 10_000]
/**
 * The server reports at most this many nonce accounts for a connection. For other wallets, every message counts in full.
 */
const maxNonces = 8
/** The server sends more often than this, so a connection without messages for this long is broken. */
const maxSilenceMs = 30_000

/**
 * Keeps a WebSocket to the server while the worker lives. Messages arrive on their own, so a signature waits for no request.
 *
 * @returns a function that sets the nonce accounts that the server shall report.
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
