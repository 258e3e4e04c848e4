import {
  associatedTokenProgram,
  computeBudgetProgram,
  systemProgram,
  token2022Program,
  tokenProgram,
  usdcMint,
  wrappedNativeMint,
} from '@tern/core'
import { expect, it } from 'vitest'
import { tradingPrograms } from './read.ts'
import { sharedAccounts } from './sharedAccounts.ts'

it('fit into a single table without duplicates, and include no account that a signer must see', () => {
  expect(sharedAccounts.length).toBeLessThanOrEqual(256)
  expect(new Set(sharedAccounts).size).toBe(sharedAccounts.length)
  const called = [systemProgram, tokenProgram, token2022Program, associatedTokenProgram, computeBudgetProgram]
  for (const seen of [...tradingPrograms, ...called, wrappedNativeMint, usdcMint])
    expect(sharedAccounts).not.toContain(seen)
})
