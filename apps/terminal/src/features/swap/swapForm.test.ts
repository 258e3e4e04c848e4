import { wrappedNativeMint as sol, usdcMint, usdtMint } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { parseSwapSearch } from './search.ts'
import { changeForm, freshForm, type SwapAction, type SwapForm, searchOf } from './swapForm.ts'

const after = (form: SwapForm, ...actions: readonly SwapAction[]) => actions.reduce(changeForm, form)
const typed: SwapForm = { pay: sol, receive: usdcMint, side: 'pay', text: '5' }

describe('the form of a swap', () => {
  it('takes the field that was typed into as exact', () => {
    expect(after(typed, { kind: 'type', side: 'receive', text: '7' })).toEqual({ ...typed, side: 'receive', text: '7' })
  })

  it('fills in a late answer only while it is still asked for', () => {
    const late: SwapAction = { kind: 'type', side: 'pay', text: '9', instead: typed }
    expect(after(typed, late).text).toBe('9')
    const changes: readonly SwapAction[] = [
      { kind: 'type', side: 'pay', text: '6' },
      { kind: 'type', side: 'receive', text: typed.text },
      { kind: 'choose', side: 'pay', mint: usdtMint },
      { kind: 'choose', side: 'receive', mint: usdtMint },
      { kind: 'flip' },
    ]
    for (const change of changes) expect(after(typed, change, late)).toEqual(after(typed, change))
  })

  it('keeps the amount when another token is chosen', () => {
    expect(after(typed, { kind: 'choose', side: 'receive', mint: usdtMint })).toEqual({ ...typed, receive: usdtMint })
    expect(after(typed, { kind: 'choose', side: 'pay', mint: usdtMint })).toEqual({ ...typed, pay: usdtMint })
    expect(after(typed, { kind: 'choose', side: 'pay', mint: sol })).toBe(typed)
  })

  it('flips if the other side’s token is chosen, and the amount stays with its token', () => {
    const flipped = { pay: usdcMint, receive: sol, side: 'receive', text: '5' }
    expect(after(typed, { kind: 'flip' })).toEqual(flipped)
    expect(after(typed, { kind: 'choose', side: 'pay', mint: usdcMint })).toEqual(flipped)
    expect(after(typed, { kind: 'flip' }, { kind: 'flip' })).toEqual(typed)
  })

  it('pays SOL after a flip without a token to receive', () => {
    const alone: SwapForm = { ...typed, pay: usdcMint, receive: undefined }
    expect(after(alone, { kind: 'flip' })).toEqual({ ...alone, pay: sol, receive: usdcMint })
    expect(after(freshForm, { kind: 'flip' })).toEqual(freshForm)
  })
})

describe('the address of the page', () => {
  const open = (form: SwapForm, search: Record<string, unknown>) =>
    changeForm(form, { kind: 'open', search: parseSwapSearch(search) })

  it('names the tokens', () => {
    expect(open(freshForm, { from: usdcMint, to: usdtMint })).toMatchObject({ pay: usdcMint, receive: usdtMint })
    expect(open(freshForm, { from: usdcMint })).toMatchObject({ pay: usdcMint, receive: sol })
    expect(open(freshForm, { to: usdcMint })).toMatchObject({ pay: sol, receive: usdcMint })
    expect(open(freshForm, { from: usdcMint, to: usdcMint })).toMatchObject({ pay: usdcMint, receive: undefined })
    expect(open(freshForm, searchOf(typed) as Record<string, unknown>)).toMatchObject({ pay: sol, receive: usdcMint })
  })

  it('without tokens changes nothing, nor does nonsense', () => {
    expect(open(typed, {})).toBe(typed)
    expect(open(typed, { from: 'nobody', to: 5 })).toBe(typed)
    expect(open(typed, { from: 'x'.repeat(1_000) })).toBe(typed)
  })

  it('keeps the amount of the same token, and drops the amount of another', () => {
    expect(open(typed, { from: sol, to: usdtMint }).text).toBe('5')
    expect(open(typed, { from: usdtMint }).text).toBe('')
  })
})
