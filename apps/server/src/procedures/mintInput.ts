import { isAddress } from '@solana/kit'
import * as v from 'valibot'

/** The address of a mint: base58 of 32 bytes. */
export const mintInput = v.pipe(
  v.string(),
  v.maxLength(44),
  v.check(text => isAddress(text), 'invalid public key'),
)
