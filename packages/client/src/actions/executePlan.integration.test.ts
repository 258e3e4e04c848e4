import {
  generateKeyPair,
  type Instruction,
  lamports,
  nonDivisibleSequentialInstructionPlan,
  parallelInstructionPlan,
  sequentialInstructionPlan,
} from '@solana/kit'
import { createMemoryJournal, type Journal, type Provider, transferInstruction } from '@tern/chain'
import { type Address, keyPairOwner, type Owner, TernError } from '@tern/core'
import { type PracticeChain, startPracticeChain } from '@tern/practice-chain'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Client, createClient } from '../client.ts'
import { executePlan } from './executePlan.ts'
import { transactionsOf } from './executeStages.ts'
import { plansIn } from './plan/sentPlans.ts'

let practice: PracticeChain
beforeAll(async () => {
  practice = await startPracticeChain({ world: 'empty', slotMs: 50 })
})
afterAll(() => practice?.close())
const budget = { unitLimit: 20_000, priorityFeeLamports: 0n }

/** Opens a wallet with 10 SOL. */
async function openWallet() {
  const owner = await keyPairOwner(await generateKeyPair())
  const client = createClient({ rpc: practice.rpcUrl, owner })
  const { rpc } = client.chain
  const balanceOf = async (address: Address) =>
    (await rpc.getBalance(address, { commitment: 'confirmed' }).send()).value
  await rpc.requestAirdrop(owner.address, lamports(10_000_000_000n)).send()
  await expect.poll(() => balanceOf(owner.address)).toBe(10_000_000_000n)
  return { owner, client, balanceOf }
}

it('runs parallel parts together and later parts afterwards, stops after a failure, and continues with the rest', async () => {
  const { owner, client, balanceOf } = await openWallet()
  const others: Address[] = []
  for (let i = 0; i < 13; i++) others.push((await keyPairOwner(await generateKeyPair())).address)
  const pay = (to: Address | undefined, amount: bigint): Instruction =>
    transferInstruction(owner.address, to ?? expect.fail(), amount)
  // Three messages. The first two are parallel, because a message holds 10 instructions besides its budget. The first transfers too much.
  const planOf = (first: bigint) =>
    sequentialInstructionPlan([
      parallelInstructionPlan(others.slice(0, 12).map((to, i) => pay(to, i === 0 ? first : 1_000_000n))),
      pay(others[12], 2_000_000n),
    ])

  const stopped = await executePlan(client, { plan: planOf(20_000_000_000n), budget })
  expect(stopped.map(({ status }) => status)).toEqual(['error', 'success', 'waiting'])
  expect(transactionsOf(stopped).txIds).toHaveLength(2)

  const rest = await executePlan(client, { plan: planOf(1_000_000n), budget }, { done: [1] })
  expect(rest.map(({ status }) => status)).toEqual(['success', 'success', 'success'])
  expect(transactionsOf(rest).txIds).toHaveLength(2)
  expect(await Promise.all(others.map(balanceOf))).toEqual([...Array(12).fill(1_000_000n), 2_000_000n])
  client.chain.close()
})

