// Tests your own code against real trades, offline. One practice chain serves the whole file, and closes at the end.
//   npx node --test examples/testYourBot.test.ts
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { buy, createClient, planBuy } from '@tern/client'
import { keyPairOwner } from '@tern/core'
import { startPracticeChain } from '@tern/practice-chain'

const practice = await startPracticeChain({ slotMs: 50 })
after(() => practice.close())

test('buys what it was quoted', async () => {
  const token = practice.world.find(({ stage }) => stage === 'curve')
  assert(token)
  const client = createClient({ rpc: practice.rpcUrl, owner: await keyPairOwner(practice.marketMaker) })
  const planned = await planBuy(client, {
    mint: token.mint,
    pool: { protocol: token.protocol, address: token.pool },
    amountIn: 1_000_000_000n,
    slippageBps: 50,
    priorityFeeLamports: 0n,
  })
  const receipt = await buy(client, planned)
  assert.equal(receipt.status, 'confirmed')
  assert.equal(receipt.amountOut, planned.quote?.amountOut)
  client.chain.close()
})
