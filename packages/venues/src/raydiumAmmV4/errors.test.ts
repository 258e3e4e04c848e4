import { describe, expect, it } from 'vitest'
import { readProgramError } from '../programErrors.ts'
import { program } from './addresses.ts'

describe('program errors', () => {
  it('are read by number', () => {
    expect(readProgramError(program, 30)).toBe('program/slippageExceeded')
    expect(readProgramError(program, 22)).toBe('program/notApproved')
    expect(readProgramError(program, 60)).toBeUndefined()
  })
})
