import {
  ComputeBudgetProgram,
  Keypair,
  LAMPORTS_PER_SOL,
  PublicKey,
  SystemProgram,
  sendAndConfirmTransaction,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { encodeBase58 } from '@tern/core'
import { program as cpmmProgram } from '@tern/venues/raydiumCpmm'
import { poolStateLayout } from '@tern/venues/raydiumCpmm/internal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cluster, errorOf, startCluster } from './startCluster.ts'

const sol = LAMPORTS_PER_SOL
const tokenPrograms = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb']
let on: Cluster
let connection: Cluster['connection']
let payer: Keypair

beforeAll(async () => {
  on = await startCluster()
  connection = on.connection
  payer = await on.fund(50)
})
afterAll(() => on.chain.close())

const transfer = (to: PublicKey, lamports: number) =>
  SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: to, lamports })

async function versioned(instructions: readonly ReturnType<typeof transfer>[]) {
  const latest = await connection.getLatestBlockhash()
  const message = new TransactionMessage({
    payerKey: payer.publicKey,
    recentBlockhash: latest.blockhash,
    instructions: [...instructions],
  }).compileToV0Message()
  const transaction = new VersionedTransaction(message)
  transaction.sign([payer])
  return { transaction, latest }
}

const token = (symbol: string) => on.chain.world.find(one => one.symbol === symbol) ?? expect.fail(`no ${symbol}`)
const maker = async () =>
  new PublicKey(new Uint8Array(await crypto.subtle.exportKey('raw', on.chain.marketMaker.publicKey)))

describe('web3.js v1 sends', () => {
  it('a legacy transaction, and confirms it by blockhash', async () => {
    const to = Keypair.generate().publicKey
    const signature = await sendAndConfirmTransaction(connection, new Transaction().add(transfer(to, sol)), [payer])
    expect(await connection.getBalance(to)).toBe(sol)
    const { value } = await connection.getSignatureStatus(signature)
    expect(value).toMatchObject({ err: null })
  })

  it('a versioned transaction, and confirms it by signature alone', async () => {
    const to = Keypair.generate().publicKey
    const { transaction } = await versioned([transfer(to, sol)])
    const signature = await connection.sendTransaction(transaction)
    expect((await connection.confirmTransaction(signature)).value).toMatchObject({ err: null })
    expect(await connection.getBalance(to)).toBe(sol)
    expect((await connection.confirmTransaction(signature, 'finalized')).value).toMatchObject({ err: null })
  })

  it('a failing transaction: preflight gives the reason, and without it the confirmation does', async () => {
    const to = Keypair.generate().publicKey
    const { transaction, latest } = await versioned([transfer(to, 1_000 * sol)])
    await expect(connection.sendTransaction(transaction)).rejects.toThrow(
      /Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1/,
    )
    const signature = await connection.sendTransaction(transaction, { skipPreflight: true })
    const confirmed = await errorOf(connection.confirmTransaction({ signature, ...latest }))
    expect(confirmed).toEqual({ InstructionError: [0, { Custom: 1 }] })
    await expect
      .poll(() => connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 }))
      .toMatchObject({ meta: { err: confirmed, fee: 5000 } })
  })

  it('nothing if it simulates', async () => {
    const to = Keypair.generate().publicKey
    const { transaction } = await versioned([transfer(to, sol)])
    const { value } = await connection.simulateTransaction(transaction, {
      sigVerify: false,
      replaceRecentBlockhash: true,
      accounts: { encoding: 'base64', addresses: [to.toBase58()] },
      innerInstructions: true,
    })
    expect(value).toMatchObject({ err: null, unitsConsumed: 150, accounts: [{ lamports: sol, data: ['', 'base64'] }] })
    expect(await connection.getBalance(to)).toBe(0)
    const legacy = await connection.simulateTransaction(new Transaction().add(transfer(to, sol)), [payer])
    expect(legacy.value.err).toBeNull()
  })

  it('an expired transaction, and its confirmation reports that', async () => {
    const { transaction, latest } = await versioned([transfer(payer.publicKey, 1)])
    const signature = encodeBase58(transaction.signatures[0] ?? new Uint8Array(64))
    await expect(
      connection.confirmTransaction({
        signature,
        blockhash: latest.blockhash,
        lastValidBlockHeight: (await connection.getBlockHeight()) - 1,
      }),
    ).rejects.toThrow(/block height exceeded/)
  })
})

