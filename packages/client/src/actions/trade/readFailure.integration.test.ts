import { normalProvider } from '@tern/chain'
import { isTernError } from '@tern/core'
import { afterAll, expect, it, vi } from 'vitest'
import { openMarket, requestFor, sol } from '../../../test/market.ts'
import type { Receipt } from '../plan/follow.ts'
import { buy, planBuy } from './buy.ts'

// A page that is older than its server requests files that no longer exist.
vi.mock('@tern/venues/explainFailure', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

const market = await openMarket()
afterAll(market.close)

it('F24 a page that cannot load the explanation reports a failed trade and its later outcomes', async () => {
  const client = market.clientFor(await market.newWallet(2n * sol))
  const planned = await planBuy(client, { ...requestFor(market.worldToken(), sol), computeUnitLimit: 1_000 })
  // The fork must not undo the wallet's funding or the blockhash as well.
  const lifetime = await client.chain.readBlockhash()
  await new Promise(resolve => setTimeout(resolve, 2_000))
  const later: Receipt[] = []
  const receipt = await buy(client, planned, { lifetime, onLater: one => later.push(one) })
  const { status, signature, error, slot = 0n } = receipt
  expect(status).toBe('failed')
  expect(isTernError(error, 'trade/failedOnChain') && error.facts.signature).toBe(signature)
  const now = await client.chain.rpc.getSlot({ commitment: 'processed' }).send()
  await market.practice.rollback(now - slot + 5n)
  await expect.poll(() => later.map(one => one.status)).toEqual(['unknown'])
  // Tern does not send it again. A node that has it still may.
  await normalProvider(client.chain).send(receipt.signed.transaction, { signal: AbortSignal.timeout(5_000) })
  await expect.poll(() => later.map(one => one.status)).toEqual(['unknown', 'failed'])
})
