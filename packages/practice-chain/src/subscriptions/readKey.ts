import type { Address } from '@tern/core'
import { checkBase58, invalidParams, readString } from '../methods/params.ts'

/**
 * Reads an address, and refuses it with a subscription's error text.
 * @param thing the parameter's name in this text.
 */
export function readKey(value: unknown, thing: string): Address {
  const text = readString(value)
  if (checkBase58(text, 32) !== undefined) throw invalidParams(`Invalid Request: Invalid ${thing} provided`)
  return text as Address
}
