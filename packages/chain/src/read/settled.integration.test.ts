import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startPracticeChain } from '@tern/practice-chain'
import { loadVenue, type Pool } from '@tern/venues'
import { modelDataAccount } from '@tern/venues/raydiumStable'
import { expect, it } from 'vitest'
import { createChain } from '../chain.ts'

it('reads the table of stable pools once, however often pools are read, watched and forgotten', async () => {
  const practice = await startPracticeChain({ slotMs: 100 })
  const bodies: string[] = []
  const node = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    bodies.push(body)
    const answer = await fetch(practice.rpcUrl, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    response.setHeader('content-type', 'application/json').end(await answer.text())
  })
  await new Promise<void>(resolve => node.listen(0, '127.0.0.1', resolve))
  const rpc = `http://127.0.0.1:${(node.address() as AddressInfo).port}`
  const chain = createChain({ rpc, subscriptions: practice.wsUrl })
  try {
    const venue = await loadVenue('raydium_stable')
    const token = practice.world.find(({ protocol }) => protocol === 'raydium_stable') ?? expect.fail('no pool')
    const first = await chain.read(venue, token.pool)
    expect(
      first.quote({ tokenIn: token.mint, exactIn: 1_000_000n }, await chain.readClock()).amountOut,
    ).toBeGreaterThan(0n)
    const seen: Pool[] = []
    const stop = chain.watch(venue, token.pool, { onValue: pool => seen.push(pool) })
    await expect.poll(() => seen.length).toBeGreaterThan(0)
    chain.forget([token.pool, modelDataAccount], 1n)
    const read = await chain.read(venue, token.pool, { maxAgeMs: 0 })
    expect(read.slot).toBeGreaterThanOrEqual(first.slot)
    stop()
    expect(bodies.filter(body => body.includes(token.pool)).length).toBeGreaterThan(2)
    expect(bodies.filter(body => body.includes(modelDataAccount))).toHaveLength(1)
  } finally {
    chain.close()
    node.close()
    await practice.close()
  }
})
