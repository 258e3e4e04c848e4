import { describe, expect, it } from 'vitest'
import { createTickers } from './tickers.ts'

const at = (slot: number) => ({ slot, side: 'buy' as const, price: { numerator: '1', denominator: '2' } })

function framed() {
  const tasks: ((max: number) => void)[] = []
  let [clock, isCrowded] = [1_000, false]
  const tickers = createTickers({
    nextFrame: task => tasks.push(task),
    isCrowded: () => isCrowded,
    now: () => clock,
  })
  const reported: string[] = []
  const drawFrame = (max = 12) => {
    for (const task of tasks.splice(0)) task(max)
    return reported.splice(0)
  }
  const pass = (ms: number) => {
    clock += ms
  }
  const crowd = (next: boolean) => {
    isCrowded = next
  }
  return { tickers, reported, drawFrame, pass, crowd }
}

describe('the last trade of a token', () => {
  it('is reported once a frame, to the listeners of that token', () => {
    const { tickers, reported, drawFrame } = framed()
    const stop = tickers.listen('KITE', () => reported.push('KITE'))
    tickers.listen('MOSS', () => reported.push('MOSS'))
    tickers.put('KITE', at(1))
    tickers.put('KITE', at(2))
    expect(reported).toEqual([])
    expect(drawFrame()).toEqual(['KITE'])
    expect(tickers.get('KITE')).toMatchObject(at(2))
    stop()
    tickers.put('KITE', at(3))
    expect(drawFrame()).toEqual([])
  })

  it('is drawn over several frames if there is no room for all, each token with its latest trade', () => {
    const { tickers, reported, drawFrame } = framed()
    const mints = ['KITE', 'MOSS', 'REED', 'FERN', 'WREN']
    for (const mint of mints) tickers.listen(mint, () => reported.push(`${mint} ${tickers.get(mint)?.slot}`))
    for (const mint of mints) tickers.put(mint, at(1))
    expect(drawFrame(2)).toEqual(['KITE 1', 'MOSS 1'])
    tickers.put('KITE', at(2))
    tickers.put('WREN', at(2))
    expect(drawFrame(3)).toEqual(['REED 1', 'FERN 1', 'WREN 2'])
    expect(drawFrame(2)).toEqual(['KITE 2'])
    expect(drawFrame(2)).toEqual([])
  })

  it('is drawn at most ten times a second in a crowded market, with the last trade in the end', () => {
    const { tickers, reported, drawFrame, pass, crowd } = framed()
    tickers.listen('KITE', () => reported.push(`${tickers.get('KITE')?.slot}`))
    crowd(true)
    const drawn: string[] = []
    for (let slot = 1; slot <= 100; slot++) {
      tickers.put('KITE', at(slot))
      pass(10)
      drawn.push(...drawFrame())
    }
    expect(drawn.length).toBeGreaterThanOrEqual(9)
    expect(drawn.length).toBeLessThanOrEqual(11)
    pass(100)
    expect(drawFrame()).toEqual(['100'])
  })

  it('flashes at most twice a second, however often it changes', () => {
    const { tickers, pass } = framed()
    const flashes = new Set<number | undefined>()
    for (let slot = 1; slot <= 100; slot++) {
      tickers.put('KITE', at(slot))
      flashes.add(tickers.get('KITE')?.flash)
      pass(50)
    }
    expect(flashes.size).toBe(10)
  })

  it('does not flash in a crowded market, and flashes again afterwards', () => {
    const { tickers, pass, crowd } = framed()
    tickers.put('KITE', at(1))
    expect(tickers.get('KITE')?.flash).toBe(1)
    crowd(true)
    for (let slot = 2; slot <= 50; slot++) {
      pass(50)
      tickers.put('KITE', at(slot))
      expect(tickers.get('KITE')).toEqual({ ...at(slot), flash: undefined })
    }
    crowd(false)
    tickers.put('KITE', at(51))
    expect(tickers.get('KITE')?.flash).toBe(2)
  })

  it('is unknown after a gap, because later trades may be missing', () => {
    const { tickers, reported, drawFrame } = framed()
    tickers.listen('KITE', () => reported.push('KITE'))
    tickers.put('KITE', at(1))
    drawFrame()
    tickers.forget()
    expect(tickers.get('KITE')).toBeUndefined()
    expect(drawFrame()).toEqual(['KITE'])
  })
})
