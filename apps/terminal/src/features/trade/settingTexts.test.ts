import { describe, expect, it } from 'vitest'
import { standardSettings } from '../../data/settings/standardSettings.ts'
import { type ChosenPreset, editOf, readSettingTexts, settingFaults, settingTexts } from './settingTexts.ts'

const { presets } = standardSettings
const [calm, fast, snipe] = presets
const under = (chosenPreset: 0 | 1 | 2, change: Partial<typeof fast> = {}): ChosenPreset => {
  const changed = (index: number, preset: typeof fast) => (index === chosenPreset ? { ...preset, ...change } : preset)
  return { presets: [changed(0, calm), changed(1, fast), changed(2, snipe)], chosenPreset }
}
/** The preset's change when `text` is typed. */
const presetChange = (...asked: Parameters<typeof editOf>) => editOf(...asked).change

describe('the settings of a trade', () => {
  it('show the preset’s values until another text is typed', () => {
    expect(settingTexts(under(1), 'buy', {})).toEqual({ slippage: '5', priority: '0.001', bribe: '0.000428571' })
    const { edit } = editOf(under(1), { side: 'buy', setting: 'slippage' }, '-')
    expect(settingTexts(under(1), 'buy', { slippage: edit }).slippage).toBe('-')
    const half = { slippageBps: { buy: 25, sell: 1_250 } }
    expect(settingTexts(under(0, half), 'sell', {}).slippage).toBe('12.5')
  })

  it('apply only to the preset that was chosen while typing, on every token', () => {
    const typed = {
      slippage: editOf(under(0), { side: 'buy', setting: 'slippage' }, '40'),
      priority: editOf(under(1), { side: 'buy', setting: 'priority' }, '0.3'),
    }
    const edits = { slippage: typed.slippage.edit, priority: typed.priority.edit }
    const [mine, yours] = [under(0, typed.slippage.change), under(1, typed.priority.change)]
    expect(settingTexts(mine, 'buy', edits)).toMatchObject({ slippage: '40', priority: '0' })
    expect(settingTexts(yours, 'buy', edits)).toMatchObject({ slippage: '5', priority: '0.3' })
    expect(settingTexts(under(2), 'buy', edits)).toEqual(settingTexts(under(2), 'buy', {}))
  })

  it('show the preset’s value after it was changed elsewhere', () => {
    const { edit, change } = editOf(under(0), { side: 'buy', setting: 'slippage' }, '40.')
    expect(settingTexts(under(0, change), 'buy', { slippage: edit }).slippage).toBe('40.')
    const changed = under(0, { slippageBps: { buy: 200, sell: 100 } })
    expect(settingTexts(changed, 'buy', { slippage: edit }).slippage).toBe('2')
  })

  it('parse to values, or to the reason of the refusal', () => {
    const texts = settingTexts(under(1), 'sell', {})
    expect(readSettingTexts(texts)).toEqual({
      slippage: { value: 500 },
      manualFees: { value: { priorityFeeLamports: 1_000_000n, bribeLamports: 428_571n } },
    })
    expect(readSettingTexts({ ...texts, bribe: '' }).manualFees).toEqual({ reason: 'Enter a bribe' })
    expect(readSettingTexts({ ...texts, priority: 'x' }).manualFees).toEqual({ reason: 'invalid number string' })
    expect(readSettingTexts({ ...texts, slippage: '101' }).slippage).toEqual({ reason: 'Max slippage is 100%' })
  })

  it('show one fault each', () => {
    const texts = settingTexts(under(1), 'sell', {})
    expect(settingFaults(texts)).toEqual({})
    expect(settingFaults({ slippage: '101', priority: '', bribe: 'x' })).toEqual({
      slippage: 'Max slippage is 100%.',
      priority: 'Enter a priority fee.',
      bribe: 'Not a number. Write digits with one point, like 0.5.',
    })
  })

  it('change one side of the preset as soon as they parse', () => {
    expect(presetChange(under(1), { side: 'sell', setting: 'slippage' }, '2.5')).toEqual({
      slippageBps: { buy: 500, sell: 250 },
    })
    expect(presetChange(under(1), { side: 'sell', setting: 'slippage' }, '2.')).toEqual({
      slippageBps: { buy: 500, sell: 200 },
    })
    expect(presetChange(under(1), { side: 'sell', setting: 'slippage' }, '-')).toBeUndefined()
    expect(presetChange(under(1), { side: 'buy', setting: 'bribe' }, '0.1')).toEqual({
      fee: { kind: 'manual', priorityFee: 1_000_000n, bribeFee: 100_000_000n },
    })
    expect(presetChange(under(0), { side: 'buy', setting: 'priority' }, '0.1')).toBeUndefined()
  })
})