describe('a plan with an id', () => {
  const id = 'the payments of May'
  const amounts = [1_000_000n, 2_000_000n] as const

  /** A journal in which the first of two payments has landed, and the second was not signed. */
  async function stopAfterFirst(journal: Journal = createMemoryJournal()) {
    const wallet = await openWallet()
    const { owner } = wallet
    const to = (await keyPairOwner(await generateKeyPair())).address
    const plan = sequentialInstructionPlan(
      // Two messages, because the parts are not divisible and a message holds 10 instructions besides its budget.
      amounts.map(amount => nonDivisibleOf(Array(6).fill(transferInstruction(owner.address, to, amount)))),
    )
    const client: Client = { ...wallet.client, journal }
    const steps = await executePlan({ ...client, owner: refusingAfter(1, owner) }, { plan, budget }, { id })
    expect(steps.map(({ status }) => status)).toEqual(['success', 'error'])
    return { ...wallet, client, journal, to, plan }
  }

  it('is continued by one of two processes in the same moment, and the other signs nothing', async () => {
    const { client, owner, balanceOf, plan, to } = await stopAfterFirst()
    let asked = 0
    const bothAsk = Promise.withResolvers<void>()
    const isRefused = Promise.withResolvers<void>()
    const asking: Owner = {
      address: owner.address,
      async signTransactions(messages) {
        if (++asked === 2) bothAsk.resolve()
        await Promise.race([bothAsk.promise, isRefused.promise])
        return owner.signTransactions(messages)
      },
    }
    const processes = [await openProcess(), await openProcess()]
    const ends = processes.map(async execute => {
      try {
        const steps = await execute({ ...client, owner: asking }, { plan, budget }, { id, done: [0] })
        return steps.map(({ status }) => status).join()
      } catch (error) {
        isRefused.resolve()
        return (error as TernError).code
      }
    })
    expect((await Promise.all(ends)).sort()).toEqual(['plan/mayStillLand', 'success,success'])
    expect(asked).toBe(1)
    expect(await balanceOf(to)).toBe(6n * (amounts[0] + amounts[1]))
    client.chain.close()
  })

  it('repeats nothing that has landed, or that may still land', async () => {
    const { client, journal, balanceOf, plan, to } = await stopAfterFirst()
    const again = async (done: readonly number[], providers = client.providers) => {
      const steps = await executePlan({ ...client, providers }, { plan, budget }, { id, done, timeoutMs: 1_000 })
      return steps.map(({ status, error }) => error?.code ?? status)
    }
    expect(await again([])).toEqual(['plan/alreadySent', 'waiting'])
    const losing: Provider = { name: 'losing', minimumTip: 0n, tipAccounts: [], send: async () => undefined }
    expect(await again([0], [losing])).toEqual(['success', 'sent'])
    expect(await again([0])).toEqual(['success', 'plan/mayStillLand'])
    const sent = (await journal.list()).find(({ outcome }) => outcome.status === 'unknown') ?? expect.fail('not noted')
    await journal.update(sent.id, { outcome: { status: 'expired', sources: 1 }, isRetired: true })
    expect(await again([0])).toEqual(['success', 'success'])
    expect(await again([0])).toEqual(['success', 'plan/alreadySent'])
    expect(await balanceOf(to)).toBe(6n * (amounts[0] + amounts[1]))
    // It has no request, so it cannot be planned again as an action.
    expect(plansIn(await journal.list())).toEqual([])
    client.chain.close()
  })

  it('signs nothing if the journal cannot hold it', async () => {
    const { client, journal, plan } = await stopAfterFirst()
    const broken: Journal = { ...journal, hold: () => Promise.reject(new RangeError('no locks')) }
    const continued = executePlan({ ...client, journal: broken }, { plan, budget }, { id, done: [0] })
    await expect(continued).rejects.toMatchObject({ code: 'send/notNoted' })
    expect(await journal.list()).toHaveLength(1)
    client.chain.close()
  })
})

const nonDivisibleOf = (instructions: readonly Instruction[]) =>
  nonDivisibleSequentialInstructionPlan([...instructions])

/** An owner that refuses further signatures after some. */
function refusingAfter(signatures: number, owner: Owner): Owner {
  let signed = 0
  return {
    address: owner.address,
    signTransactions: async messages =>
      signed++ < signatures
        ? owner.signTransactions(messages)
        : Promise.reject(new TernError('wallet/refusedToSign', { reason: 'the process stops' })),
  }
}

/** The modules of another process, which shares nothing with this process but the journal. */
async function openProcess(): Promise<typeof executePlan> {
  vi.resetModules()
  return (await import('./executePlan.ts')).executePlan
}
