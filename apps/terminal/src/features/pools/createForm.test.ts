import { usdcMint, wrappedNativeMint } from '@tern/core'
import { expect, it } from 'vitest'
import { chooseToken, freshCreation, typeAmount } from './createForm.ts'

const typed = typeAmount(typeAmount(freshCreation, 0, '1'), 1, '2')

it('keeps each amount with the field that it was typed into', () => {
  expect(typed.texts).toEqual(['1', '2'])
  expect(chooseToken(typed, 0, usdcMint)).toEqual({ ...typed, mints: [usdcMint, wrappedNativeMint] })
})

it('exchanges the sides if the other side’s token is chosen, with their amounts', () => {
  const chosen = chooseToken(typed, 0, usdcMint)
  const turned = chooseToken(chosen, 0, wrappedNativeMint)
  expect(turned).toMatchObject({ mints: [wrappedNativeMint, usdcMint], texts: ['2', '1'] })
  expect(chooseToken(turned, 0, wrappedNativeMint)).toBe(turned)
})
