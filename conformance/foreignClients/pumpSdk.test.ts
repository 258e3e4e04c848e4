import { createRequire } from 'node:module'
import { getAssociatedTokenAddressSync, TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '@solana/spl-token'
import { ComputeBudgetProgram, Keypair, PublicKey, Transaction, type TransactionInstruction } from '@solana/web3.js'
import { type Chain, createChain } from '@tern/chain'
import { type Address, parseAddress, rentExemption, wrappedNativeMint } from '@tern/core'
import type { Pool, Quote } from '@tern/venues'
import { venues } from '@tern/venues/all'
import { program } from '@tern/venues/pumpfun'
import { readEvents, type VenueEvent } from '@tern/venues/read'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bn } from '../src/sdk.ts'
import { type Cluster, startCluster } from './startCluster.ts'

type PumpSdk = typeof import('@pump-fun/pump-sdk')
type Bn = Parameters<PumpSdk['getBuyTokenAmountFromSolAmount']>[0]['amount']

const require = createRequire(import.meta.url)
/** Required, not imported: its ES module does not load under Node. */
const pumpSdk = require('@pump-fun/pump-sdk') as PumpSdk
const big = (value: bigint) => bn(value) as unknown as Bn
const sol = 1_000_000_000n

let on: Cluster
let chain: Chain
let online: InstanceType<PumpSdk['OnlinePumpSdk']>
let global: Awaited<ReturnType<typeof online.fetchGlobal>>
let feeConfig: Awaited<ReturnType<typeof online.fetchFeeConfig>>

beforeAll(async () => {
  on = await startCluster()
  chain = createChain({ rpc: on.chain.rpcUrl })
  online = new pumpSdk.OnlinePumpSdk(on.connection)
  global = await online.fetchGlobal()
  feeConfig = await online.fetchFeeConfig()
})
afterAll(async () => {
  chain.close()
  await on.chain.close()
})

interface Sent {
  readonly feeLamports: bigint
  readonly events: readonly VenueEvent[]
}

async function send(
  instructions: readonly TransactionInstruction[],
  payer: Keypair,
  ...signers: Keypair[]
): Promise<Sent> {
  const { connection } = on
  const latest = await connection.getLatestBlockhash()
  const transaction = new Transaction({ feePayer: payer.publicKey, ...latest })
  transaction.add(ComputeBudgetProgram.setComputeUnitLimit({ units: 400_000 }), ...instructions)
  transaction.sign(payer, ...signers)
  const signature = await connection.sendRawTransaction(transaction.serialize())
  await connection.confirmTransaction({ signature, ...latest })
  const landed = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 })
  const logs = landed?.meta?.logMessages ?? expect.fail('no logs')
  return { feeLamports: BigInt(landed?.meta?.fee ?? 0), events: await readEvents(program, { logs }) }
}

const curveOf = (mint: PublicKey) => parseAddress(pumpSdk.bondingCurvePda(mint).toBase58())
const readPool = (mint: PublicKey): Promise<Pool> =>
  chain.read(venues.pumpfun, curveOf(mint), { mint: parseAddress(mint.toBase58()), maxAgeMs: 0 })

/** A trader's lamports, and raw units of a coin. */
async function holding(owner: PublicKey, mint: PublicKey, tokenProgram: PublicKey) {
  const account = getAssociatedTokenAddressSync(mint, owner, true, tokenProgram)
  const { value } = await on.connection.getTokenAccountBalance(account).catch(() => ({ value: { amount: '0' } }))
  return { lamports: BigInt(await on.connection.getBalance(owner)), units: BigInt(value.amount) }
}

/** The rent that a buy makes the trader pay, in addition to the token account's. */
async function openedBy(pool: Pool, owner: PublicKey): Promise<bigint> {
  const address = parseAddress(owner.toBase58())
  const parties = { owner: address, payer: address, tokenAccountIn: address, tokenAccountOut: address }
  const possible = await pool.opens(wrappedNativeMint, parties, new Map())
  const read = await chain.readAccounts(
    possible.map(one => one.address),
    { maxAgeMs: 0 },
  )
  const opened = await pool.opens(wrappedNativeMint, parties, read)
  return opened.reduce((sum, { lamports }) => sum + lamports, 0n)
}

