import type { Signature } from '@solana/kit'
import {
  type AccountSnapshot,
  type Address,
  associatedTokenAddress,
  keyPairOwner,
  nativeToken,
  type Owner,
  wrappedNativeMint,
} from '@tern/core'
import { type PracticeChain, startPracticeChain } from '@tern/practice-chain'
import { loadVenue, type Pool } from '@tern/venues'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { computeBudgetInstructions } from './build/computeBudget.ts'
import { compileMessage } from './build/message.ts'
import { transferInstruction } from './build/systemInstructions.ts'
import { temporaryAccount } from './build/temporaryAccount.ts'
import { tradeInstructions } from './build/tradeInstructions.ts'
import { type Chain, createChain } from './chain.ts'
import { normalProvider } from './send/normal.ts'
import { sendTransaction } from './send/sendTransaction.ts'

let practice: PracticeChain
const chains: Chain[] = []
beforeAll(async () => {
  practice = await startPracticeChain({ slotMs: 100 })
})
afterEach(() => {
  for (const chain of chains.splice(0)) chain.close()
})
afterAll(() => practice.close())

function connect(subscriptions?: string | readonly string[], now = () => performance.now()): Chain {
  const chain = createChain({ rpc: practice.rpcUrl, now, ...(subscriptions === undefined ? {} : { subscriptions }) })
  chains.push(chain)
  return chain
}

async function until<T>(read: () => T | undefined | false): Promise<T> {
  const end = performance.now() + 30_000
  for (;;) {
    const value = read()
    if (value !== undefined && value !== false) return value
    if (performance.now() > end) expect.fail('not within 30 s')
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}

async function wallet(chain: Chain, lamports: bigint): Promise<Owner> {
  const keyPair = (await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])) as CryptoKeyPair
  const owner = await keyPairOwner(keyPair)
  await airdrop(chain, owner.address, lamports)
  return owner
}

