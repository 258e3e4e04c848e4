import { type AccountSnapshot, type Address, checkAssociatedTokenAccount, type Token } from '@tern/core'
import { TernError } from '@tern/core/tradeErrors'

interface Wanted {
  readonly address: Address
  readonly owner: Address
  readonly token: Token
  /** Raw units that it must hold; unset for an account that only receives, which need not be there. */
  readonly amount?: bigint
}

/** Why the owner's account of a token cannot take part in a trade; `undefined` when it can. */
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
