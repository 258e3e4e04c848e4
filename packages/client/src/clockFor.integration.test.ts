import { rmSync } from 'node:fs'
import { createChain } from '@tern/chain'
import { type Address, keyPairOwner, tokenProgram, wrappedNativeMint } from '@tern/core'
import { deriveKey } from '@tern/practice-chain/internal/makers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openMarket, sol } from '../test/market.ts'
import { openCpmmPool, recordTokens } from '../test/ownPools.ts'
import { planSwap } from './actions/swap/planSwap.ts'
import { buy, planBuy } from './actions/trade/buy.ts'

const keyOf = (name: string) => deriveKey('a test of clocks', name)
const [maker, red] = [await keyOf('maker'), (await keyOf('red')).address]
const snapshotsDir = await recordTokens([red], maker.address)
const market = await openMarket({ snapshotsDir })
let skewMs = 0
const chain = createChain({ rpc: market.practice.rpcUrl, now: () => performance.now() + skewMs })
afterAll(async () => {
  chain.close()
  await market.close()
  rmSync(snapshotsDir, { recursive: true })
})
const client = { ...market.clientWithoutFee(await keyPairOwner(maker.keyPair)), chain }

describe('a pool that opens in some seconds, to a client whose clock is ahead of the chain’s', () => {
  let pool: { readonly protocol: 'raydium_cpmm'; readonly address: Address }
  let opensAtSeconds: bigint
  beforeAll(async () => {
    opensAtSeconds = (await chain.readClock()).unixTimestamp + 8n
    const side = (mint: Address, amount: bigint) => ({ mint, amount, program: tokenProgram })
    const sides = [side(wrappedNativeMint, 10n * sol), side(red, 10n ** 12n)] as const
    pool = { protocol: 'raydium_cpmm', address: await openCpmmPool(client, maker, { sides, opensAtSeconds }) }
    skewMs = 20_000
    expect((await chain.readClock()).unixTimestamp).toBeGreaterThan(opensAtSeconds)
  })

  const trade = () =>
    planBuy(client, { mint: red, pool, amountIn: sol / 10n, slippageBps: 100, priorityFeeLamports: 0n })

  it('is not traded before the chain’s own clock has reached the opening, and then it is', async () => {
    const swap = {
      ...{ tokenIn: wrappedNativeMint, tokenOut: red, exactIn: sol / 10n, slippageBps: 100 },
      route: [{ sharePercent: 100, pools: [pool] }],
    }
    for (const planned of [await trade(), await planSwap(client, swap)])
      expect(planned.reasons.map(({ code }) => code)).toEqual(['quote/notOpen'])
    const planned = await vi.waitUntil(
      async () => {
        const one = await trade()
        return one.reasons.length === 0 && one
      },
      { timeout: 20_000, interval: 100 },
    )
    expect(await buy(client, planned)).toMatchObject({ status: 'confirmed' })
  })
})
