import { isSignature } from '@solana/kit'
import * as v from 'valibot'
import { addressInput } from './addressInput.ts'
import { procedure, router } from './procedure.ts'

const signatureInput = v.pipe(
  v.string(),
  v.maxLength(88),
  v.check(text => isSignature(text), 'invalid signature'),
)

export const activity = router({
  /** Reads a wallet's transactions, newest first, including failed ones. */
  list: procedure
    .input(
      v.strictObject({
        owner: addressInput,
        before: v.optional(signatureInput),
        limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(500)), 100),
      }),
    )
    .query(({ ctx, input }) => ctx.activity.list(ctx.client, input)),
})
