import type { Address, Message } from '@tern/core'
import * as v from 'valibot'
import { addressText } from './bundle.ts'

/** Messages of one wallet to be signed. */
export interface Asked {
  readonly address: Address
  readonly messages: readonly Pick<Message, 'bytes' | 'limits' | 'closes'>[]
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

const messageShape = v.strictObject({
  bytes: messageBytes,
  limits: v.exactOptional(
    v.strictObject({
      mintIn: addressText,
      mintOut: addressText,
      mostIn: rawUnits,
      leastOut: rawUnits,
      mostTip: v.exactOptional(rawUnits),
    }),
  ),
  closes: v.exactOptional(v.pipe(v.array(addressText), v.minLength(1), v.maxLength(32))),
})

/** Checks `Asked`: at most 12 messages. */
export const askedShape = {
  address: addressText,
  messages: v.pipe(v.array(messageShape), v.minLength(1), v.maxLength(12)),
}
