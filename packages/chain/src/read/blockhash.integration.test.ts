import { afterEach, describe, expect, it } from 'vitest'
import { addressOf } from '../../test/addresses.ts'
import { type Answer, type ScriptedNode, startScriptedNode, text } from '../../test/scriptedNode.ts'
import { createChain } from '../chain.ts'

const nodes: ScriptedNode[] = []
afterEach(async () => {
  await Promise.all(nodes.splice(0).map(node => node.close()))
})

const asOf = (slot: number, value: unknown): Answer => ({ result: { context: { slot }, value } })
const gone = text('', 500)
const refused = text(
  '{"jsonrpc":"2.0","id":0,"error":{"code":-32016,"message":"Minimum context slot has not been reached"}}',
)

interface Told {
  /** As of which it tells accounts; unset: it tells none. */
  readonly accounts?: number
  /** As of which it tells a blockhash; unset: it says that it has not come so far. */
  readonly blockhash?: number
}

/** The place of the node whose blockhash is taken once all have been asked for an account. */
async function chosen(...told: readonly Told[]) {
  for (const [i, { accounts, blockhash }] of told.entries())
    nodes.push(
      await startScriptedNode(({ method }) => {
        if (method === 'getMultipleAccounts') return accounts === undefined ? gone : asOf(accounts, [null])
        if (blockhash === undefined) return refused
        return asOf(blockhash, { blockhash: addressOf(i + 1), lastValidBlockHeight: 1_000 + i })
      }),
    )
  let time = 0
  const chain = createChain({ rpc: nodes.map(({ url }) => url), now: () => time })
  await chain.readAccounts([addressOf(9)])
  // Nodes that gave no account rest no more.
  time += 5_000
  const { blockhash, lastValidBlockHeight } = await chain.readBlockhash()
  expect(blockhash).toBe(addressOf(Number(lastValidBlockHeight) - 999))
  return nodes.findIndex((_, i) => addressOf(i + 1) === blockhash)
}
const asked = () => nodes.map(({ calls }) => calls.filter(({ method }) => method === 'getLatestBlockhash').length)

describe('F08 a blockhash', () => {
  it('is not taken from a node that is more than 60 slots behind what was read, while another is not', async () => {
    expect(await chosen({ accounts: 200, blockhash: 139 }, { blockhash: 200 })).toBe(1)
  })

  it('is taken from one that is 60 slots behind, and nobody else is asked', async () => {
    expect(await chosen({ accounts: 200, blockhash: 140 }, { blockhash: 200 })).toBe(0)
    expect(asked()).toEqual([1, 0])
  })

  it('is taken from the next where a node says that it is behind', async () => {
    expect(await chosen({ accounts: 200 }, { blockhash: 200 })).toBe(1)
  })

  it('is taken from the only node however far it went back, as one that was started again', async () => {
    expect(await chosen({ accounts: 200, blockhash: 5 })).toBe(0)
    expect(asked()).toEqual([1])
  })

  it('is taken from the first where slots were taken back for all of them', async () => {
    expect(await chosen({ accounts: 200, blockhash: 100 }, { blockhash: 101 }, { blockhash: 99 })).toBe(0)
  })

  it('is taken where those who are not behind give none', async () => {
    expect(await chosen({ accounts: 200, blockhash: 100 }, {})).toBe(0)
  })

  it('is not left to one of three that makes slots up', async () => {
    expect(await chosen({ blockhash: 200 }, { blockhash: 201 }, { accounts: 9e15, blockhash: 9e15 })).toBe(0)
  })
})
