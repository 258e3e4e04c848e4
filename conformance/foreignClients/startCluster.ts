import { type AddressInfo, createServer } from 'node:net'
import { Connection, Keypair, LAMPORTS_PER_SOL } from '@solana/web3.js'
import { type PracticeChain, type PracticeChainOptions, startPracticeChain } from '@tern/practice-chain'

/** A practice chain with its WebSocket at port + 1 too, and web3.js v1 on it as on any cluster. */
export interface Cluster {
  readonly chain: PracticeChain
  readonly connection: Connection
  /** A new key with so many SOL, 100 at most. */
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
 * The error that a transaction ends with. web3.js returns what its subscription says, and throws what its first look at
 * the status says, even before the commitment that was asked for.
 */
export function errorOf(confirmation: ReturnType<Connection['confirmTransaction']>): Promise<unknown> {
  return confirmation.then(
    ({ value }) => value.err,
    (error: unknown) => error,
  )
}

/** Two ports in a row cannot be asked for: takes what is free, and tries again when somebody has the second. */
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
