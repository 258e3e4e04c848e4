import { isSignature } from '@solana/kit'
import { isReferralCode } from '@tern/core/internal'
import * as v from 'valibot'
import { maxEncodedLength } from '../relayer/checkTransaction.ts'
import { addressInput } from './addressInput.ts'
import { procedure, router } from './procedure.ts'

/** Max variants of a trade. */
const maxTransactions = 8

/** On a server without a fee, everything answers `null` or without success: there is nothing to share. */
export const referral = router({
  /** Takes transactions that were sent. @returns for each, if it was understood. */
  notifyTradeTransaction: procedure
    .input(
      v.strictObject({
        transactions: v.pipe(
          v.array(v.pipe(v.string(), v.maxLength(maxEncodedLength))),
          v.minLength(1),
          v.maxLength(maxTransactions),
        ),
      }),
    )
    .mutation(
      async ({ ctx, input: { transactions } }) =>
        (await ctx.referrals?.notify(ctx.client, transactions)) ??
        transactions.map(() => ({ success: false, signer: null, signature: null })),
    ),
  /** Takes a transaction that its trader saw confirmed, and asks the chain about it at once. */
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
  /** Returns the wallet's code to share. Creates it at the first call. */
  makeCode: procedure
    .input(v.strictObject({ owner: addressInput }))
    .mutation(async ({ ctx, input }) => (await ctx.referrals?.makeCode(ctx.client, input.owner)) ?? null),
  /** Checks if a trade of the wallet with the code would bind it. If not, the trade need not contain the code. */
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
  /** Returns the earnings of a wallet's code. */
  earned: procedure
    .input(v.strictObject({ owner: addressInput }))
    .query(async ({ ctx, input }) => (await ctx.referrals?.read(input.owner)) ?? null),
})
