import { type Address, associatedTokenProgram, encodeBase58, systemProgram } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { explainFailure, type FailedTransaction } from './explainFailure.ts'
import { program } from './raydiumCpmm/addresses.ts'
import { program as router } from './raydiumRouter/addresses.ts'

const account = encodeBase58(new Uint8Array(32).fill(5)) as Address
const trade = (side: 'buy' | 'sell'): FailedTransaction => ({
  side,
  tokenAccount: account,
  programs: [systemProgram, program, associatedTokenProgram],
})
const custom = (index: number, number: number) => ({ InstructionError: [index, { Custom: number }] })

describe('why a trade failed on chain', () => {
  it.each<readonly ['buy' | 'sell', unknown, string]>([
    ['buy', custom(1, 6005), 'The price moved beyond the slippage limit'],
    ['buy', custom(0, 1), 'No enough SOL to buy tokens'],
    ['buy', custom(2, 1), 'No enough SOL to buy tokens'],
    ['sell', custom(0, 1), 'No enough SOL to pay for trade fee'],
    ['buy', 'InsufficientFundsForFee', 'No enough SOL to buy tokens'],
    ['sell', { InsufficientFundsForRent: { account_index: 0 } }, 'No enough SOL to pay for trade fee'],
    ['buy', custom(1, 1), 'No enough SOL to buy tokens'],
    ['sell', custom(1, 1), 'Not enough tokens to sell'],
    ['sell', custom(1, 17), 'The token account is frozen by the token’s issuer'],
    ['buy', { InstructionError: [1, null] }, 'The transaction failed on chain: instruction 2: no reason was given'],
    ['buy', null, 'The transaction failed on chain: no reason was given'],
    ['buy', custom(1, 99), 'The transaction failed on chain: instruction 2: the program’s error 99'],
    [
      'buy',
      custom(1, 2006),
      'The transaction failed on chain: instruction 2: an account is not at the address that the program derives (error 2006)',
    ],
    ['buy', custom(3, 6005), 'The wallet’s own guard stopped the trade'],
    [
      'buy',
      { InstructionError: [1, 'ComputationalBudgetExceeded'] },
      'The transaction failed on chain: instruction 2: it ran out of compute units',
    ],
    ['buy', 'AccountInUse', 'The transaction failed on chain: an account is in use by another transaction'],
  ])('a %s with %j', (side, error, text) => {
    const found = explainFailure(trade(side), error, 'sig')
    expect(found.message).toBe(text)
    expect(found.cause).toEqual({ signature: 'sig', error })
  })

  it('is a swap error if a pool’s program fails inside Raydium’s router, which passes the number on', () => {
    const failed: FailedTransaction = { programs: [systemProgram, router] }
    // InvalidInput of a stable pool, and an amount that a concentrated pool rounds to 0.
    for (const number of [25, 6026])
      expect(explainFailure(failed, custom(1, number), 'sig')).toMatchObject({
        ...{ code: 'program/swapError', message: 'swap error' },
      })
    expect(explainFailure(failed, custom(1, 38), 'sig').code).toBe('program/slippageExceeded')
    expect(explainFailure(failed, custom(1, 4_000), 'sig').code).toBe('trade/failedOnChain')
  })

  it('is "would fail" for a transaction that was only simulated', () => {
    expect(explainFailure(trade('buy'), 'BlockhashNotFound')).toMatchObject({
      code: 'trade/wouldFail',
      message: 'The transaction would fail on chain: its blockhash is unknown or too old',
    })
    expect(explainFailure(trade('buy'), custom(1, 6005)).code).toBe('program/slippageExceeded')
  })
})
