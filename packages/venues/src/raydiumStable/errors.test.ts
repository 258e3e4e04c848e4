import { expect, it } from 'vitest'
import { programErrors } from './errors.ts'

it.each([
  [14, 'program/wrongAccount'],
  [21, 'program/notApproved'],
  [26, 'program/slippageExceeded'],
  [34, 'program/mintNotSupported'],
  [52, 'program/insufficientVault'],
] as const)('names the number %i', (number, code) => {
  expect(programErrors[number]).toBe(code)
})

it('leaves a lack of tokens and a frozen account to their own explanations', () => {
  expect([programErrors[36], programErrors[17]]).toEqual([undefined, undefined])
})
