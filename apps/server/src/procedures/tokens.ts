import { TRPCError } from '@trpc/server'
import * as v from 'valibot'
import { addressInput } from './addressInput.ts'
import { procedure, router } from './procedure.ts'

export const tokens = router({
  /** Every token listed, with its pool. */
  list: procedure.query(({ ctx }) => ctx.tokens.list()),

  /** One token, by its mint or by one of its pools. NOT_FOUND when it is not listed. */
  get: procedure.input(v.strictObject({ mint: addressInput })).query(async ({ ctx, input }) => {
    const token = await ctx.tokens.get(input.mint)
    if (token === undefined) throw new TRPCError({ code: 'NOT_FOUND', message: 'Token not listed' })
    return token
  }),

  /** Why a token is not listed that trades: its pools, none of which is against SOL. Empty of any other token. */
  otherMarkets: procedure
    .input(v.strictObject({ mint: addressInput }))
    .query(({ ctx, input }) => ctx.tokens.otherMarkets(input.mint)),

  /** What the chain says of one token that is listed. NOT_FOUND when it is not. */
  facts: procedure.input(v.strictObject({ mint: addressInput })).query(async ({ ctx, input }) => {
    const facts = await ctx.tokens.facts(input.mint)
    if (facts === undefined) throw new TRPCError({ code: 'NOT_FOUND', message: 'Token not listed' })
    return facts
  }),

  /** Who holds most of one token that is listed, most of it first; `null`: the node does not tell. NOT_FOUND when it is not. */
  holders: procedure.input(v.strictObject({ mint: addressInput })).query(async ({ ctx, input }) => {
    const holders = await ctx.tokens.holders(input.mint)
    if (holders === undefined) throw new TRPCError({ code: 'NOT_FOUND', message: 'Token not listed' })
    return holders
  }),

  /** What else the maker of one token that is listed has made, of what is listed, the newest first. NOT_FOUND when it is not. */
  byDevOf: procedure.input(v.strictObject({ mint: addressInput })).query(({ ctx, input }) => {
    const made = ctx.tokens.byDevOf(input.mint)
    if (made === undefined) throw new TRPCError({ code: 'NOT_FOUND', message: 'Token not listed' })
    return made
  }),
})
