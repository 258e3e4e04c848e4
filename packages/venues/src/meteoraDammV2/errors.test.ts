import { describe, expect, it } from 'vitest'
import { readProgramError } from '../programErrors.ts'
import { program } from './addresses.ts'

describe('program errors', () => {
  it('are read by number', () => {
    expect(readProgramError(program, 6002)).toBe('program/slippageExceeded')
    expect(readProgramError(program, 6003)).toBe('program/notApproved')
    expect(readProgramError(program, 6015)).toBe('program/insufficientVault')
    expect(readProgramError(program, 5999)).toBeUndefined()
  })
})
