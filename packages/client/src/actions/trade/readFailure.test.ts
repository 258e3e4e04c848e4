import type { TransactionError } from '@solana/kit'
import { expect, it, vi } from 'vitest'
import { readFailure } from './readFailure.ts'

vi.mock('@tern/venues/explainFailure', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

it.each([
  [{ InstructionError: [3, { Custom: 2006 }] }, 'instruction 4: the program’s error 2006'],
  [{ InstructionError: [0, 'ComputationalBudgetExceeded'] }, 'instruction 1: computational budget exceeded'],
  ['AccountInUse', 'account in use'],
])('spells an error out without JSON if its words cannot be loaded: %#', async (error, words) => {
  const failure = await readFailure({ programs: [] }, error as TransactionError, 'signature')
  expect(failure.message).toBe(`The transaction failed on chain: ${words}`)
})
