import type { Address } from '@tern/core'
import { checkBase58, invalidParams, readString } from '../methods/params.ts'

/** An address, refused in the words of a subscription: `thing` is what it is for. */
export function readKey(value: unknown, thing: string): Address {
  const text = readString(value)
  if (checkBase58(text, 32) !== undefined) throw invalidParams(`Invalid Request: Invalid ${thing} provided`)
  return text as Address
}
