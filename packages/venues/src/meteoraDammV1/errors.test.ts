import { expect, it } from 'vitest'
import { readProgramError } from '../programErrors.ts'
import { program } from './addresses.ts'

it('reads program errors by number', () => {
  expect(readProgramError(program, 6004)).toBe('program/slippageExceeded')
  expect(readProgramError(program, 6015)).toBe('program/notApproved')
  expect(readProgramError(program, 6013)).toBe('program/amountTooSmall')
  expect(readProgramError(program, 5999)).toBeUndefined()
})
