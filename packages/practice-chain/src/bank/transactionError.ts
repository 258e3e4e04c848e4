/** What stopped one instruction, as a cluster writes it in JSON. */
export type InstructionError = string | { readonly Custom: number }

/** What stopped a transaction, as a cluster writes it in JSON. */
export type TransactionError =
  | string
  | { readonly InstructionError: readonly [number, InstructionError] }
  | { readonly DuplicateInstruction: number }
  | { readonly InsufficientFundsForRent: { readonly account_index: number } }
  | { readonly ProgramExecutionTemporarilyRestricted: { readonly account_index: number } }
