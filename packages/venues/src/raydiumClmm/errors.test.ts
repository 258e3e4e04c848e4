import { expect, it } from 'vitest'
import { readProgramError } from '../programErrors.ts'
import { program } from './addresses.ts'

it("reads the program's numbers, and Anchor's numbers that a swap can meet", () => {
  expect(readProgramError(program, 6023)).toBe('program/priceMovedTooFar')
  expect(readProgramError(program, 2505)).toBe('program/notApproved')
  expect(readProgramError(program, 2501)).toBe('program/insufficientVault')
  expect(readProgramError(program, 2500)).toBeUndefined()
})