async function airdrop(chain: Chain, to: Address, lamports: bigint): Promise<void> {
  const amount = lamports as Parameters<typeof chain.rpc.requestAirdrop>[1]
  const signature: Signature = await chain.rpc.requestAirdrop(to, amount, { commitment: 'confirmed' }).send()
  for (;;) {
    const { value } = await chain.rpc.getSignatureStatuses([signature]).send()
    if (value[0]?.confirmationStatus === 'confirmed' || value[0]?.confirmationStatus === 'finalized') return
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

async function send(chain: Chain, owner: Owner, instructions: Parameters<typeof compileMessage>[0]['instructions']) {
  const lifetime = await chain.readBlockhash()
  const [signed] = await owner.signTransactions([compileMessage({ feePayer: owner.address, lifetime, instructions })])
  if (signed === undefined) expect.fail('not signed')
  const outcome = await sendTransaction(chain, signed, { providers: [normalProvider(chain)] })
  expect(outcome.status).toBe('confirmed')
}

/** The clock never moves, so polling never asks again: every change must come from a push. */
const standing = () => 0
const running = () => performance.now()

describe.each([
  ['by subscription', undefined, standing],
  ['by the next socket when one is away', 'away', standing],
  ['by asking, when there is no socket', 'ws://127.0.0.1:9', running],
] as const)('watching %s', (_, subscriptions, now) => {
  it('watching an account reports its state and each change', async () => {
    const chain = connect(subscriptions === 'away' ? ['ws://127.0.0.1:9', practice.wsUrl] : subscriptions, now)
    const other = connect()
    const owner = await wallet(other, 1_000_005n)
    const seen: (AccountSnapshot | null)[] = []
    const stop = chain.watchAccount(owner.address, account => seen.push(account))
    await until(() => seen.length > 0)
    await airdrop(other, owner.address, 1_000_007n)
    await until(() => seen.at(-1)?.lamports === 2_000_012n)
    stop()
    await airdrop(other, owner.address, 1_000_007n)
    await new Promise(resolve => setTimeout(resolve, 500))
    expect(seen.map(account => account?.lamports)).toEqual([1_000_005n, 2_000_012n])
  })

  it('watching a pool reports its state and each change, always of one moment', async () => {
    const chain = connect(subscriptions === 'away' ? ['ws://127.0.0.1:9', practice.wsUrl] : subscriptions, now)
    const other = connect()
    const token = practice.world[0]
    if (token === undefined) expect.fail('the world is empty')
    const venue = await loadVenue(token.protocol)
    const seen: Pool[] = []
    const stop = chain.watch(venue, token.pool, { onValue: pool => seen.push(pool) })
    await until(() => seen.length > 0)

    const owner = await wallet(other, 3_000_000_000n)
    const before = await other.read(venue, token.pool)
    const clock = await other.readClock()
    const quote = before.quote({ tokenIn: wrappedNativeMint, exactIn: 1_000_000_000n }, clock)
    const temporary = await temporaryAccount(owner.address, 1_000_000_000n, '0'.repeat(32))
    const destination = await associatedAccount(owner.address, token.mint, token.program)
    const parties = {
      owner: owner.address,
      payer: owner.address,
      tokenAccountIn: temporary.address,
      tokenAccountOut: destination.address,
    }
    const swap = await before.swap(quote, quote.amountOut, parties)
    const budget = { unitLimit: 200_000, priorityFeeLamports: 0n }
    const trade = tradeInstructions({ owner: owner.address, temporary, destination, swap })
    await send(other, owner, [...computeBudgetInstructions(budget), ...trade])

    const after = await other.read(venue, token.pool, { maxAgeMs: 0 })
    const price = (pool: Pool | undefined) => pool?.quote({ tokenIn: token.mint, exactIn: 1_000_000n }, clock).amountOut
    expect(price(after)).not.toBe(price(before))
    await until(() => price(seen.at(-1)) === price(after))
    stop()
    // Never a mixture: the pool really had each price that was reported.
    expect([...new Set(seen.map(price))]).toEqual([price(before), price(after)])
  })
})

async function associatedAccount(owner: Address, mint: Address, tokenProgram: Address) {
  return { address: await associatedTokenAddress(owner, mint, tokenProgram), owner, mint, tokenProgram }
}

describe('watching a missing account', () => {
  it('reports the error and tries again', async () => {
    const chain = connect()
    const venue = await loadVenue('raydium_cpmm')
    const errors: unknown[] = []
    const pools: Pool[] = []
    const stop = chain.watch(venue, nativeToken.mint, {
      onValue: pool => pools.push(pool),
      onError: error => errors.push(error),
    })
    await until(() => errors.length > 1)
    stop()
    expect(pools).toEqual([])
  })
})

describe('reading a wallet', () => {
  it('finds the token accounts of both programs', async () => {
    const chain = connect()
    const maker = await keyPairOwner(practice.marketMaker)
    const accounts = await chain.readTokenAccounts(maker.address)
    const pools = practice.world.filter(({ stage }) => stage === 'pool')
    expect(new Set(accounts.map(({ mint }) => mint))).toEqual(new Set(pools.map(({ mint }) => mint)))
    for (const token of pools) {
      const account = accounts.find(({ mint }) => mint === token.mint)
      expect(account).toMatchObject({
        owner: maker.address,
        isAssociated: true,
        isNative: false,
        program: token.program,
      })
    }
  })

  it('reads rent, epoch and blockhash', async () => {
    const chain = connect()
    expect(await Promise.all([0, 165, 170, 182].map(chain.readRent))).toEqual([
      890_880n,
      2_039_280n,
      2_074_080n,
      2_157_600n,
    ])
    const { lastValidBlockHeight } = await chain.readBlockhash()
    const { blockHeight, epoch } = await chain.readEpoch()
    expect(lastValidBlockHeight - blockHeight).toBeLessThanOrEqual(151n)
    expect((await chain.readClock()).epoch).toBe(epoch)
  })

  it('moves lamports', async () => {
    const chain = connect()
    const owner = await wallet(chain, 10_000_000n)
    const other = await wallet(chain, 1_000_000n)
    await send(chain, owner, [transferInstruction(owner.address, other.address, 5n)])
    const read = await chain.readAccounts([owner.address, other.address])
    expect([...read.values()].map(account => account?.lamports)).toEqual([9_994_995n, 1_000_005n])
  })
})
