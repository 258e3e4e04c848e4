import { describe, expect, it } from 'vitest'
import { readProgramError } from '../programErrors.ts'
import { program } from './addresses.ts'
import { programErrors } from './errors.ts'

describe('program errors', () => {
  it('are the fifteen of error.rs', () => {
    expect(Object.keys(programErrors)).toEqual(Array.from({ length: 15 }, (_, i) => String(6000 + i)))
  })

  it('are read by number', () => {
    expect(readProgramError(program, 6005)).toBe('program/slippageExceeded')
    expect(readProgramError(program, 6015)).toBeUndefined()
  })
})
