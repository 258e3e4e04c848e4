import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseProvider } from './chooseProvider.ts'

type Taker = Parameters<typeof chooseProvider>[2]['chosen'][number]

const taker = (name: Taker['name'], minimumTip: bigint, latencyMs: number | null = 10): Taker => ({
  name,
  minimumTip,
  latencyMs,
  isResting: false,
  frontRunningProtection: name === 'jito' || name === 'bloxroute' ? 'request' : 'none',
})
const jito = taker('jito', 1_000n, 50)
const bloxroute = taker('bloxroute', 1_000_000n, 20)
const helius = taker('helius', 1_000_000n, 9)
const zeroSlot = taker('0slot', 1_000_000n, null)
const temporal = taker('temporal', 1_000_000n, 80)
const all = [jito, bloxroute, helius, zeroSlot, temporal]

const fees = (bribeLamports: bigint) => ({ priorityFeeLamports: 50_000n, bribeLamports })
const choose = (kind: 'auto' | 'manual', bribe: bigint, chosen: readonly Taker[], isGuarded = false) => {
  const typed = chooseProvider(kind, isGuarded, { fees: fees(bribe), chosen })
  return 'reason' in typed ? typed.reason : [typed.value.provider, typed.value.bribeLamports]
}

describe('the provider of a trade', () => {
  it.each<[string, bigint, readonly Taker[], string | undefined]>([
    ['no provider, if none is turned on', 21_428n, [], undefined],
    ['jito from 1,000 lamports', 1_000n, all, 'jito'],
    ['jito, the fastest for a browser, before nearer providers', 5_000_000n, all, 'jito'],
    ['temporal, the fastest for a server, if jito is off', 1_000_000n, all.slice(1), 'temporal'],
    ['the nearest, if both are off', 1_000_000n, [bloxroute, zeroSlot, helius], 'helius'],
    ['a measured provider before an unmeasured one', 1_000_000n, [zeroSlot, bloxroute], 'bloxroute'],
    ['the only provider, measured or not', 1_000_000n, [zeroSlot], '0slot'],
    ['no provider that rests', 5_000_000n, [{ ...jito, isResting: true }, helius], 'helius'],
    ['no provider, if all rest', 5_000_000n, [{ ...jito, isResting: true }], undefined],
  ])('%s', (_, bribe, chosen, provider) => {
    expect(choose('auto', bribe, chosen)).toEqual([provider, bribe])
    expect(choose('manual', bribe, chosen)).toEqual([provider, bribe])
  })

  it('with front-running protection, is a provider that has it, if there is one', () => {
    expect(choose('auto', 1_000_000n, all.slice(1), true)).toEqual(['bloxroute', 1_000_000n])
    expect(choose('auto', 2_000n, [bloxroute, { ...temporal, minimumTip: 1_000n }], true)).toEqual([
      'bloxroute',
      1_000_000n,
    ])
    expect(choose('manual', 999_999n, [bloxroute, { ...temporal, minimumTip: 1_000n }], true)).toBe(
      'bloxroute needs at least 0.001 SOL',
    )
    expect(choose('auto', 1_000_000n, [temporal, { ...jito, isResting: true }], true)).toEqual(['temporal', 1_000_000n])
  })

  it('with an automatic bribe below every minimum, is the cheapest, and the bribe is raised to its minimum', () => {
    expect(choose('auto', 21_428n, [bloxroute, { ...helius, minimumTip: 999_999n }])).toEqual(['helius', 999_999n])
    expect(choose('auto', 999n, all)).toEqual(['jito', 1_000n])
  })

  it('with a manual bribe of zero is no provider, and a manual bribe that is too small is refused', () => {
    expect(choose('manual', 0n, all)).toEqual([undefined, 0n])
    expect(choose('manual', 999n, all)).toBe('jito needs at least 0.000001 SOL')
    expect(choose('manual', 999_999n, all.slice(1))).toBe('bloxroute needs at least 0.001 SOL')
  })

  it('works and takes the bribe, which is never lowered, and never raised if it was typed', () => {
    const anyTaker = fc.record({
      name: fc.constantFrom(...all.map(({ name }) => name)),
      minimumTip: fc.bigInt(1n, 2_000_000n),
      latencyMs: fc.option(fc.nat(500)),
      isResting: fc.boolean(),
      frontRunningProtection: fc.constantFrom('account', 'request', 'none'),
    })
    const anyTakers = fc.uniqueArray(anyTaker, { selector: ({ name }) => name })
    fc.assert(
      fc.property(fc.constantFrom('auto', 'manual'), fc.bigInt(0n, 3_000_000n), anyTakers, (kind, bribe, chosen) => {
        const typed = chooseProvider(kind, false, { fees: fees(bribe), chosen })
        const working = chosen.filter(({ isResting }) => !isResting)
        if ('reason' in typed) {
          expect(kind === 'manual' && working.every(({ minimumTip }) => bribe < minimumTip)).toBe(true)
          return
        }
        const { provider, bribeLamports, priorityFeeLamports } = typed.value
        expect([priorityFeeLamports, bribeLamports >= bribe]).toEqual([50_000n, true])
        if (kind === 'manual' || provider === undefined) expect(bribeLamports).toBe(bribe)
        const found = working.find(({ name }) => name === provider)
        if (provider === undefined) expect(working.length === 0 || (kind === 'manual' && bribe === 0n)).toBe(true)
        else expect(found !== undefined && found.minimumTip <= bribeLamports).toBe(true)
      }),
    )
  })
})
