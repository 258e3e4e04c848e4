import { TernError } from '@tern/core'

/** The program's own errors, by the words in its log. */
const errors = {
  InvalidProgramAddress: 1,
  InvalidTokenCoin: 4,
  InvalidTokenPC: 5,
  InvalidOpenOrders: 10,
  InvalidMarket: 11,
  InvalidSerumDex: 12,
  InvalidModelDataAccount: 14,
  'Invalid Sign Account': 20,
  InvalidStatus: 21,
  InvalidInstruction: 22,
  WrongAccountsNumber: 23,
  InvalidInput: 25,
  'exceeds desired slippage limit': 26,
  InvalidSplToken: 34,
  'insufficient funds': 36,
  NotMatchAccountType: 50,
  AbortTrade: 52,
} as const

/**
 * Ends the invocation with an error of the program.
 * @throws TernError `practice/programFailed`, always.
 */
export function refuse(name: keyof typeof errors): never {
  throw new TernError('practice/programFailed', { code: errors[name], logs: [`Error: ${name}`] })
}
