import { wrappedNativeMint } from '@tern/core'
import { expect, it } from 'vitest'
import { emptyForm, formFault } from './withdrawForm.ts'

const noAmount = { reason: 'Enter an amount' }
const faultOf = (recipient: string) => formFault({ ...emptyForm, recipient }, noAmount)

it('reports an invalid address at its field before there is an amount', () => {
  expect(faultOf(' ')).toEqual({ text: 'Enter an address' })
  expect(faultOf(wrappedNativeMint.slice(1))).toEqual({ text: 'invalid public key', isAddressWrong: true })
  expect(faultOf(wrappedNativeMint)).toEqual({ text: 'Enter an amount' })
})

it('accepts blanks around an address and between its groups', () => {
  const recipient = ` ${wrappedNativeMint.match(/.{1,4}/g)?.join(' ')}\n`
  expect(formFault({ ...emptyForm, recipient }, { value: 1n })).toBeUndefined()
})

it.each([
  `https://solscan.io/account/${wrappedNativeMint}`,
  `CA: ${wrappedNativeMint}`,
  `“${wrappedNativeMint}”`,
  `${wrappedNativeMint.slice(0, 9)}\u200B${wrappedNativeMint.slice(9)}`,
])('refuses an address inside a longer text: %j', recipient => {
  expect(faultOf(recipient)).toEqual({ text: 'invalid public key', isAddressWrong: true })
})
