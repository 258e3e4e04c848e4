import { join } from 'node:path'
import { TernError } from '@tern/core'
import { worldCandidates } from '@tern/practice-chain/internal/makers'
import type { Config } from '../config.ts'
import { listWorld } from '../indexer/listing.ts'
import type { Node } from '../network/node.ts'
import { persist } from '../network/persist.ts'
import { keepTrading } from './keepTrading.ts'
import { paceOf } from './makerPace.ts'
import { startMakers } from './makers.ts'
import { metadataReader, pictures } from './metadata.ts'

interface Options {
  /** Receives errors: the disk refuses the chain's writes, or the makers could not start. */
  readonly onFault: (error: unknown) => void
  /** Receives lines for the log. */
  readonly onNotice: (notice: string) => void
  /** Receives the finished share of a new world's history, from 0 to 1. */
  readonly onProgress: (share: number) => void
}

/**
 * Starts the practice chain. Only this function loads the chain's code, because a cluster's server does not need it.
 *
 * @throws TernError `config/portInUse` for RPC_PORT and the port after it; `practice/*`.
 */
export async function startPracticeNode(
  { dataDir, host, practice }: Config,
  { onFault, onNotice, onProgress }: Options,
): Promise<Node> {
  const { startPracticeChain } = await import('@tern/practice-chain')
  const { rpcPort, seed, programsDir, snapshotsDir, historyHours, tradesPerSecond, liquidityChangesPerMinute } =
    practice
  const chain = await startPracticeChain({
    dataDir: join(dataDir, 'practice-chain'),
    historySeconds: historyHours * 3_600,
    ...{ onFault, onNotice, onProgress },
    ...(rpcPort !== undefined && { host, port: rpcPort, subscriptionPort: rpcPort + 1 }),
    ...(seed !== undefined && { seed }),
    ...(programsDir !== undefined && { programsDir }),
    ...(snapshotsDir !== undefined && { snapshotsDir }),
  }).catch((error: unknown) => {
    const isInUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    if (!isInUse || rpcPort === undefined) throw error
    const port = 'port' in error && typeof error.port === 'number' ? error.port : rpcPort
    throw new TernError('config/portInUse', { name: port === rpcPort ? 'RPC_PORT' : 'RPC_PORT + 1, which is', port })
  })
  const closing = new AbortController()
  return {
    answerWithinMs: Number.POSITIVE_INFINITY,
    persist: read => persist(read, closing.signal),
    addresses: [{ rpcUrl: chain.rpcUrl, subscriptionsUrl: chain.wsUrl }],
    lookupTable: chain.lookupTable,
    pictureOf: pictures(chain.world),
    metadataOf: metadataReader(chain.world),
    list: reader => listWorld(reader, chain.world),
    candidatesOf: worldCandidates,
    poolsOf: async () => [],
    tablesOf: async pools => (await Promise.all(pools.map(chain.lookupTableOf))).flatMap(table => table ?? []),
    startTrading(isWatched) {
      if (tradesPerSecond === 0) return async () => {}
      const pace = paceOf(tradesPerSecond, liquidityChangesPerMinute)
      return keepTrading(signal => startMakers(chain, { pace, isWatched }, signal), { onFault })
    },
    close() {
      closing.abort()
      return chain.close()
    },
  }
}
