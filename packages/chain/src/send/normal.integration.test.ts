import { afterEach, describe, expect, it } from 'vitest'
import { transactionOf } from '../../test/providerServer.ts'
import { type Answer, type ScriptedNode, startScriptedNode, text } from '../../test/scriptedNode.ts'
import { createChain } from '../chain.ts'
import { normalProvider } from './normal.ts'

const nodes: ScriptedNode[] = []
afterEach(async () => {
  await Promise.all(nodes.splice(0).map(node => node.close()))
})

async function providerOf(...answers: readonly Answer[]) {
  for (const answer of answers) nodes.push(await startScriptedNode(() => answer))
  return normalProvider(createChain({ rpc: nodes.map(({ url }) => `${url}/?api-key=secret`) }))
}

const transaction = transactionOf(3)
const { signal } = new AbortController()

describe('the cluster’s own nodes', () => {
  it('take it when one does, and are endpoints that can be measured by themselves', async () => {
    const provider = await providerOf(text('', 503), { result: transaction.signature })
    await provider.send(transaction, { signal })
    const [down, up] = provider.endpoints ?? []
    expect([down?.name, up?.name]).toEqual(['node 1', 'node 2'])
    await up?.send(transaction, { signal })
    await up?.probe(signal)
    expect(nodes[1]?.calls.map(({ method }) => method)).toEqual(['sendTransaction', 'sendTransaction', 'getHealth'])
    await expect(down?.probe(signal)).rejects.toThrow('The node gave no proper answer to getHealth')
  })

  it('are not believed when they name another transaction', async () => {
    const provider = await providerOf({ result: transactionOf(4).signature })
    await expect(provider.send(transaction, { signal })).rejects.toThrow(
      'Failed to send transaction: node 1 answered with another signature',
    )
  })
})
