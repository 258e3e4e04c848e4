import type { ProviderHealth } from '@tern/chain'
import { isTernError } from '@tern/core'
import { initTRPC, TRPCError } from '@trpc/server'
import { foundUnder } from '../database/database.ts'
import type { Referrals } from '../referrals/openReferrals.ts'
import type {
  ActivityPage,
  BlockhashRow,
  CandleRow,
  DevTokensRow,
  HolderRow,
  NetworkRow,
  OtherMarketRow,
  TokenDetailRow,
  TokenFactsRow,
  TokenRow,
  TradeRow,
  TradersRow,
} from './rows.ts'

/** What the procedures read from; the server hands it to every call. */
export interface ProcedureContext {
  /** Who asks. */
  readonly client: string
  readonly network: NetworkRow
  readonly tokens: {
    list(): readonly TokenRow[]
    /** Looks for it on the chain where it is not listed. */
    get(mint: string): Promise<TokenDetailRow | undefined>
    /** Of a token that is not listed, since it trades for no SOL: where it trades. None of any other. */
    otherMarkets(mint: string): Promise<readonly OtherMarketRow[]>
    /** Of a listed token. @throws TernError what kept it from being read. */
    facts(mint: string): Promise<TokenFactsRow | undefined>
    /** Who holds most of a listed token; `null`: the node does not tell. @throws as `facts`. */
    holders(mint: string): Promise<readonly HolderRow[] | null | undefined>
    /** Other listed tokens by the maker of a listed one. */
    byDevOf(mint: string): DevTokensRow | undefined
  }
  readonly markets: {
    /** Newest first. */
    readTrades(mint: string, limit: number, by?: string): Promise<readonly TradeRow[]>
    /** Of a listed token. */
    readTraders(mint: string): Promise<TradersRow | undefined>
    /** Oldest first. */
    readCandles(mint: string, intervalSeconds: number, limit: number): Promise<readonly CandleRow[]>
  }
  readonly activity: {
    /** Newest first, from below the signature `before`. What the chain is asked for it counts for `client`. */
    list(client: string, owner: string, limit: number, before?: string): Promise<ActivityPage>
  }
  readonly blockhashes: Feed<BlockhashRow>
  readonly providers: Pick<ProviderHealth, 'providers' | 'state'>
  /** Absent where no fee is charged. */
  readonly referrals: Omit<Referrals, 'stop'> | undefined
}

/** Something that goes on happening. */
export interface Feed<Event> {
  /** What happened last, where that still says something to one who comes now. */
  readonly latest?: Event | undefined
  /** @returns stops listening. */
  listen(onEvent: (event: Event) => void): () => void
}

const trpc = initTRPC.context<ProcedureContext>().create({
  isDev: false,
  /** What was not foreseen is the server's own business. */
  errorFormatter: ({ shape, error }) =>
    error.code === 'INTERNAL_SERVER_ERROR' ? { ...shape, message: 'Something went wrong in the server' } : shape,
  sse: { ping: { enabled: true, intervalMs: 15_000 }, client: { reconnectAfterInactivityMs: 40_000 } },
})

export const router = trpc.router
export const procedure = trpc.procedure.use(async ({ next }) => {
  const result = await next()
  const cause = result.ok ? undefined : foundUnder(result.error.cause)
  // Neither is a fault of the server: the database is away, or the node does not answer as it should.
  if (isTernError(cause) && (cause.code === 'database/unavailable' || cause.code.startsWith('rpc/')))
    throw new TRPCError({ code: 'SERVICE_UNAVAILABLE', message: cause.message, cause })
  if (isTernError(cause, 'http/tooManyRequests'))
    throw new TRPCError({ code: 'TOO_MANY_REQUESTS', message: cause.message, cause })
  return result
})
