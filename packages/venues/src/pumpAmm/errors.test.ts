import { TernError } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { readProgramError } from '../programErrors.ts'
import { programErrors } from './errors.ts'
import { program } from './index.ts'

describe('error numbers', () => {
  it('have a text each', () => {
    for (const [number, code] of Object.entries(programErrors)) {
      expect(Number(number)).toBeGreaterThanOrEqual(6000)
      expect(new TernError(code, {} as never).message).not.toBe('')
    }
  })

  it('distinguish a moved price from a pool that cannot pay', () => {
    for (const number of [6004, 6040]) expect(readProgramError(program, number)).toBe('program/slippageExceeded')
    for (const number of [6016, 6063]) expect(readProgramError(program, number)).toBe('program/insufficientVault')
    // The last numbers in the IDL of October 2026.
    for (const number of [6067, 6079, 6087]) expect(readProgramError(program, number)).toBeDefined()
    expect(readProgramError(program, 5999)).toBeUndefined()
  })
})