describe('web3.js v1 reads', () => {
  it('accounts, parsed and not', async () => {
    const { mint } = token('KITE')
    const account = await connection.getAccountInfo(new PublicKey(mint))
    expect([account?.owner.toBase58(), account?.data.length]).toEqual([tokenPrograms[0], 82])
    const parsed = await connection.getParsedAccountInfo(new PublicKey(mint))
    expect(parsed.value?.data).toMatchObject({ program: 'spl-token', parsed: { type: 'mint', info: { decimals: 6 } } })
    const some = await connection.getMultipleAccountsInfo([new PublicKey(mint), Keypair.generate().publicKey])
    expect(some.map(one => one?.data.length ?? null)).toEqual([82, null])
    const { value } = await connection.getMultipleParsedAccounts([new PublicKey(mint)])
    expect(value[0]?.data).toMatchObject({ parsed: { type: 'mint' } })
    expect(await connection.getBalanceAndContext(payer.publicKey)).toMatchObject({
      context: { slot: expect.any(Number) },
    })
  })

  it('token accounts of both programs', async () => {
    const owner = await maker()
    for (const [i, program] of tokenPrograms.entries()) {
      const programId = new PublicKey(program)
      const { value } = await connection.getParsedTokenAccountsByOwner(owner, { programId })
      expect(value.length).toBeGreaterThan(0)
      for (const { account } of value)
        expect(account.data).toMatchObject({
          program: i === 0 ? 'spl-token' : 'spl-token-2022',
          parsed: {
            type: 'account',
            info: { owner: owner.toBase58(), tokenAmount: { uiAmountString: expect.any(String) } },
          },
        })
      const bare = await connection.getTokenAccountsByOwner(owner, { programId })
      expect(bare.value.map(({ pubkey }) => pubkey.toBase58()).sort()).toEqual(
        value.map(({ pubkey }) => pubkey.toBase58()).sort(),
      )
    }
    const mint = new PublicKey(token('KITE').mint)
    const [largest] = (await connection.getTokenLargestAccounts(mint)).value
    const balance = await connection.getTokenAccountBalance(largest?.address ?? mint)
    expect(balance.value.amount).toBe(largest?.amount)
    expect((await connection.getTokenSupply(mint)).value).toMatchObject({ decimals: 6 })
  })

  it('the accounts of a program, filtered', async () => {
    const { mint, pool } = token('FERN')
    const offsets = [poolStateLayout.offsets.token_0_mint, poolStateLayout.offsets.token_1_mint]
    const found = await Promise.all(
      offsets.map(offset =>
        connection.getProgramAccounts(new PublicKey(cpmmProgram), {
          filters: [{ dataSize: poolStateLayout.size }, { memcmp: { offset, bytes: mint } }],
        }),
      ),
    )
    expect(found.flat().map(({ pubkey, account }) => [pubkey.toBase58(), account.data.length])).toEqual([
      [pool, poolStateLayout.size],
    ])
    const parsed = await connection.getParsedProgramAccounts(new PublicKey(tokenPrograms[0] ?? ''), {
      filters: [{ dataSize: 165 }, { memcmp: { offset: 0, bytes: mint } }],
    })
    expect(parsed[0]?.account.data).toMatchObject({ parsed: { info: { mint } } })
  })

  it('transactions, parsed and not, and their accounts', async () => {
    const to = Keypair.generate().publicKey
    const signatures: string[] = []
    for (const lamports of [sol, 2 * sol, 3 * sol])
      signatures.unshift(
        await sendAndConfirmTransaction(
          connection,
          new Transaction().add(
            ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 7_000 }),
            transfer(to, lamports),
          ),
          [payer],
        ),
      )
    const [newest = '', , oldest = ''] = signatures
    const parsed = await connection.getParsedTransaction(newest, { maxSupportedTransactionVersion: 0 })
    expect(parsed?.transaction.message.instructions[1]).toMatchObject({
      program: 'system',
      parsed: {
        type: 'transfer',
        info: { source: payer.publicKey.toBase58(), destination: to.toBase58(), lamports: 3 * sol },
      },
    })
    expect(parsed?.transaction.message.accountKeys[0]).toMatchObject({
      pubkey: payer.publicKey,
      signer: true,
      writable: true,
    })
    const many = await connection.getParsedTransactions(signatures, { maxSupportedTransactionVersion: 0 })
    expect(many.map(one => one?.transaction.signatures[0])).toEqual(signatures)
    const plain = await connection.getTransaction(newest, { maxSupportedTransactionVersion: 0 })
    const keys = plain?.transaction.message.getAccountKeys()
    const index = keys?.staticAccountKeys.findIndex(key => key.equals(to)) ?? -1
    expect((plain?.meta?.postBalances[index] ?? 0) - (plain?.meta?.preBalances[index] ?? 0)).toBe(3 * sol)

    const list = async (options?: { before?: string; until?: string; limit?: number }) =>
      (await connection.getSignaturesForAddress(to, options)).map(({ signature }) => signature)
    expect(await list()).toEqual(signatures)
    expect(await list({ limit: 1 })).toEqual([newest])
    expect(await list({ before: newest, until: oldest })).toEqual([signatures[1]])

    const fees = await connection.getRecentPrioritizationFees({ lockedWritableAccounts: [to] })
    expect(Math.max(...fees.map(({ prioritizationFee }) => prioritizationFee))).toBe(7_000)
  })

  it('blocks, slots, epochs and time', async () => {
    const to = Keypair.generate().publicKey
    const signature = await sendAndConfirmTransaction(connection, new Transaction().add(transfer(to, sol)), [payer])
    const slot = (await connection.getSignatureStatus(signature)).value?.slot ?? 0
    const block = await connection.getBlock(slot, { maxSupportedTransactionVersion: 0 })
    for (const { meta } of block?.transactions ?? [])
      expect(meta?.costUnits).toBeGreaterThan((meta?.computeUnitsConsumed ?? 0) + 720)
    expect(block?.transactions.map(({ transaction }) => transaction.signatures[0])).toContain(signature)
    const parsed = await connection.getParsedBlock(slot, { maxSupportedTransactionVersion: 0 })
    expect(parsed?.blockhash).toBe(block?.blockhash)
    const names = await connection.getBlock(slot, { transactionDetails: 'none', maxSupportedTransactionVersion: 0 })
    expect(names?.previousBlockhash).toBe(block?.previousBlockhash)
    expect(await connection.getBlockSignatures(slot)).toMatchObject({ blockhash: block?.blockhash })
    expect(await connection.getBlocks(slot - 2, slot)).toEqual([slot - 2, slot - 1, slot])
    expect(await connection.getBlockTime(slot)).toBe(block?.blockTime)
    expect(await connection.getFirstAvailableBlock()).toBeLessThan(slot)
    expect(await connection.getSlot()).toBeGreaterThanOrEqual(slot)
    expect(await connection.getBlockHeight()).toBeLessThanOrEqual(await connection.getSlot('processed'))
    expect(await connection.getEpochInfo()).toMatchObject({
      epoch: expect.any(Number),
      slotsInEpoch: expect.any(Number),
    })
    expect((await connection.getEpochSchedule()).slotsPerEpoch).toBe((await connection.getEpochInfo()).slotsInEpoch)
    // There is a sample each minute, and this chain is younger.
    expect(await connection.getRecentPerformanceSamples(1)).toEqual([])
    expect(await connection.getGenesisHash()).toBe(on.chain.genesisHash)
    expect(await connection.getVersion()).toMatchObject({ 'solana-core': expect.any(String) })
    expect(await connection.getMinimumBalanceForRentExemption(165)).toBe(2_039_280)
  })

  it('the network: leaders, votes, supply, inflation', async () => {
    const [node] = await connection.getClusterNodes()
    const identity = node?.pubkey ?? expect.fail('no node')
    expect(await connection.getSlotLeader()).toBe(identity)
    const slot = await connection.getSlot()
    expect((await connection.getSlotLeaders(slot, 2)).map(String)).toEqual([identity, identity])
    const schedule = await connection.getLeaderSchedule()
    expect(Object.keys(schedule)).toEqual([identity])
    expect((await connection.getVoteAccounts()).delinquent).toEqual([])
    const { value: supply } = await connection.getSupply()
    expect(supply.total).toBeGreaterThanOrEqual(supply.circulating)
    const { value: largest } = await connection.getLargestAccounts()
    expect(largest[0]?.lamports).toBeGreaterThanOrEqual(largest[1]?.lamports ?? 0)
    expect(await connection.getInflationRate()).toMatchObject({ total: expect.any(Number), epoch: expect.any(Number) })
    expect(await connection.getInflationGovernor()).toMatchObject({ foundation: expect.any(Number) })
    expect(await connection.getTransactionCount()).toBeGreaterThan(0)
    expect((await connection.getStakeMinimumDelegation()).value).toBeGreaterThan(0)
    expect(await connection.getMinimumLedgerSlot()).toBeLessThanOrEqual(slot)
    const { value: production } = await connection.getBlockProduction()
    expect(Object.keys(production.byIdentity)).toEqual([identity])
  })

  it('a message’s fee, and if its blockhash is valid', async () => {
    const { transaction, latest } = await versioned([
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000_000 }),
      ComputeBudgetProgram.setComputeUnitLimit({ units: 10_000 }),
      transfer(Keypair.generate().publicKey, 1),
    ])
    expect((await connection.getFeeForMessage(transaction.message)).value).toBe(15_000)
    expect((await connection.isBlockhashValid(latest.blockhash)).value).toBe(true)
    expect((await connection.isBlockhashValid(Keypair.generate().publicKey.toBase58())).value).toBe(false)
  })
})
