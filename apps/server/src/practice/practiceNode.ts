import { join } from 'node:path'
import { TernError } from '@tern/core/serverErrors'
import { worldCandidates } from '@tern/practice-chain/makers'
import type { Config } from '../config.ts'
import { listWorld } from '../indexer/listing.ts'
import type { Node } from '../network/node.ts'
import { startMakers } from './makers.ts'
import { metadataReader, pictures } from './metadata.ts'
import { paceOf } from './pace.ts'

/**
 * Starts the practice chain; its code is loaded only here, so that a server of a cluster does without it.
 * `onFault` is told when the disk does not take what the chain does.
 * @throws TernError `config/portInUse` for RPC_PORT and the port after it; `practice/*`.
 */
export async function startPracticeNode(
  { dataDir, host, practice }: Config,
  onFault: (error: unknown) => void,
): Promise<Node> {
  const { startPracticeChain } = await import('@tern/practice-chain')
  const { rpcPort, seed, programsDir, snapshotsDir, historyHours, tradesPerSecond } = practice
  const chain = await startPracticeChain({
    dataDir: join(dataDir, 'practice-chain'),
    historySeconds: historyHours * 3_600,
    onFault,
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
  return {
    addresses: [{ rpcUrl: chain.rpcUrl, subscriptionsUrl: chain.wsUrl }],
    lookupTable: chain.lookupTable,
    pictureOf: pictures(chain.world),
    metadataOf: metadataReader(chain.world),
    list: reader => listWorld(reader, chain.world),
    candidatesOf: worldCandidates,
    startTrading: async isWatched =>
      tradesPerSecond === 0 ? async () => {} : startMakers(chain, { pace: paceOf(tradesPerSecond), isWatched }),
    close: () => chain.close(),
  }
}
