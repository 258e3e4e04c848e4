import type { ProviderHealth } from '@tern/chain/internal'
import type { PoolName } from '@tern/client'
import { type Address, isTernError } from '@tern/core'
import { initTRPC, TRPCError } from '@trpc/server'
import type { Activity } from '../activity/openActivity.ts'
import type { Feed } from '../data/emitter.ts'
import type { BlockhashRow, NetworkRow } from '../data/rows.ts'
import { foundUnder } from '../database/database.ts'
import type { Markets } from '../indexer/markets.ts'
import type { Referrals } from '../referrals/openReferrals.ts'

/** The data sources of the procedures. Every call receives all of them. */
export interface ProcedureContext {
  /** The client that calls, see `clientOf`. */
  readonly client: string
  readonly network: NetworkRow
  readonly tokens: Markets['tokens']
  readonly markets: Markets['markets']
  /** Reads the addresses of lookup tables with the accounts of pools. */
  readonly tablesOf: (pools: readonly PoolName[]) => Promise<readonly Address[]>
  readonly pools: Markets['pools']
  /** Reads the names of pools that trade a token, beyond the pools that the server follows. */
  readonly poolsOf: (mint: Address) => Promise<readonly PoolName[]>
  readonly activity: Activity['activity']
  readonly blockhashes: Feed<BlockhashRow>
  readonly providers: Pick<ProviderHealth, 'providers' | 'state'>
  /** `undefined` if no fee is charged. */
  readonly referrals: Omit<Referrals, 'stop'> | undefined
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
