import { expect, it } from 'vitest'
import type { Trade } from './candle.ts'
import { createCandleWindow } from './candleWindow.ts'

const trade = (timestampSeconds: number): Trade => ({
  ...{ signature: String(timestampSeconds), tradedIn: 'p', position: 0, pool: 'p', slot: timestampSeconds },
  ...{ timestampSeconds, side: 'buy', lamports: 1n, tokens: 1n, owner: null, isFinal: true },
  price: { numerator: 1n, denominator: 1n },
})

it('holds no more candles than its span, even if it is not read for a day', () => {
  let now = 1_000_000
  const window = createCandleWindow({ intervalSeconds: 5, keptSeconds: 300 }, [], () => now)
  const sizes = new Set<number>()
  for (const until = now + 86_400; now < until; now++) {
    window.add(trade(now))
    sizes.add(window.size)
  }
  expect(Math.max(...sizes)).toBeLessThanOrEqual(61)
  window.add(trade(now - 301))
  expect(window.inOrder().map(({ startSeconds }) => startSeconds)).toEqual(
    Array.from({ length: 60 }, (_, i) => now - 300 + 5 * i),
  )
  now += 1_000
  expect(window.inOrder()).toEqual([])
})
