import {
  generateKeyPair,
  type Instruction,
  lamports,
  parallelInstructionPlan,
  sequentialInstructionPlan,
} from '@solana/kit'
import { transferInstruction } from '@tern/chain'
import { type Address, keyPairOwner } from '@tern/core'
import { type PracticeChain, startPracticeChain } from '@tern/practice-chain'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createClient } from '../client.ts'
import { executePlan } from './executePlan.ts'
import { transactionsOf } from './executeStages.ts'

let practice: PracticeChain
beforeAll(async () => {
  practice = await startPracticeChain({ world: 'empty', slotMs: 50 })
})
afterAll(() => practice?.close())

it('runs parallel parts together and later parts afterwards, stops after a failure, and continues with the rest', async () => {
  const owner = await keyPairOwner(await generateKeyPair())
  const client = createClient({ rpc: practice.rpcUrl, owner })
  const { rpc } = client.chain
  const balanceOf = async (address: Address) =>
    (await rpc.getBalance(address, { commitment: 'confirmed' }).send()).value
  await rpc.requestAirdrop(owner.address, lamports(10_000_000_000n)).send()
  await expect.poll(() => balanceOf(owner.address)).toBe(10_000_000_000n)
  const others: Address[] = []
  for (let i = 0; i < 13; i++) others.push((await keyPairOwner(await generateKeyPair())).address)
  const pay = (to: Address | undefined, amount: bigint): Instruction =>
    transferInstruction(owner.address, to ?? expect.fail(), amount)
  const budget = { unitLimit: 20_000, priorityFeeLamports: 0n }
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
