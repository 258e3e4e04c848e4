import { describe, expect, it } from 'vitest'
import { addressOf } from '../../test/addresses.ts'
import { tradeInstructions } from '../build/tradeInstructions.ts'
import { bloxrouteProvider } from './bloxroute.ts'
import { heliusProvider } from './helius.ts'
import { jitoProvider } from './jito.ts'
import { normalProvider } from './normal.ts'
import { temporalProvider } from './temporal.ts'
import { fastestRouter, tipByName, tipTo } from './tips.ts'
import { zeroSlotProvider } from './zeroSlot.ts'

const key = 'key'
const providers = [
  normalProvider({ nodes: [] }),
  jitoProvider(),
  bloxrouteProvider({ key }),
  heliusProvider(),
  zeroSlotProvider({ key }),
  temporalProvider({ key }),
]
const jito = jitoProvider()

describe('a tip', () => {
  it('goes to the picked account', () => {
    for (const [picked, to] of jito.tipAccounts.entries()) {
      const pick = (n: number) => {
        expect(n).toBe(8)
        return picked
      }
      expect(tipTo(jito, 5_000n, { pick })).toEqual({ provider: 'jito', to, lamports: 5_000n })
    }
  })

  it('goes to any of the accounts at random', () => {
    const seen = new Set(Array.from({ length: 500 }, () => tipTo(jito)?.to))
    expect([...seen].sort()).toEqual([...jito.tipAccounts].sort())
  })

  it('is the provider’s minimum by default, and absent at 0 or less', () => {
    const lamports = providers.map(provider => [provider.name, tipTo(provider)?.lamports])
    expect(Object.fromEntries(lamports)).toEqual({
      ...{ normal: undefined, jito: 1_000n, bloxroute: 1_000_000n, helius: 1_000_000n },
      ...{ '0slot': 1_000_000n, temporal: 1_000_000n },
    })
    expect([tipTo(jito, 0n), tipTo(jito, -1n), tipTo(normalProvider({ nodes: [] }), 5n)]).toEqual(
      Array(3).fill(undefined),
    )
  })

  it.each([
    ['jito', 'Jito tip account not found'],
    ['bloxroute', 'BloX route tip account not found'],
    ['helius', 'Helius tip account not found'],
    ['0slot', '0slot tip account not found'],
    ['temporal', 'Temporal tip account not found'],
  ])('to %s fails if the provider lists no account', (name, text) => {
    const provider = providers.find(one => one.name === name) ?? expect.fail()
    expect(() => tipTo({ ...provider, tipAccounts: [] }, 5_000n)).toThrow(text)
    expect(() => tipTo(provider, 5_000n, { pick: n => n })).toThrow(text)
  })

  it('by name equals the tip by provider; an unknown name warns and tips no account', () => {
    const warnings: string[] = []
    const options = { pick: () => 1, warn: (text: string) => warnings.push(text) }
    expect(tipByName(providers, 'jito', { lamports: 7n, ...options })).toEqual(tipTo(jito, 7n, options))
    expect(tipByName(providers, 'normal', { lamports: 7n, ...options })).toBeUndefined()
    expect(warnings).toEqual([])
    expect(tipByName(providers, 'nozomi\n', { lamports: 7n, ...options })).toBeUndefined()
    expect(warnings).toEqual(['Unknown provider "nozomi\\n": no tip is added'])
  })

  it('names the front-running account only for Jito and only on request', () => {
    const protection = { frontRunningProtection: true, pick: () => 0 }
    const owner = addressOf(1)
    const named = providers.map(provider => [
      provider.name,
      tipTo(provider, undefined, protection)?.frontRunningAccount,
    ])
    expect(named.filter(([, account]) => account !== undefined)).toEqual([
      ['jito', expect.stringMatching(/^jitodontfront/)],
    ])
    expect(tipTo(jito, 5n, { pick: () => 0 })).not.toHaveProperty('frontRunningAccount')
    const transferOf = (frontRunningProtection: boolean) => {
      const tip = tipTo(jito, 5n, { frontRunningProtection, pick: () => 0 }) ?? expect.fail()
      return tradeInstructions({ owner, swap: [], tip }).at(-1)?.accounts
    }
    expect(transferOf(false)?.length).toBe(2)
    expect(transferOf(true)?.slice(2)).toEqual([{ address: jito.frontRunningAccount, role: 0 }])
  })
})

describe('the fastest router', () => {
  it.each([
    [0n, 'normal', 'normal'],
    [999n, 'normal', 'normal'],
    [1_000n, 'jito', 'normal'],
    [999_999n, 'jito', 'normal'],
    [1_000_000n, 'jito', 'temporal'],
  ] as const)('for a tip of %s lamports is %s for a page and %s for a server', (tip, browser, server) => {
    expect([fastestRouter(tip, 'browser'), fastestRouter(tip, 'server')]).toEqual([browser, server])
  })
})
