import { TRPCError } from '@trpc/server'
import * as v from 'valibot'
import { addressInput } from './addressInput.ts'
import { procedure, router } from './procedure.ts'

export const tokens = router({
  /** Returns every listed token, with its pool. */
  list: procedure.query(({ ctx }) => ctx.tokens.list()),

  /** Returns a token, by its mint or one of its pools. NOT_FOUND if it is not listed. */
  get: procedure.input(v.strictObject({ mint: addressInput })).query(async ({ ctx, input }) => {
    const token = await ctx.tokens.get(input.mint)
    if (token === undefined) throw new TRPCError({ code: 'NOT_FOUND', message: 'Token not listed' })
    return token
  }),

  /**
   * Returns the pools of a token that is not listed because none of its pools is against SOL. Empty for all other
   * tokens.
   */
  otherMarkets: procedure
    .input(v.strictObject({ mint: addressInput }))
    .query(({ ctx, input }) => ctx.tokens.otherMarkets(input.mint)),

  /** Returns the facts of a listed token from the chain. NOT_FOUND if it is not listed. */
  facts: procedure.input(v.strictObject({ mint: addressInput })).query(async ({ ctx, input }) => {
    const facts = await ctx.tokens.facts(input.mint)
    if (facts === undefined) throw new TRPCError({ code: 'NOT_FOUND', message: 'Token not listed' })
    return facts
  }),

  /**
   * Returns the largest holders of a listed token, largest first. `null`: the node does not serve this. NOT_FOUND if it
   * is not listed.
   */
  holders: procedure.input(v.strictObject({ mint: addressInput })).query(async ({ ctx, input }) => {
    const holders = await ctx.tokens.holders(input.mint)
    if (holders === undefined) throw new TRPCError({ code: 'NOT_FOUND', message: 'Token not listed' })
    return holders
  }),

  /** Returns other listed tokens of a listed token's creator, newest first. NOT_FOUND if it is not listed. */
  byDevOf: procedure.input(v.strictObject({ mint: addressInput })).query(({ ctx, input }) => {
    const made = ctx.tokens.byDevOf(input.mint)
    if (made === undefined) throw new TRPCError({ code: 'NOT_FOUND', message: 'Token not listed' })
    return made
  }),
})
