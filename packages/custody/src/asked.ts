import type { Address, Terms } from '@tern/core'
import * as v from 'valibot'
import { addressText } from './bundle.ts'

/** A message to be signed, and the most that it may do. */
export interface AskedMessage {
  readonly bytes: Uint8Array
  readonly terms: Terms
}

/** A message to be signed, and its wallet. */
export interface WalletMessage extends AskedMessage {
  readonly address: Address
}

/** Messages to be signed, all by the same wallet. */
export interface Asked {
  readonly address: Address
  readonly messages: readonly AskedMessage[]
}

/** The bytes of a message or a secret. */
export const messageBytes = v.pipe(
  v.instance(Uint8Array),
  v.check(b => b.byteLength <= 4096, 'too long'),
)

/** An amount of 64 bits in raw units. */
export const rawUnits = v.pipe(
  v.bigint(),
  v.check(amount => amount >= 0n && amount < 2n ** 64n, 'no amount'),
)

const mintShape = { mint: addressText, tokenProgram: addressText }
/** Max mints in a message's terms. A transaction has no room for more token accounts. */
const maxMints = 16
const ticks = v.pipe(v.number(), v.integer(), v.minValue(-(2 ** 31)), v.maxValue(2 ** 31 - 1))
const accounts = v.pipe(
  v.array(addressText),
  v.maxLength(32),
  v.check(all => new Set(all).size === all.length, 'twice'),
)
const isEachOnce = <A extends readonly { readonly mint: Address }[]>(all: A) =>
  new Set(all.map(({ mint }) => mint)).size === all.length

const termsShape = v.strictObject({
  spend: v.pipe(
    v.array(v.strictObject({ ...mintShape, max: rawUnits })),
    v.maxLength(maxMints),
    v.check(all => isEachOnce(all), 'twice'),
  ),
  receive: v.pipe(
    v.array(v.strictObject({ ...mintShape, min: rawUnits })),
    v.maxLength(maxMints),
    v.check(all => isEachOnce(all), 'twice'),
  ),
  into: v.exactOptional(
    v.strictObject({
      program: addressText,
      account: addressText,
      range: v.exactOptional(v.tuple([ticks, ticks])),
    }),
  ),
  lamports: v.strictObject({
    rent: rawUnits,
    programFee: rawUnits,
    networkFee: rawUnits,
    tip: rawUnits,
    tradeFee: rawUnits,
  }),
  recipient: v.exactOptional(addressText),
  closes: v.exactOptional(accounts),
  cosigners: accounts,
  lifetime: v.picklist(['blockhash', 'nonce']),
  irreversible: v.exactOptional(v.picklist(['lock', 'burn', 'giveAway'])),
})

/** Checks the decimals of a mint. */
export const mintDecimals = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255))

/** Checks `AmountScale`. */
export const scaleShape = v.strictObject({
  kind: v.picklist(['scaled', 'interest']),
  multiplier: v.pipe(v.number(), v.finite(), v.gtValue(0)),
})

/** Checks `AskedMessage`. */
const messageShape = { bytes: messageBytes, terms: termsShape }

/** Checks `WalletMessage`. */
export const walletMessageShape = { address: addressText, ...messageShape }

/** Checks `Asked`: at most 12 messages. */
export const askedShape = {
  address: addressText,
  messages: v.pipe(v.array(v.strictObject(messageShape)), v.minLength(1), v.maxLength(12)),
}
