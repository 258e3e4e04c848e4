import { isAddress } from '@solana/kit'
import * as v from 'valibot'

/** A mint's or wallet's address: base58 of 32 bytes. */
export const addressInput = v.pipe(
  v.string(),
  v.maxLength(44),
  v.check(text => isAddress(text), 'invalid public key'),
)
