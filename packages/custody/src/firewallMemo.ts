import { type Address, readReferralMemo } from '@tern/core'
import type { CompiledInstruction } from '@tern/core/compiledMessage'

/**
 * Reads the only memo that a trade may carry: the code of who brought its trader. Another text could mean something to whoever is paid.
 *
 * @param known the code that an earlier instruction of the message named.
 */
export function readCode(
  { accounts, data }: CompiledInstruction,
  wallet: Address,
  known: string | undefined,
): { readonly code: string } | { readonly refusal: string } {
  if (accounts.length > 1 || accounts.some(account => account !== wallet))
    return { refusal: 'a memo in the name of others' }
  const code = readReferralMemo(data)
  if (code === undefined) return { refusal: 'a memo that no trade needs' }
  return known === undefined ? { code } : { refusal: 'more than one memo' }
}
