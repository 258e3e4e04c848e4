import { type Keypair, PublicKey } from '@solana/web3.js'
import { type Chain, createChain } from '@tern/chain'
import { associatedTokenAddress, parseAddress, rentExemption, tokenAccountLayout, wrappedNativeMint } from '@tern/core'
import type { WorldToken } from '@tern/practice-chain'
import { raydiumCpmm } from '@tern/venues/raydiumCpmm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { bn, raydiumSdk, raydiumSdkName } from '../src/sdk.ts'
import { type Cluster, startCluster } from './startCluster.ts'

type Raydium = InstanceType<typeof raydiumSdk.Raydium>

let on: Cluster
let chain: Chain
let owner: Keypair
let raydium: Raydium

beforeAll(async () => {
  // It prints every transaction that it signs.
  vi.spyOn(console, 'log').mockImplementation(() => {})
  on = await startCluster()
  chain = createChain({ rpc: on.chain.rpcUrl })
  owner = await on.fund(50)
  // Nothing that it does here may need Raydium's own servers: there is nobody where it looks for them.
  raydium = await raydiumSdk.Raydium.load({
    connection: on.connection as never,
    owner: owner as never,
    disableFeatureCheck: true,
    disableLoadToken: true,
    urlConfigs: { BASE_HOST: 'http://127.0.0.1:1' },
  })
})
afterAll(async () => {
  vi.restoreAllMocks()
  chain.close()
  await on.chain.close()
})

const plain = () => on.chain.world.find(one => one.protocol === 'raydium_cpmm' && one.symbol === 'KITE')
const withTransferFee = () => on.chain.world.find(one => one.protocol === 'raydium_cpmm' && one.symbol === 'OTTR')
const token = (found: WorldToken | undefined) => found ?? expect.fail('no such token')
const address = () => parseAddress(owner.publicKey.toBase58())

/** What the owner has: lamports and raw units. */
async function holding({ mint, program }: WorldToken) {
  const account = await associatedTokenAddress(address(), mint, program)
  const read = await chain.readAccounts([address(), account], { maxAgeMs: 0 })
  const data = read.get(account)?.data
  return {
    lamports: read.get(address())?.lamports ?? 0n,
    units: data === undefined ? 0n : tokenAccountLayout.view(data, 'atLeast').amount,
  }
}

/** Swaps with the SDK's own code, from what it read and computed itself; returns what Tern quoted and what moved. */
async function swap(traded: WorldToken, side: 'buy' | 'sell', exact: { in: bigint } | { out: bigint }) {
  const { poolInfo, poolKeys, computePoolInfo } = await raydium.cpmm.getPoolInfoFromRpc(traded.pool)
  const outputMint = side === 'buy' ? traded.mint : wrappedNativeMint
  const amount = bn('in' in exact ? exact.in : exact.out) as never
  const fixedOut = 'out' in exact
  const { swapResult } = raydium.cpmm.computeSwapAmount({
    pool: computePoolInfo,
    amountIn: amount,
    outputMint,
    slippage: 0,
    swapBaseIn: !fixedOut,
  })
  const pool = await chain.readPool(raydiumCpmm, traded.pool, { maxAgeMs: 0 })
  const tokenIn = side === 'buy' ? wrappedNativeMint : traded.mint
  const request = fixedOut ? { tokenIn, exactOut: exact.out } : { tokenIn, exactIn: exact.in }
  const quote = pool.quote(request, await chain.readClock())
  const before = await holding(traded)
  await raydium.account.fetchWalletTokenAccounts({ forceUpdate: true })
  const { execute } = await raydium.cpmm.swap({
    poolInfo,
    poolKeys,
    baseIn: outputMint === poolInfo.mintB.address,
    fixedOut,
    inputAmount: fixedOut ? (bn(0n) as never) : amount,
    swapResult,
    slippage: fixedOut ? 0 : 0.05,
    txVersion: raydiumSdk.TxVersion.V0,
  })
  const { txId } = await execute({ sendAndConfirm: true, skipPreflight: false })
  const after = await holding(traded)
  const landed = await on.connection.getTransaction(txId, { maxSupportedTransactionVersion: 0 })
  const fee = BigInt(landed?.meta?.fee ?? 0)
  return { quote, lamports: after.lamports - before.lamports + fee, units: after.units - before.units }
}

describe(raydiumSdkName, () => {
  it('buys and sells, by what comes in', async () => {
    const kite = token(plain())
    const bought = await swap(kite, 'buy', { in: 1_000_000_000n })
    expect(bought.units).toBe(bought.quote.amountOut)
    expect(bought.lamports).toBe(-bought.quote.amountIn - rentExemption(165))
    const sold = await swap(kite, 'sell', { in: bought.units / 3n })
    expect(sold.units).toBe(-sold.quote.amountIn)
    expect(sold.lamports).toBe(sold.quote.amountOut)
  })

  it('buys and sells, by what comes out', async () => {
    const kite = token(plain())
    const bought = await swap(kite, 'buy', { out: 1_234_567_890n })
    expect([bought.units, bought.lamports]).toEqual([1_234_567_890n, -bought.quote.amountIn])
    const sold = await swap(kite, 'sell', { out: 1_000_000n })
    expect([sold.units, sold.lamports]).toEqual([-sold.quote.amountIn, 1_000_000n])
  })

  it('trades a token that takes a transfer fee', async () => {
    const otter = token(withTransferFee())
    const bought = await swap(otter, 'buy', { in: 2_000_000_000n })
    expect(bought.units).toBe(bought.quote.amountOut)
    expect(bought.quote.fees.some(fee => fee.kind === 'transfer' && fee.amount > 0n)).toBe(true)
    const sold = await swap(otter, 'sell', { in: bought.units })
    expect(sold.lamports).toBe(sold.quote.amountOut)
    expect((await holding(otter)).units).toBe(0n)
  })

  it('reads the pool as Tern does', async () => {
    const kite = token(plain())
    const { rpcData } = await raydium.cpmm.getPoolInfoFromRpc(kite.pool)
    const pool = await chain.readPool(raydiumCpmm, kite.pool, { maxAgeMs: 0 })
    const [a, b] = pool.tokens
    expect([rpcData.mintA, rpcData.mintB].map(mint => new PublicKey(mint).toBase58())).toEqual([a.mint, b.mint])
    const { currentPrice } = pool.quote({ tokenIn: a.mint, exactIn: 1_000_000n }, await chain.readClock())
    expect(String(rpcData.quoteReserve)).toBe(String(currentPrice.numerator))
    expect(String(rpcData.baseReserve)).toBe(String(currentPrice.denominator))
  })
})
