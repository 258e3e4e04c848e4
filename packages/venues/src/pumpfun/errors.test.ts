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

  it('distinguish a moved price from a complete curve', () => {
    for (const number of [6002, 6003, 6042]) expect(readProgramError(program, number)).toBe('program/slippageExceeded')
    expect(readProgramError(program, 6005)).toBe('program/curveComplete')
    expect(readProgramError(program, 5999)).toBeUndefined()
  })

  it('distinguish wrong accounts of a quote coin from a coin that cannot be a quote', () => {
    for (const number of [6099, 6101, 6102, 6103])
      expect(readProgramError(program, number)).toBe('program/wrongAccount')
    for (const number of [6100, 6105]) expect(readProgramError(program, number)).toBe('program/mintNotSupported')
  })
})
