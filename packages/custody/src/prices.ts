import type { Address } from '@tern/core'
import type { Counted } from '@tern/core/internal'
import * as v from 'valibot'
import { mintDecimals, scaleShape } from './asked.ts'
import { addressText } from './bundle.ts'
import { serverMessage } from './serverLine.ts'

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
/** With `all`: every known price and unit. Otherwise only changed rows, and the other rows stay valid. */
const priceMessage = serverMessage({
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
      const read = v.safeParse(priceMessage, text)
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
