import { describe, expect, it } from 'vitest'
import { standardSettings } from '../../data/settings/standardSettings.ts'
import { presetChange, readSettingTexts, settingFaults, settingTexts } from './settingTexts.ts'

const [calm, fast] = standardSettings.presets

describe('the settings of a trade', () => {
  it('stand as the preset has them, until something else is typed', () => {
    expect(settingTexts(fast, 'buy', {})).toEqual({ slippage: '5', priority: '0.001', bribe: '0.000428571' })
    expect(settingTexts(fast, 'buy', { slippage: '0.' }).slippage).toBe('0.')
    expect(settingTexts({ ...calm, slippageBps: { buy: 25, sell: 1_250 } }, 'sell', {}).slippage).toBe('12.5')
  })

  it('come to what they say, or to why not', () => {
    const texts = settingTexts(fast, 'sell', {})
    expect(readSettingTexts(texts)).toEqual({
      slippage: { value: 500 },
      manualFees: { value: { priorityFeeLamports: 1_000_000n, bribeLamports: 428_571n } },
    })
    expect(readSettingTexts({ ...texts, bribe: '' }).manualFees).toEqual({ reason: 'Enter a bribe' })
    expect(readSettingTexts({ ...texts, priority: 'x' }).manualFees).toEqual({ reason: 'invalid number string' })
    expect(readSettingTexts({ ...texts, slippage: '101' }).slippage).toEqual({ reason: 'Slippage is at most 100%' })
  })

  it('say each what is wrong with it', () => {
    const texts = settingTexts(fast, 'sell', {})
    expect(settingFaults(texts)).toEqual({})
    expect(settingFaults({ slippage: '101', priority: '', bribe: 'x' })).toEqual({
      slippage: 'Slippage is at most 100%.',
      priority: 'Enter a priority fee.',
      bribe: 'invalid number string. Write digits with one point, like 0.5.',
    })
  })

  it('change the preset once they can be read, and of one side only', () => {
    expect(presetChange(fast, 'sell', 'slippage', '2.5')).toEqual({ slippageBps: { buy: 500, sell: 250 } })
    expect(presetChange(fast, 'sell', 'slippage', '2.')).toEqual({ slippageBps: { buy: 500, sell: 200 } })
    expect(presetChange(fast, 'sell', 'slippage', '-')).toBeUndefined()
    expect(presetChange(fast, 'buy', 'bribe', '0.1')).toEqual({
      fee: { kind: 'manual', priorityFee: 1_000_000n, bribeFee: 100_000_000n },
    })
    expect(presetChange(calm, 'buy', 'priority', '0.1')).toBeUndefined()
  })
})
