import { type AccountSnapshot, type Address, TernError, type Token } from '@tern/core'
import { checkAssociatedTokenAccount } from '@tern/core/internal'

interface Wanted {
  readonly address: Address
  readonly owner: Address
  readonly token: Token
  /** Min raw units in the account. Unset: the account only receives, and may be missing. */
  readonly amount?: bigint
}

/**
 * Checks if the owner's token account can take part in a trade.
 *
 * @returns the error, or `undefined` if it can.
 */
export function checkTokenAccount(wanted: Wanted, account: AccountSnapshot | null): TernError | undefined {
  const { address, owner, token, amount } = wanted
  try {
    const found = checkAssociatedTokenAccount({ address, owner, mint: token.mint, program: token.program }, account)
    if (found?.state === 'frozen') return new TernError('token/accountFrozen', { address })
    if (amount === undefined) return undefined
    if (found === null) return new TernError('token/inputAccountNotFound', { address })
    if (found.amount < amount) return new TernError('trade/notEnoughTokens', { balance: found.amount, amount })
    return undefined
  } catch (error) {
    if (error instanceof TernError) return error
    throw error
  }
}
