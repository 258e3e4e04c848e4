import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSettings, settingsToJson, withNewKeys } from './readSettings.ts'
import { type Settings, standardSettings, tippedProviders } from './standardSettings.ts'

/** Reads settings from JSON over the standard settings, and collects the paths of invalid values. */
function read(json: unknown): { readonly settings: Settings; readonly bad: readonly string[] } {
  const bad: string[] = []
  return { settings: readSettings(json, standardSettings, at => bad.push(at)), bad }
}

const anySlippage = fc.integer({ min: 0, max: 10_000 })
const anyLamports = fc.bigInt({ min: 1n, max: 2n ** 64n - 1n })
const four = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: 4, maxLength: 4 })
const anyPreset = fc.record({
  name: fc.stringMatching(/^[A-Za-z0-9äß]{1,12}$/),
  buyAmounts: four(anyLamports),
  sellShares: four(fc.integer({ min: 1, max: 10_000 })),
  slippageBps: fc.record({ buy: anySlippage, sell: anySlippage }),
  fee: fc.oneof(
    fc.constant({ kind: 'auto' as const }),
    fc.record({ kind: fc.constant('manual' as const), priorityFee: anyLamports, bribeFee: anyLamports }),
  ),
  mevProtection: fc.boolean(),
})
const anySettings: fc.Arbitrary<Settings> = fc.record({
  theme: fc.constantFrom('system', 'dark', 'light'),
  colours: fc.constantFrom('harbour', 'high-separation', 'classic', 'red-up'),
  density: fc.constantFrom('comfortable', 'compact'),
  motion: fc.constantFrom('system', 'reduced'),
  sounds: fc.constantFrom('off', 'on'),
  presets: fc.tuple(anyPreset, anyPreset, anyPreset),
  chosenPreset: fc.constantFrom(0, 1, 2),
  quickBuy: anyLamports,
  providers: fc.subarray([...tippedProviders]),
  instant: fc.constantFrom({ kind: 'off' }, { kind: 'armable', idleMinutes: 30 }),
  filterSets: fc.uniqueArray(
    fc.record({ name: fc.stringMatching(/^[A-Za-z0-9äß]{1,24}$/), filter: fc.stringMatching(/^[a-z:.;]{1,60}$/) }),
    { maxLength: 20, selector: ({ name }) => name },
  ),
  dockHeight: fc.integer({ min: 120, max: 420 }),
  starred: fc.uniqueArray(fc.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/), { maxLength: 200 }),
  keys: fc.constantFrom(standardSettings.keys, { ...standardSettings.keys, buy: 'y', hold: '', goDiscover: 'g x' }),
})

describe('readSettings', () => {
  it('reads back its own output', () => {
    fc.assert(
      fc.property(anySettings, settings => {
        const json: unknown = JSON.parse(JSON.stringify(settingsToJson(settings)))
        expect(read(json)).toEqual({ settings, bad: [] })
      }),
    )
  })

  it('accepts any value without throwing, and always returns complete settings', () => {
    const spoilt = fc.oneof(
      fc.jsonValue(),
      fc.anything(),
      fc.record({ theme: fc.jsonValue(), presets: fc.jsonValue(), keys: fc.jsonValue() }, { requiredKeys: [] }),
      fc.record({ presets: fc.array(fc.record({ fee: fc.jsonValue(), buyAmounts: fc.jsonValue() })) }),
    )
    fc.assert(
      fc.property(spoilt, json => {
        const { settings } = read(json)
        expect(read(settingsToJson(settings))).toEqual({ settings, bad: [] })
      }),
    )
  })

  it('keeps the valid fields next to invalid fields', () => {
    const json = {
      theme: 'light',
      density: 'roomy',
      presets: [{ name: 'Mine', slippageBps: { buy: 1.5, sell: 30 } }, {}, {}],
    }
    const { settings, bad } = read(json)
    expect(bad).toEqual(['density', 'presets.0.slippageBps.buy'])
    expect(settings.theme).toBe('light')
    expect(settings.presets[0].name).toBe('Mine')
    expect(settings.presets[0].slippageBps).toEqual({ buy: 100, sell: 30 })
  })

  it.each<[unknown, string]>([
    [[], ''],
    [{ secretKey: 'x' }, 'secretKey'],
    [JSON.parse('{"__proto__": {"theme": "light"}}'), '__proto__'],
    [{ constructor: 1 }, 'constructor'],
    [{ quickBuy: '0' }, 'quickBuy'],
    [{ quickBuy: 100_000_000 }, 'quickBuy'],
    [{ quickBuy: '18446744073709551616' }, 'quickBuy'],
    [{ providers: 'jito' }, 'providers'],
    [{ providers: ['jito', 'jito'] }, 'providers'],
    [{ providers: ['jito', 'nextblock'] }, 'providers'],
    [{ presets: [{}, {}] }, 'presets'],
    [{ presets: [{ sellShares: [1, 2, 3] }, {}, {}] }, 'presets.0.sellShares'],
    [{ presets: [{}, { fee: { kind: 'manual', priorityFee: '1' } }, {}] }, 'presets.1.fee'],
    [{ presets: [{}, {}, { name: ' \u0000 ' }] }, 'presets.2.name'],
    [{ chosenPreset: 3 }, 'chosenPreset'],
    [{ sounds: true }, 'sounds'],
    [{ instant: { kind: 'armable', idleMinutes: 7 } }, 'instant'],
    [
      {
        filterSets: [
          { name: 'a', filter: 'mint' },
          { name: 'a ', filter: 'freeze' },
        ],
      },
      'filterSets',
    ],
    [
      { starred: ['KiteMint111111111111111111111111111111111', 'KiteMint111111111111111111111111111111111'] },
      'starred',
    ],
    [{ starred: ['0OIl'] }, 'starred'],
    [{ dockHeight: 119 }, 'dockHeight'],
    [{ filterSets: [{ name: '', filter: 'mint' }] }, 'filterSets'],
    [{ filterSets: [{ name: 'a', filter: '' }] }, 'filterSets'],
    [{ filterSets: [{ name: 'a', filter: 'x'.repeat(601) }] }, 'filterSets'],
    [{ filterSets: Array.from({ length: 21 }, (_, i) => ({ name: `${i}`, filter: 'mint' })) }, 'filterSets'],
    [{ keys: { buy: 'Ctrl+B' } }, 'keys.buy'],
    [{ keys: { buy: 's' } }, 'keys.buy'],
    [{ keys: { fly: 'y' } }, 'keys.fly'],
  ])('reports where %o is invalid, and changes nothing there', (json, at) => {
    expect(read(json)).toEqual({ settings: standardSettings, bad: [at] })
  })
})

describe('settings stored before an action existed', () => {
  const { dock: _, mevGuard: __, ...older } = standardSettings.keys

  it('keep their keys; the new action gets its default key, or no key if another action has it', () => {
    const stored = withNewKeys({ theme: 'light', keys: { ...older, buy: 'm' } })
    expect(read(stored)).toEqual({
      settings: { ...standardSettings, theme: 'light', keys: { ...standardSettings.keys, buy: 'm', mevGuard: '' } },
      bad: [],
    })
  })

  it.each([null, 7, [], {}, { keys: 3 }])('stay as they are if they have no keys: %o', json => {
    expect(withNewKeys(json)).toBe(json)
  })
})
