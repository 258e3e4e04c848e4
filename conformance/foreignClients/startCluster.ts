import { type AddressInfo, createServer } from 'node:net'
import { Connection, Keypair, LAMPORTS_PER_SOL } from '@solana/web3.js'
import { type PracticeChain, type PracticeChainOptions, startPracticeChain } from '@tern/practice-chain'

/** A practice chain with its WebSocket also at port + 1, and web3.js v1 connected to it as to any cluster. */
export interface Cluster {
  readonly chain: PracticeChain
  readonly connection: Connection
  /** Creates a key with this many SOL, at most 100. */
  fund(sol?: number): Promise<Keypair>
}

export async function startCluster(options: PracticeChainOptions = {}): Promise<Cluster> {
  const chain = await startOnTwoPorts({ slotMs: 50, ...options })
  const connection = new Connection(chain.rpcUrl, 'confirmed')
  return {
    chain,
    connection,
    async fund(sol = 10) {
      const key = Keypair.generate()
      const signature = await connection.requestAirdrop(key.publicKey, sol * LAMPORTS_PER_SOL)
      await connection.confirmTransaction({ signature, ...(await connection.getLatestBlockhash()) })
      return key
    },
  }
}

/**
 * Returns the error of a transaction.
 * web3.js returns an error from its subscription, but throws an error from its first look at the status.
 * It does so even before the requested commitment.
 */
export function errorOf(confirmation: ReturnType<Connection['confirmTransaction']>): Promise<unknown> {
  return confirmation.then(
    ({ value }) => value.err,
    (error: unknown) => error,
  )
}

/** Two consecutive ports cannot be reserved. Take a free port, and try again if the next port is in use. */
async function startOnTwoPorts(options: PracticeChainOptions): Promise<PracticeChain> {
  for (;;) {
    const port = await freePort()
    try {
      return await startPracticeChain({ ...options, port, subscriptionPort: port + 1 })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    }
  }
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer()
    server.once('error', reject).listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
