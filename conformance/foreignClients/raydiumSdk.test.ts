import {
  createAssociatedTokenAccountIdempotent,
  createMint,
  mintTo,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import { Keypair, PublicKey } from '@solana/web3.js'
import { type Chain, createChain } from '@tern/chain'
import { associatedTokenAddress, parseAddress, rentExemption, wrappedNativeMint } from '@tern/core'
import { tokenAccountLayout } from '@tern/core/internal'
import type { WorldToken } from '@tern/practice-chain'
import { program as cpmmProgram, raydiumCpmm } from '@tern/venues/raydiumCpmm'
import { createPoolFeeReceiver } from '@tern/venues/raydiumCpmm/internal'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { bn, raydiumSdk, raydiumSdkName } from '../src/sdk.ts'
import { type Cluster, startCluster } from './startCluster.ts'

type Raydium = InstanceType<typeof raydiumSdk.Raydium>

let on: Cluster
let chain: Chain
let owner: Keypair
let raydium: Raydium

beforeAll(async () => {
  // The SDK prints every transaction that it signs.
  vi.spyOn(console, 'log').mockImplementation(() => {})
  on = await startCluster()
  chain = createChain({ rpc: on.chain.rpcUrl })
  owner = await on.fund(50)
  // No call here may need Raydium's own servers, because they cannot be reached.
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

/** The owner's lamports, and raw units of the token. */
async function holding({ mint, program }: Pick<WorldToken, 'mint' | 'program'>) {
  const account = await associatedTokenAddress(address(), mint, program)
  const read = await chain.readAccounts([address(), account], { maxAgeMs: 0 })
  const data = read.get(account)?.data
  return {
    lamports: read.get(address())?.lamports ?? 0n,
    units: data === undefined ? 0n : tokenAccountLayout.view(data, 'atLeast').amount,
  }
}

/** Swaps with the SDK's own code and its own reading of the pool. Returns Tern's quote and the moved amounts. */
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
  const pool = await chain.read(raydiumCpmm, traded.pool, { maxAgeMs: 0 })
  const tokenIn = side === 'buy' ? wrappedNativeMint : traded.mint
  const request = fixedOut ? { tokenIn, exactOut: exact.out } : { tokenIn, exactIn: exact.in }
  const quote = pool.quote(request, await chain.readClock())
  const before = await holding(traded)
  await lookAgain()
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

/** Refreshes the SDK's cached token accounts of the owner. */
const lookAgain = () => raydium.account.fetchWalletTokenAccounts({ forceUpdate: true })

/** Signs, sends and waits. */
async function execute(
  built: Awaited<ReturnType<Raydium['cpmm']['swap']>> | { execute(options: object): Promise<unknown> },
) {
  await built.execute({ sendAndConfirm: true, skipPreflight: false })
}

describe(raydiumSdkName, () => {
  it('buys and sells an exact input', async () => {
    const kite = token(plain())
    const bought = await swap(kite, 'buy', { in: 1_000_000_000n })
    expect(bought.units).toBe(bought.quote.amountOut)
    expect(bought.lamports).toBe(-bought.quote.amountIn - rentExemption(165))
    const sold = await swap(kite, 'sell', { in: bought.units / 3n })
    expect(sold.units).toBe(-sold.quote.amountIn)
    expect(sold.lamports).toBe(sold.quote.amountOut)
  })

  it('buys and sells an exact output', async () => {
    const kite = token(plain())
    const bought = await swap(kite, 'buy', { out: 1_234_567_890n })
    expect([bought.units, bought.lamports]).toEqual([1_234_567_890n, -bought.quote.amountIn])
    const sold = await swap(kite, 'sell', { out: 1_000_000n })
    expect([sold.units, sold.lamports]).toEqual([-sold.quote.amountIn, 1_000_000n])
  })

  it('trades a token with a transfer fee', async () => {
    const otter = token(withTransferFee())
    const bought = await swap(otter, 'buy', { in: 2_000_000_000n })
    expect(bought.units).toBe(bought.quote.amountOut)
    expect(bought.quote.fees.some(fee => fee.kind === 'transfer' && fee.amount > 0n)).toBe(true)
    const sold = await swap(otter, 'sell', { in: bought.units })
    expect(sold.lamports).toBe(sold.quote.amountOut)
    expect((await holding(otter)).units).toBe(0n)
  })

  it('opens a pool of new tokens, adds liquidity and withdraws it', async () => {
    const confirm = { commitment: 'confirmed' } as const
    const [older, newer] = [TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID]
    const mints = await Promise.all(
      [older, newer].map(async program => {
        const { connection } = on
        const mint = await createMint(connection, owner, owner.publicKey, null, 6, Keypair.generate(), confirm, program)
        const account = await createAssociatedTokenAccountIdempotent(
          connection,
          owner,
          mint,
          owner.publicKey,
          confirm,
          program,
        )
        await mintTo(connection, owner, mint, account, owner, 10n ** 15n, [], confirm, program)
        return { address: mint.toBase58(), decimals: 6, programId: program.toBase58() }
      }),
    )
    const [mintA, mintB] = mints
    if (mintA === undefined || mintB === undefined) expect.fail('two mints')
    const { poolKeys: known } = await raydium.cpmm.getPoolInfoFromRpc(token(plain()).pool)
    await lookAgain()
    const created = await raydium.cpmm.createPool({
      programId: new PublicKey(cpmmProgram) as never,
      poolFeeAccount: new PublicKey(createPoolFeeReceiver) as never,
      mintA,
      mintB,
      mintAAmount: bn(4_000_000_000n) as never,
      mintBAmount: bn(9_000_000_000n) as never,
      startTime: bn(0n) as never,
      feeConfig: { ...known.config, creatorFeeRate: 0 } as never,
      associatedOnly: false,
      ownerInfo: { useSOLBalance: true },
      txVersion: raydiumSdk.TxVersion.V0,
    })
    await execute(created)
    const id = parseAddress(String(created.extInfo.address.poolId))

    const { poolInfo, poolKeys, rpcData } = await raydium.cpmm.getPoolInfoFromRpc(id)
    // √(4e9 × 9e9). The first hundred belong to no account.
    expect(String(rpcData.lpAmount)).toBe('6000000000')
    const lp = new PublicKey(String(rpcData.mintLp))
    expect((await on.connection.getTokenSupply(lp)).value.amount).toBe('5999999900')
    const slippage = new raydiumSdk.Percent(bn(1n) as never, bn(100n) as never)
    const v0 = { poolInfo, poolKeys, slippage, txVersion: raydiumSdk.TxVersion.V0 }
    await lookAgain()
    await execute(await raydium.cpmm.addLiquidity({ ...v0, inputAmount: bn(1_000_000_000n) as never, baseIn: true }))

    const traded = { mint: parseAddress(poolInfo.mintA.address), program: parseAddress(poolInfo.mintA.programId) }
    const [held] = (await on.connection.getParsedTokenAccountsByOwner(owner.publicKey, { mint: lp })).value
    const { amount } = held?.account.data.parsed.info.tokenAmount ?? expect.fail('no share')
    await lookAgain()
    await execute(await raydium.cpmm.withdrawLiquidity({ ...v0, lpAmount: bn(BigInt(amount)) as never }))
    // The worth of the locked hundred stays behind, and rounding remainders.
    const left = 10n ** 15n - (await holding(traded)).units
    expect(left > 0n && left < 200n).toBe(true)
    expect((await on.connection.getTokenSupply(lp)).value.amount).toBe('0')
  })

  it('reads the pool as Tern does', async () => {
    const kite = token(plain())
    const { rpcData } = await raydium.cpmm.getPoolInfoFromRpc(kite.pool)
    const pool = await chain.read(raydiumCpmm, kite.pool, { maxAgeMs: 0 })
    const [a, b] = pool.tokens
    expect([rpcData.mintA, rpcData.mintB].map(mint => new PublicKey(mint).toBase58())).toEqual([a.mint, b.mint])
    const { currentPrice } = pool.quote({ tokenIn: a.mint, exactIn: 1_000_000n }, await chain.readClock())
    expect(String(rpcData.quoteReserve)).toBe(String(currentPrice.numerator))
    expect(String(rpcData.baseReserve)).toBe(String(currentPrice.denominator))
  })
})
