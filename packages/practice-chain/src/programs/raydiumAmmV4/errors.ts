import { TernError } from '@tern/core'

/** `AmmError` (error.rs): its numbers count from 0. The texts are the program's. */
const errors = {
  InvalidProgramAddress: [1, 'Invalid program address.'],
  ExpectedAccount: [3, 'Expected account.'],
  InvalidCoinVault: [4, 'Invalid coin vault.'],
  InvalidPCVault: [5, 'Invalid PC vault.'],
  InvalidSignAccount: [21, 'Invalid sign account.'],
  InvalidStatus: [22, 'Invalid status.'],
  WrongAccountsNumber: [24, 'Wrong accounts number.'],
  InvalidAmmAccountOwner: [27, 'Invalid AMM account owner.'],
  InvalidInput: [29, 'Invalid input.'],
  ExceededSlippage: [30, 'Exceeded desired slippage limit.'],
  CheckedSubOverflow: [32, 'Checked subtraction overflow.'],
  InvalidSplTokenProgram: [38, 'Invalid SPL token program.'],
  InsufficientFunds: [40, 'Insufficient funds.'],
  InvalidUserToken: [42, 'User token input does not match AMM.'],
  NotAllowed: [59, 'Not allowed due to same mint.'],
} as const satisfies Record<string, readonly [number, string]>

/** @throws TernError `practice/programFailed`, always. */
export function refuse(name: keyof typeof errors, ...before: readonly string[]): never {
  const [code, message] = errors[name]
  throw new TernError('practice/programFailed', { code, logs: [...before, `AMM error: ${message}`] })
}

/** The runtime's own errors, by number. They stand in the upper 32 bits of a program's result (`ProgramError`). */
const runtimeErrors = { InvalidInstructionData: 3, NotEnoughAccountKeys: 11 } as const

/** @throws TernError `practice/programFailed`, always. */
export function refuseAsRuntime(name: keyof typeof runtimeErrors): never {
  const code = runtimeErrors[name] * 2 ** 32
  throw new TernError('practice/programFailed', { code, logs: [`Program error: ${name}`] })
}