/** The older instructions, or the instructions for any quote mint. */
type Version = 'legacy' | 'v2'

/**
 * Buys with the SDK's own code for about this many lamports.
 * @returns the bought units, and the creator's share of the fees.
 */
async function buy(coin: Coin, trader: Keypair, lamports: bigint, version: Version = 'legacy') {
  const { mint, tokenProgram } = coin
  const user = trader.publicKey
  const state = await online.fetchBuyState(mint, user, tokenProgram)
  const { bondingCurve } = state
  const amount = pumpSdk.getBuyTokenAmountFromSolAmount({
    global,
    feeConfig,
    mintSupply: bondingCurve.tokenTotalSupply,
    bondingCurve,
    amount: big(lamports),
    quoteMint: PublicKey.default,
  })
  const pool = await readPool(mint)
  const request = { tokenIn: wrappedNativeMint, exactOut: BigInt(String(amount)) }
  const quote = pool.quote(request, await chain.readClock())
  const rent = (await openedBy(pool, user)) + (state.associatedUserAccountInfo === null ? tokenRent(tokenProgram) : 0n)
  const before = await holding(user, mint, tokenProgram)
  const order = { ...state, global, mint, user, amount, slippage: 1, tokenProgram }
  const instructions =
    version === 'legacy'
      ? await pumpSdk.PUMP_SDK.buyInstructions({ ...order, solAmount: big(lamports) })
      : await pumpSdk.PUMP_SDK.buyV2Instructions({ ...order, quoteAmount: big(lamports) })
  const { feeLamports } = await send(instructions, trader)
  const after = await holding(user, mint, tokenProgram)
  expect(after.units - before.units).toBe(quote.amountOut)
  expect(before.lamports - after.lamports - feeLamports - rent).toBe(quote.amountIn)
  return { units: after.units - before.units, creatorFee: creatorFeeOf(quote) }
}

/**
 * Sells with the SDK's own code.
 * @returns the creator's share of the fees.
 */
async function sell(coin: Coin, trader: Keypair, units: bigint, version: Version = 'legacy') {
  const { mint, tokenProgram } = coin
  const user = trader.publicKey
  const state = await online.fetchSellState(mint, user, tokenProgram)
  const { bondingCurve } = state
  const amount = big(units)
  const solAmount = pumpSdk.getSellSolAmountFromTokenAmount({
    global,
    feeConfig,
    mintSupply: bondingCurve.tokenTotalSupply,
    bondingCurve,
    amount,
  })
  const quote = (await readPool(mint)).quote(
    { tokenIn: parseAddress(mint.toBase58()), exactIn: units },
    await chain.readClock(),
  )
  expect(quote.amountOut).toBe(BigInt(String(solAmount)))
  const before = await holding(user, mint, tokenProgram)
  const order = { ...state, global, mint, user, amount, slippage: 1, tokenProgram }
  const { isMayhemMode: mayhemMode, isCashbackCoin: cashback } = bondingCurve
  const instructions =
    version === 'legacy'
      ? await pumpSdk.PUMP_SDK.sellInstructions({ ...order, solAmount, mayhemMode, cashback })
      : await pumpSdk.PUMP_SDK.sellV2Instructions({ ...order, quoteAmount: solAmount })
  const { feeLamports } = await send(instructions, trader)
  const after = await holding(user, mint, tokenProgram)
  expect(before.units - after.units).toBe(units)
  expect(after.lamports - before.lamports + feeLamports).toBe(quote.amountOut)
  return creatorFeeOf(quote)
}

interface Coin {
  readonly mint: PublicKey
  readonly tokenProgram: PublicKey
}

const creatorFeeOf = ({ fees }: Quote) => fees.find(({ kind }) => kind === 'creator')?.amount ?? 0n

