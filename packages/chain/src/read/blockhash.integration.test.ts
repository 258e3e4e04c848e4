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

interface NodeAnswers {
  /** Slot of its account answers. Unset: it gives no answer. */
  readonly accounts?: number
  /** Slot of its blockhash answer. Unset: it reports that it has not reached the requested slot. */
  readonly blockhash?: number
}

/** Returns the position of the node whose blockhash is used after an account was read from all. */
async function chosen(...answers: readonly NodeAnswers[]) {
  for (const [i, { accounts, blockhash }] of answers.entries())
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
  // Nodes that failed for the account no longer rest.
  time += 5_000
  const { blockhash, lastValidBlockHeight } = await chain.readBlockhash()
  expect(blockhash).toBe(addressOf(Number(lastValidBlockHeight) - 999))
  return nodes.findIndex((_, i) => addressOf(i + 1) === blockhash)
}
const asked = () => nodes.map(({ calls }) => calls.filter(({ method }) => method === 'getLatestBlockhash').length)

describe('F08 a blockhash', () => {
  it('does not come from a node more than 60 slots behind, if another node is not', async () => {
    expect(await chosen({ accounts: 200, blockhash: 139 }, { blockhash: 200 })).toBe(1)
  })

  it('comes from a node 60 slots behind, without another request', async () => {
    expect(await chosen({ accounts: 200, blockhash: 140 }, { blockhash: 200 })).toBe(0)
    expect(asked()).toEqual([1, 0])
  })

  it('comes from the next node if a node reports that it is behind', async () => {
    expect(await chosen({ accounts: 200 }, { blockhash: 200 })).toBe(1)
  })

  it('comes from the only node, however far it went back after a restart', async () => {
    expect(await chosen({ accounts: 200, blockhash: 5 })).toBe(0)
    expect(asked()).toEqual([1])
  })

  it('comes from the first node if all nodes went back', async () => {
    expect(await chosen({ accounts: 200, blockhash: 100 }, { blockhash: 101 }, { blockhash: 99 })).toBe(0)
  })

  it('comes from a lagging node if the others give no blockhash', async () => {
    expect(await chosen({ accounts: 200, blockhash: 100 }, {})).toBe(0)
  })

  it('does not depend on one of three nodes that makes up slots', async () => {
    expect(await chosen({ blockhash: 200 }, { blockhash: 201 }, { accounts: 9e15, blockhash: 9e15 })).toBe(0)
  })
})
