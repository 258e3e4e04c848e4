import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changePanel, freshPanel, type PanelAction } from './panel.ts'

const typed = changePanel(freshPanel, { kind: 'amount', side: 'buy', text: '0.5' })

describe('typed text', () => {
  it('of one side survives every action but its own confirmed trade', () => {
    const harmless: fc.Arbitrary<PanelAction> = fc.oneof(
      fc.record({ kind: fc.constant('side' as const), side: fc.constantFrom('buy' as const, 'sell' as const) }),
      fc.record({
        kind: fc.constant('setting' as const),
        setting: fc.constantFrom('slippage' as const, 'priority' as const, 'bribe' as const),
        edit: fc.record({ text: fc.string(), preset: fc.nat(2), standing: fc.string() }),
      }),
      fc.constant({ kind: 'preset' as const }),
      fc.record({ kind: fc.constant('confirmed' as const), side: fc.constant('sell' as const), text: fc.string() }),
    )
    fc.assert(
      fc.property(fc.array(harmless), actions => {
        expect(actions.reduce(changePanel, typed).amounts.buy).toBe('0.5')
      }),
    )
    const text = typed.amounts.buy
    expect(changePanel(typed, { kind: 'confirmed', side: 'buy', text }).amounts.buy).toBe('')
    // Text typed while the trade was pending belongs to the next trade.
    expect(changePanel(typed, { kind: 'confirmed', side: 'buy', text: `${text}1` })).toBe(typed)
  })

  it('of a setting belongs to the side and preset it was typed for', () => {
    const edit = { text: '0.', preset: 1, standing: '0' }
    const edited = changePanel(typed, { kind: 'setting', setting: 'slippage', edit })
    expect(edited.edits.slippage).toBe(edit)
    expect(changePanel(edited, { kind: 'side', side: 'buy' }).edits).toEqual(edited.edits)
    expect(changePanel(edited, { kind: 'side', side: 'sell' }).edits).toEqual({})
    expect(changePanel(edited, { kind: 'preset' }).edits).toEqual({})
  })

  it('survives a late answer, on both sides', () => {
    const late = { kind: 'amount', side: 'buy', text: '49.49', instead: '0.5' } as const
    expect(changePanel(typed, late).amounts).toEqual({ buy: '49.49', sell: '' })
    // Meanwhile the person switches to the other side.
    const selling = changePanel(typed, { kind: 'side', side: 'sell' })
    expect(changePanel(selling, late)).toMatchObject({ side: 'sell', amounts: { buy: '49.49', sell: '' } })
    // Meanwhile the person types another amount or clears the field.
    for (const text of ['0.51', '']) {
      const retyped = changePanel(typed, { kind: 'amount', side: 'buy', text })
      expect(changePanel(retyped, late)).toBe(retyped)
    }
  })
})
