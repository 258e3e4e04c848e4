import type { LiveTradeRow } from '@tern/server/appRouter'
import { describe, expect, it } from 'vitest'
import { createTradeLists } from './tradeLists.ts'

const trade = (signature: string): LiveTradeRow => ({
  signature,
  slot: 1,
  timestampSeconds: 1,
  side: 'buy',
  lamports: '1',
  tokens: '2',
  owner: null,
  mint: 'KITE',
  price: { numerator: '1', denominator: '2' },
})

function lists() {
  const wanted: string[] = []
  const made = createTradeLists(mint => {
    wanted.push(mint)
    return () => void wanted.splice(wanted.indexOf(mint), 1)
  })
  return { wanted, ...made }
}

describe('the trades of a token', () => {
  it('are requested once, for as long as there is a listener', () => {
    const { wanted, listen, publish } = lists()
    const received: string[] = []
    const stops = ['a', 'b'].map(name => listen('KITE', ({ signature }) => received.push(`${name} ${signature}`)))
    expect(wanted).toEqual(['KITE'])
    publish('KITE', [trade('1'), trade('2')])
    publish('MOSS', [trade('3')])
    expect(received).toEqual(['a 1', 'b 1', 'a 2', 'b 2'])
    stops[0]?.()
    stops[0]?.()
    expect(wanted).toEqual(['KITE'])
    stops[1]?.()
    expect(wanted).toEqual([])
    publish('KITE', [trade('4')])
    expect(received.length).toBe(4)
  })

  it('are passed on once each, however often the server repeats them', () => {
    const { listen, publish } = lists()
    const received: string[] = []
    listen('KITE', ({ signature, side }) => received.push(`${signature} ${side}`))
    publish('KITE', [trade('1'), trade('2')])
    publish('KITE', [trade('2'), { ...trade('2'), side: 'sell' }, trade('3')])
    expect(received).toEqual(['1 buy', '2 buy', '2 sell', '3 buy'])
  })
})
