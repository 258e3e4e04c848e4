import { describe, expect, it } from 'vitest'
import { anyGraph, anyClock as clock, marketGraph, randomFrom } from '../../test/poolGraphs.ts'
import { quoteWhole } from './quoteWhole.ts'
import { directionLength, maxOutput, minInput, putSamples } from './samples.ts'

const graphs = process.env.PROOF === '1' ? 20 : 2

describe('the samples of a pool', () => {
  it.each([
    ['of every venue', anyGraph],
    ['of a market', marketGraph],
  ] as const)(
    'bound its exact quotes, %s',
    (_, makeGraph) => {
      const wrong: unknown[] = []
      for (let seed = 1; seed <= graphs; seed++) {
        const random = randomFrom(seed)
        for (const [n, pool] of makeGraph(seed, 24, 200).pools.entries())
          for (const { mint } of pool.tokens) {
            const numbers = new Float32Array(directionLength)
            putSamples({ pool, tokenIn: mint, clock }, numbers, 0)
            for (let i = 0; i < 40; i++) {
              const amount = BigInt(Math.floor(2 ** (random() * 63)))
              const out = quoteWhole(pool, { tokenIn: mint, exactIn: amount }, clock)
              if (out !== undefined && maxOutput(numbers, 0, Number(amount)) < Number(out.amountOut))
                wrong.push({ seed, n, protocol: pool.protocol, mint, amount, out: out.amountOut })
              const paid = quoteWhole(pool, { tokenIn: mint, exactOut: amount }, clock)
              if (paid !== undefined && minInput(numbers, 0, Number(amount)) > Number(paid.amountIn))
                wrong.push({ seed, n, protocol: pool.protocol, mint, wanted: amount, paid: paid.amountIn })
            }
          }
      }
      expect(wrong).toEqual([])
    },
    600_000,
  )
})
