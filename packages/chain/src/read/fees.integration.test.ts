import { afterEach, describe, expect, it } from 'vitest'
import { addressOf } from '../../test/addresses.ts'
import { hangs, type ProviderServer, says, startProviderServer } from '../../test/providerServer.ts'
import { type Answer, type ScriptedNode, startScriptedNode, text } from '../../test/scriptedNode.ts'
import { computeUnitPrice } from '../build/computeBudget.ts'
import { compileMessage } from '../build/message.ts'
import { transferInstruction } from '../build/systemInstructions.ts'
import { createChain } from '../chain.ts'
import { fetchComputeBudget } from './feeStatistics.ts'
import { readUnitPrice } from './priorityFee.ts'
import { simulate, simulatedUnitLimit } from './simulation.ts'

const open: (ScriptedNode | ProviderServer)[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map(one => one.close()))
})

async function nodeOf(answer: Answer) {
  const node = await startScriptedNode(() => answer)
  open.push(node)
  return { node, chain: createChain({ rpc: node.url }) }
}

async function statistics(answer: Parameters<ProviderServer['behave']>[0]) {
  const server = await startProviderServer({ transactionOf: () => ({ status: 404, body: '' }), accept: () => null })
  server.behave(answer)
  open.push(server)
  return server.url
}

describe('the priority fee for the written accounts', () => {
  it('is requested once for each account, and for no more accounts than the node takes', async () => {
    const { node, chain } = await nodeOf({
      result: [1, 5, 3, 2].map(prioritizationFee => ({ prioritizationFee, slot: 1 })),
    })
    expect(await readUnitPrice(chain, [addressOf(1), addressOf(2), addressOf(1)])).toBe(3n)
    expect(node.calls[0]).toMatchObject({
      method: 'getRecentPrioritizationFees',
      params: [[addressOf(1), addressOf(2)]],
    })
    await readUnitPrice(
      chain,
      Array.from({ length: 200 }, (_, i) => addressOf(i)),
    )
    expect(node.calls[1]?.params[0]).toHaveLength(128)
  })

  it('fails if the node does not answer', async () => {
    const { chain } = await nodeOf(text('', 503))
    await expect(readUnitPrice(chain, [])).rejects.toThrow('The node gave no proper answer')
  })
})

describe('the fee statistics', () => {
  it.each([
    [12_000, 12_000n, 20_000n],
    [42_916.688320592366, 15_000n, 25_000n],
    [14_999.2, 15_000n, 25_000n],
    [0.3, 1n, 1n],
  ])('of %d lamports on average', async (avg, priorityFeeLamports, price) => {
    const url = await statistics(says(200, JSON.stringify({ 1: { avg: 1 }, 5: { avg: 2 }, 15: { avg } })))
    const budget = await fetchComputeBudget({ url })
    expect(budget).toEqual({ unitLimit: 600_000, priorityFeeLamports })
    expect(computeUnitPrice(budget)).toBe(price)
  })

  it.each([
    ['fail', says(503, '{"15":{"avg":5000}}')],
    ['are an HTML page', says(200, '<html>')],
    ['lack the entry', says(200, '{"5":{"avg":5000}}')],
    ['lack the field', says(200, '{"15":{}}')],
    ['are text', says(200, '{"15":{"avg":"5000"}}')],
    ['are zero', says(200, '{"15":{"avg":0}}')],
    ['are null', says(200, 'null')],
    ['hang', hangs],
  ])('that %s leave the fallback', async (_, answer) => {
    const fallback = { unitLimit: 123, priorityFeeLamports: 7n }
    const url = await statistics(answer)
    expect(await fetchComputeBudget({ url, fallback, timeoutMs: 500 })).toEqual(fallback)
    expect(await fetchComputeBudget({ url: 'http://127.0.0.1:1' })).toEqual({
      unitLimit: 200_000,
      priorityFeeLamports: 0n,
    })
  })
})

describe('a simulation', () => {
  const lifetime = { kind: 'blockhash', blockhash: addressOf(9), lastValidBlockHeight: 1n } as const
  const instructions = [transferInstruction(addressOf(1), addressOf(2), 5n)]
  const message = compileMessage({ feePayer: addressOf(1), lifetime, instructions })

  it('uses the message unchanged and unsigned', async () => {
    const value = { err: null, unitsConsumed: 150, logs: ['one'], accounts: null, returnData: null }
    const { node, chain } = await nodeOf({ result: { context: { slot: 1 }, value } })
    expect(await simulate(chain, message)).toEqual({
      error: null,
      unitsConsumed: 150,
      slot: 1n,
      logs: ['one'],
      accounts: new Map(),
    })
    const [wire, options] = node.calls[0]?.params ?? []
    expect([...Buffer.from(String(wire), 'base64')]).toEqual([1, ...new Uint8Array(64), ...message.bytes])
    expect(options).toMatchObject({ sigVerify: false, replaceRecentBlockhash: false, encoding: 'base64' })
  })

  it('returns the requested accounts after the transaction', async () => {
    const [there, gone] = [addressOf(1), addressOf(2)]
    const left = { owner: addressOf(3), lamports: 7, executable: false, data: ['AQI=', 'base64'] }
    const value = { err: null, unitsConsumed: 150, logs: [], accounts: [left, null] }
    const { node, chain } = await nodeOf({ result: { context: { slot: 4 }, value } })
    const { accounts } = await simulate(chain, message, [there, gone])
    const snapshot = { owner: addressOf(3), lamports: 7n, executable: false, data: Uint8Array.of(1, 2), slot: 4n }
    expect(accounts).toEqual(
      new Map([
        [there, snapshot],
        [gone, null],
      ]),
    )
    expect(node.calls[0]?.params?.[1]).toMatchObject({ accounts: { addresses: [there, gone], encoding: 'base64' } })
  })

  it('returns the error', async () => {
    const value = { err: { InstructionError: [0, { Custom: 1 }] }, logs: null, accounts: null }
    const { chain } = await nodeOf({ result: { context: { slot: 1 }, value } })
    const found = await simulate(chain, message)
    expect(found).toEqual({
      error: { InstructionError: [0n, { Custom: 1n }] },
      unitsConsumed: 0,
      slot: 1n,
      logs: [],
      accounts: new Map(),
    })
  })

  it.each([
    [0, 1_000],
    [910, 1_001],
    [100_000, 110_000],
    [100_001, 110_002],
    [1_300_000, 1_400_000],
  ])('that took %d units asks for %d', (units, limit) => {
    expect(simulatedUnitLimit(units)).toBe(limit)
  })
})
