import { isSignature } from '@solana/kit'
import { isReferralCode } from '@tern/core'
import * as v from 'valibot'
import { mostEncodedLength } from '../relayer/checkTransaction.ts'
import { addressInput } from './addressInput.ts'
import { procedure, router } from './procedure.ts'

/** As many as one trade has variants. */
const mostTransactions = 8

/** Everything answers `null`, or that nothing succeeded, on a server that charges no fee: there is nothing to share. */
export const referral = router({
  /** Transactions that were sent. @returns for each whether it was understood. */
  notifyTradeTransaction: procedure
    .input(
      v.strictObject({
        transactions: v.pipe(
          v.array(v.pipe(v.string(), v.maxLength(mostEncodedLength))),
          v.minLength(1),
          v.maxLength(mostTransactions),
        ),
      }),
    )
    .mutation(
      async ({ ctx, input: { transactions } }) =>
        (await ctx.referrals?.notify(ctx.client, transactions)) ??
        transactions.map(() => ({ success: false, signer: null, signature: null })),
    ),
  /** A transaction that its trader saw confirmed: the chain is asked about it at once. */
  confirmTradeTransaction: procedure
    .input(
      v.strictObject({
        signature: v.pipe(
          v.string(),
          v.maxLength(88),
          v.check(text => isSignature(text), 'invalid signature'),
        ),
      }),
    )
    .mutation(async ({ ctx, input }) => (await ctx.referrals?.confirm(input.signature)) ?? 'unknown'),
  /** The wallet's code to share; made at the first call. */
  makeCode: procedure
    .input(v.strictObject({ owner: addressInput }))
    .mutation(async ({ ctx, input }) => (await ctx.referrals?.makeCode(ctx.client, input.owner)) ?? null),
  /** Whether a trade of the wallet that names the code would bind it, so that it need not be named when it would not. */
  wouldBind: procedure
    .input(
      v.strictObject({
        owner: addressInput,
        code: v.pipe(
          v.string(),
          v.check(text => isReferralCode(text), 'no referral code'),
        ),
      }),
    )
    .query(async ({ ctx, input }) => (await ctx.referrals?.wouldBind(input.owner, input.code)) ?? false),
  /** What a wallet's code has earned. */
  earned: procedure
    .input(v.strictObject({ owner: addressInput }))
    .query(async ({ ctx, input }) => (await ctx.referrals?.read(input.owner)) ?? null),
})