const tokenRent = (tokenProgram: PublicKey) => rentExemption(tokenProgram.equals(TOKEN_2022_PROGRAM_ID) ? 170 : 165)

const story = (symbol: string) => ({ name: `Made by ${symbol}`, symbol, uri: 'https://practice.tern.invalid/x.json' })

describe('@pump-fun/pump-sdk 2.0.0', () => {
  const { PUMP_SDK } = pumpSdk

  it.each([
    ['create', TOKEN_PROGRAM_ID],
    ['create_v2', TOKEN_2022_PROGRAM_ID],
  ] as const)('launches with %s; other traders buy and sell', async (instruction, tokenProgram) => {
    const [creator, trader] = [await on.fund(10), await on.fund(20)]
    const mint = Keypair.generate()
    const launch = { ...story('ALONE'), mint: mint.publicKey, creator: creator.publicKey, user: creator.publicKey }
    const create =
      instruction === 'create'
        ? await PUMP_SDK.createInstruction(launch)
        : await PUMP_SDK.createV2Instruction({ ...launch, mayhemMode: false })
    const { events } = await send([create], creator, mint)
    expect(events).toMatchObject([
      {
        kind: 'launch',
        mint: mint.publicKey.toBase58(),
        pool: curveOf(mint.publicKey),
        creator: creator.publicKey.toBase58(),
        tokenProgram: tokenProgram.toBase58(),
        ...story('ALONE'),
      },
    ])
    const coin = { mint: mint.publicKey, tokenProgram }
    const { units } = await buy(coin, trader, sol)
    const more = await buy(coin, trader, 3n * sol + 1n)
    await sell(coin, trader, units / 3n)
    await sell(coin, trader, units - units / 3n + more.units)
    expect((await holding(trader.publicKey, coin.mint, tokenProgram)).units).toBe(0n)
  })

  it.each([
    ['create', TOKEN_PROGRAM_ID],
    ['create_v2', TOKEN_2022_PROGRAM_ID],
  ] as const)('launches with %s and buys in one transaction', async (instruction, tokenProgram) => {
    const creator = await on.fund(10)
    const mint = Keypair.generate()
    const amount = pumpSdk.getBuyTokenAmountFromSolAmount({
      global,
      feeConfig,
      mintSupply: null,
      bondingCurve: null,
      amount: big(2n * sol),
      quoteMint: PublicKey.default,
    })
    const launch = {
      ...story('FIRST'),
      global,
      mint: mint.publicKey,
      creator: creator.publicKey,
      user: creator.publicKey,
      amount,
      solAmount: big(2n * sol),
    }
    const instructions =
      instruction === 'create'
        ? await PUMP_SDK.createAndBuyInstructions(launch)
        : await PUMP_SDK.createV2AndBuyInstructions({ ...launch, mayhemMode: false })
    const { events } = await send(instructions, creator, mint)
    const [launched, traded] = events
    expect(launched).toMatchObject({ kind: 'launch', mint: mint.publicKey.toBase58() })
    expect(traded).toMatchObject({
      kind: 'trade',
      amountOut: BigInt(String(amount)),
      trader: creator.publicKey.toBase58(),
    })
    const { units } = await holding(creator.publicKey, mint.publicKey, tokenProgram)
    expect(units).toBe(BigInt(String(amount)))
    await sell({ mint: mint.publicKey, tokenProgram }, creator, units / 2n)
  })

  it('trades the world’s own coins on every kind of curve that trades', async () => {
    const trader = await on.fund(100)
    const kinds = new Map<string, { mint: Address; program: Address }>()
    for (const token of on.chain.world) {
      if (token.protocol !== 'pumpfun') continue
      const state = await online.fetchBondingCurve(token.mint)
      if (!state.complete) kinds.set([token.program, state.isMayhemMode, state.isCashbackCoin].join(), token)
    }
    expect(kinds.size).toBeGreaterThan(1)
    for (const { mint, program } of kinds.values()) {
      const coin = { mint: new PublicKey(mint), tokenProgram: new PublicKey(program) }
      const { units } = await buy(coin, trader, sol / 3n)
      await sell(coin, trader, units)
    }
  })

  it('pays the creator for trades with any instruction', async () => {
    const [creator, trader] = [await on.fund(1), await on.fund(20)]
    const coin = await launchV2(creator)
    const fees = [
      (await buy(coin, trader, sol)).creatorFee,
      (await buy(coin, trader, sol, 'v2')).creatorFee,
      await sell(coin, trader, 1_000_000_000n),
      await sell(coin, trader, 2_000_000_000n, 'v2'),
    ]
    expect(fees.every(fee => fee > 0n)).toBe(true)
    const before = BigInt(await on.connection.getBalance(creator.publicKey))
    const [collect] = await online.collectCoinCreatorFeeInstructions(creator.publicKey)
    await send(collect === undefined ? [] : [collect], trader)
    const after = BigInt(await on.connection.getBalance(creator.publicKey))
    expect(after - before).toBe(fees.reduce((sum, fee) => sum + fee))
    expect(String(await online.getCreatorVaultBalance(creator.publicKey))).toBe('0')
  })

  it('pays a trader’s cashback', async () => {
    const trader = await on.fund(20)
    const found = await Promise.all(
      on.chain.world.flatMap(({ protocol, mint, program }) =>
        protocol === 'pumpfun' ? [online.fetchBondingCurve(mint).then(curve => ({ mint, program, curve }))] : [],
      ),
    )
    const { mint, program } = found.find(({ curve }) => curve.isCashbackCoin) ?? expect.fail('no cashback coin')
    const coin = { mint: new PublicKey(mint), tokenProgram: new PublicKey(program) }
    const { units, creatorFee } = await buy(coin, trader, sol)
    const due = creatorFee + (await sell(coin, trader, units))
    const before = BigInt(await on.connection.getBalance(trader.publicKey))
    const { feeLamports } = await send([await PUMP_SDK.claimCashbackInstruction({ user: trader.publicKey })], trader)
    expect(BigInt(await on.connection.getBalance(trader.publicKey)) - before + feeLamports).toBe(due)
  })

  it('buys the last tokens of a curve, which is complete then', async () => {
    const [creator, trader] = [await on.fund(1), await on.fund(100)]
    const coin = await launchV2(creator)
    const state = await online.fetchBuyState(coin.mint, trader.publicKey, coin.tokenProgram)
    const { bondingCurve } = state
    const amount = bondingCurve.realTokenReserves
    const quoteMint = PublicKey.default
    const mintSupply = bondingCurve.tokenTotalSupply
    const cost = { global, feeConfig, mintSupply, bondingCurve, amount, quoteMint }
    const solAmount = pumpSdk.getBuySolAmountFromTokenAmount(cost)
    const order = { ...state, ...coin, global, user: trader.publicKey, amount, solAmount, slippage: 1 }
    const { events } = await send(await PUMP_SDK.buyInstructions(order), trader)
    const pool = curveOf(coin.mint)
    expect(events).toMatchObject([
      { kind: 'trade', pool, amountOut: BigInt(String(amount)), amountIn: BigInt(String(solAmount)) },
      { kind: 'completion', pool },
    ])
    expect((await readPool(coin.mint)).curve).toMatchObject({ stage: 'complete', progressPpm: 1_000_000 })
    expect((await online.fetchBondingCurve(coin.mint)).complete).toBe(true)
    await expect(send(await PUMP_SDK.buyInstructions({ ...order, amount: big(1n) }), trader)).rejects.toThrow(
      /custom program error: 0x1775/,
    )
  })

  async function launchV2(creator: Keypair): Promise<Coin> {
    const mint = Keypair.generate()
    const launch = { ...story('LATER'), mint: mint.publicKey, creator: creator.publicKey, user: creator.publicKey }
    await send([await PUMP_SDK.createV2Instruction({ ...launch, mayhemMode: false })], creator, mint)
    return { mint: mint.publicKey, tokenProgram: TOKEN_2022_PROGRAM_ID }
  }
})
