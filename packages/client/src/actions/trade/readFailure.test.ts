import type { TransactionError } from '@solana/kit'
import { expect, it, vi } from 'vitest'
import { readFailure } from './readFailure.ts'

vi.mock('@tern/venues/explainFailure', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

it('shows no JSON if the words for an error cannot be loaded, and keeps the error', async () => {
  const error = { InstructionError: [3, { Custom: 2006 }] } as unknown as TransactionError
  const failure = await readFailure({ programs: [] }, error, 'signature')
  expect(failure.message).toBe('The transaction failed on chain: its reason could not be loaded')
  expect(failure.facts).toMatchObject({ error, signature: 'signature' })
})
