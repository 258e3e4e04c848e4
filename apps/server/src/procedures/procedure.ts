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

/** The data sources of the procedures. Every call receives all of them. */
export interface ProcedureContext {
  /** The client that calls, see `clientOf`. */
  readonly client: string
  readonly network: NetworkRow
  readonly tokens: {
    list(): readonly TokenRow[]
    /** Returns a token. Searches the chain if it is not listed. */
    get(mint: string): Promise<TokenDetailRow | undefined>
    /**
     * Returns the markets of a token that is not listed because it does not trade for SOL. Empty for all other tokens.
     */
    otherMarkets(mint: string): Promise<readonly OtherMarketRow[]>
    /** Returns the facts of a listed token. @throws TernError the error of the read. */
    facts(mint: string): Promise<TokenFactsRow | undefined>
    /** Returns the largest holders of a listed token. `null`: the node does not serve this. @throws like `facts`. */
    holders(mint: string): Promise<readonly HolderRow[] | null | undefined>
    /** Returns other listed tokens of a listed token's creator. */
    byDevOf(mint: string): DevTokensRow | undefined
  }
  readonly markets: {
    /** Newest first. */
    readTrades(mint: string, limit: number, by?: string): Promise<readonly TradeRow[]>
    /** `undefined` if the token is not listed. */
    readTraders(mint: string): Promise<TradersRow | undefined>
    /** Oldest first. */
    readCandles(mint: string, intervalSeconds: number, limit: number): Promise<readonly CandleRow[]>
  }
  readonly activity: {
    /** Reads rows, newest first, from below the signature `before`. The reads of the chain count for `client`. */
    list(client: string, owner: string, limit: number, before?: string): Promise<ActivityPage>
  }
  readonly blockhashes: Feed<BlockhashRow>
  readonly providers: Pick<ProviderHealth, 'providers' | 'state'>
  /** `undefined` if no fee is charged. */
  readonly referrals: Omit<Referrals, 'stop'> | undefined
}

/** A source of events. */
export interface Feed<Event> {
  /** The latest event, if the feed keeps it for later listeners. */
  readonly latest?: Event | undefined
  /** Adds a listener. @returns removes it. */
  listen(onEvent: (event: Event) => void): () => void
}

const trpc = initTRPC.context<ProcedureContext>().create({
  isDev: false,
  /** Hides the message of an unexpected error. */
  errorFormatter: ({ shape, error }) =>
    error.code === 'INTERNAL_SERVER_ERROR' ? { ...shape, message: 'Something went wrong in the server' } : shape,
  sse: { ping: { enabled: true, intervalMs: 15_000 }, client: { reconnectAfterInactivityMs: 40_000 } },
})

export const router = trpc.router
export const procedure = trpc.procedure.use(async ({ next }) => {
  const result = await next()
  const cause = result.ok ? undefined : foundUnder(result.error.cause)
  // These errors are not the server's fault: the database is down, or the node fails.
  if (isTernError(cause) && (cause.code === 'database/unavailable' || cause.code.startsWith('rpc/')))
    throw new TRPCError({ code: 'SERVICE_UNAVAILABLE', message: cause.message, cause })
  if (isTernError(cause, 'http/tooManyRequests'))
    throw new TRPCError({ code: 'TOO_MANY_REQUESTS', message: cause.message, cause })
  return result
})
