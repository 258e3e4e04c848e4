import { UnsafeBurnerWalletAdapter } from '@solana/wallet-adapter-unsafe-burner'
import { SolanaWalletAdapterWallet } from '@solana/wallet-standard-wallet-adapter-base'
import {
  LAMPORTS_PER_SOL,
  PublicKey,
  type Transaction,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import {
  buy,
  type Client,
  closeNonce,
  createClient,
  execute,
  openNonce,
  planBuy,
  planCreatePool,
  planMessage,
  planSell,
  sell,
  withOwner,
} from '@tern/client'
import { type Owner, wrappedNativeMint } from '@tern/core'
import { walletStandardOwner } from '@tern/core/walletStandard'
import { configAddress, raydiumCpmm } from '@tern/venues/raydiumCpmm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Cluster, startCluster } from './startCluster.ts'

const chainName = 'solana:localnet'
const wish = { slippageBps: 50, priorityFeeLamports: 0n, amountIn: 1_000_000_000n }

/**
 * Can guard transactions as wallets do on mainnet: it decompiles the message, adds an instruction and compiles it
 * again.
 */
class Burner extends UnsafeBurnerWalletAdapter {
  /** The first byte of the added instruction. Unset: no instruction is added. */
  adds: number | undefined
  override async signTransaction<T extends Transaction | VersionedTransaction>(transaction: T): Promise<T> {
    if (this.adds === undefined) return super.signTransaction(transaction)
    if (!(transaction instanceof VersionedTransaction)) throw expect.fail('of another version')
    const message = TransactionMessage.decompile(transaction.message)
    message.instructions.push(
      new TransactionInstruction({
        programId: new PublicKey('L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95'),
        keys: [{ pubkey: message.payerKey, isSigner: false, isWritable: false }],
        data: Buffer.from([this.adds, 4, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 3]),
      }),
    )
    return super.signTransaction(new VersionedTransaction(message.compileToV0Message()) as T)
  }
}

let cluster: Cluster
let adapter: Burner
let owner: Owner
let client: Client

beforeAll(async () => {
  cluster = await startCluster()
  // The adapter warns that it is for tests.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  adapter = new Burner()
  const wallet = new SolanaWalletAdapterWallet(adapter as never, chainName)
  await wallet.features['standard:connect'].connect()
  const [account] = wallet.accounts
  if (account === undefined) throw expect.fail('not connected')
  owner = walletStandardOwner(wallet, account, { chain: chainName })
  const { connection } = cluster
  const signature = await connection.requestAirdrop(new PublicKey(account.publicKey), 10 * LAMPORTS_PER_SOL)
  await connection.confirmTransaction({ signature, ...(await connection.getLatestBlockhash()) })
  client = createClient({ rpc: cluster.chain.rpcUrl, owner })
})
afterAll(async () => {
  client.chain.close()
  await cluster.chain.close()
})

/** A token of the practice chain, and its pool. */
function listed(protocol: string) {
  const token = cluster.chain.world.find(one => one.protocol === protocol && one.stage !== 'graduated')
  if (token === undefined) throw expect.fail(`nothing on ${protocol}`)
  return { mint: token.mint, pool: { protocol: token.protocol, address: token.pool } }
}

describe('a foreign Wallet Standard wallet', () => {
  it('buys at the quote, and sells again', async () => {
    const token = listed('pumpfun')
    const bought = await planBuy(client, { ...token, ...wish })
    expect(await buy(client, bought)).toMatchObject({ status: 'confirmed', amountOut: bought.quote?.amountOut })
    const sold = await planSell(client, { ...token, ...wish, amountIn: bought.quote?.amountOut ?? 0n })
    expect(await sell(client, sold)).toMatchObject({ status: 'confirmed', amountOut: sold.quote?.amountOut })
  })

  it('signs a transaction with a nonce', async () => {
    await openNonce(client)
    const planned = await planBuy(client, { ...listed('raydium_cpmm'), ...wish, lifetime: 'nonce' })
    expect(await buy(client, planned)).toMatchObject({ status: 'confirmed' })
    expect(await closeNonce(client)).toBeGreaterThan(0n)
  })

  it('creates a pool at a new address, whose key pair signs after it', async () => {
    const token = listed('raydium_cpmm')
    await buy(client, await planBuy(client, { ...token, ...wish }))
    const amount = 1_000_000n
    const config = await configAddress(0)
    const tokens = [
      { mint: token.mint, amount },
      { mint: wrappedNativeMint, amount },
    ] as const
    const planned = await planCreatePool(client, { protocol: 'raydium_cpmm', config, tokens, at: 'fresh' })
    expect(planned.reasons).toEqual([])
    expect((await execute(client, planned)).steps).toMatchObject([{ status: 'confirmed' }])
    const pool = await client.chain.read(raydiumCpmm, planned.quote?.pool ?? expect.fail('no pool'))
    expect(pool.tokens.map(({ mint }) => mint).sort()).toEqual([token.mint, wrappedNativeMint].sort())
  })

  it('may add an assertion, but no instruction that writes', async () => {
    const bought = { ...listed('raydium_cpmm'), ...wish }
    const { plan } = await planBuy(client, bought)
    const unguarded = await planBuy(withOwner(client, { ...owner, guardUnits: 0 }), bought)
    if (plan === undefined) throw expect.fail('not planned')
    expect(plan.unitLimit).toBe((unguarded.plan?.unitLimit ?? 0) + 10_000)
    const blockhash = await client.chain.readBlockhash()
    adapter.adds = 5
    const asked = [planMessage(owner.address, plan.messages[0], blockhash)]
    const [transaction = expect.fail('not signed')] = await owner.signTransactions(asked)
    const { message } = VersionedTransaction.deserialize(transaction.bytes)
    expect(message.serialize()).toEqual(transaction.message.bytes)
    const programs = message.compiledInstructions.map(one => message.staticAccountKeys[one.programIdIndex]?.toBase58())
    expect(programs.at(-1)).toBe('L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95')
    adapter.adds = 0
    await expect(owner.signTransactions(asked)).rejects.toMatchObject({ code: 'wallet/changedMessage' })
  })
})
