import { describe, expect, it } from 'vitest'
import { transactionErrorText } from './transactionErrorText.ts'

describe('transactionErrorText', () => {
  it('gives a node’s text', () => {
    expect(transactionErrorText('BlockhashNotFound')).toBe('Blockhash not found')
    expect(transactionErrorText('SomethingNew')).toBe('SomethingNew')
    expect(transactionErrorText({ InstructionError: [2, { Custom: 6005 }] })).toBe(
      'Error processing Instruction 2: custom program error: 0x1775',
    )
    expect(transactionErrorText({ InstructionError: [0, 'InvalidAccountData'] })).toBe(
      'Error processing Instruction 0: invalid account data for instruction',
    )
    expect(transactionErrorText({ InstructionError: [1, { BorshIoError: 'short' }] })).toBe(
      'Error processing Instruction 1: Failed to serialize or deserialize account data: short',
    )
    expect(transactionErrorText({ DuplicateInstruction: 3 })).toMatch(/duplicate instruction \(3\)/)
    expect(transactionErrorText({ InsufficientFundsForRent: { account_index: 4 } })).toBe(
      'Transaction results in an account (4) with insufficient funds for rent',
    )
    expect(transactionErrorText({ ProgramExecutionTemporarilyRestricted: { account_index: 5 } })).toMatch(/index 5/)
  })
})
