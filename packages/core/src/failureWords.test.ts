import { describe, expect, it } from 'vitest'
import { failureWords } from './failureWords.ts'

describe('failureWords', () => {
  it.each([
    ['BlockhashNotFound', 'its blockhash is unknown or too old'],
    ['AccountInUse', 'an account is in use by another transaction'],
    ['SanitizeFailure', 'sanitize failure'],
    [{ InsufficientFundsForRent: { account_index: 3 } }, 'insufficient funds for rent'],
    [{ InstructionError: [1, 'ComputationalBudgetExceeded'] }, 'instruction 2: it ran out of compute units'],
    [{ InstructionError: [0, 'MissingRequiredSignature'] }, 'instruction 1: missing required signature'],
    [{ InstructionError: [0, { BorshIoError: 'x' }] }, 'instruction 1: borsh io error'],
    [{ InstructionError: [2, { Custom: 6099 }] }, 'instruction 3: the program’s error 6099'],
    [
      { InstructionError: [3n, { Custom: 2006n }] },
      'instruction 4: an account is not at the address that the program derives (error 2006)',
    ],
    [{ InstructionError: [0, { Custom: 2_505 }] }, 'instruction 1: a rule of the program is broken (error 2505)'],
  ])('words every shape of an error: %#', (error, words) => {
    expect(failureWords(error)).toBe(words)
  })

  it('has words for every number of Anchor’s constraints and accounts', () => {
    for (let number = 2000; number <= 3017; number++)
      expect(failureWords({ InstructionError: [0, { Custom: number }] })).toMatch(/^instruction 1: .+ \(error \d+\)$/)
  })

  it.each([
    null,
    undefined,
    5,
    '',
    [],
    {},
    { InstructionError: null },
    { InstructionError: [] },
    { InstructionError: [1, null] },
  ])('words unknown answers without JSON: %#', error => {
    expect(failureWords(error)).toMatch(/^(instruction 2: )?(no reason was given|instruction error)$/)
  })
})
