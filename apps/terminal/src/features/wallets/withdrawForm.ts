import { type Address, parseAddress } from '@tern/core'
import { errorText } from '../../text/errorText.ts'
import type { TokenUnit } from '../../text/numberText.ts'
import { readAmountOf, type Typed } from '../../text/typed.ts'

/** What somebody wants to withdraw, as typed. */
export interface WithdrawForm {
  readonly recipient: string
  readonly mint: Address | null
  readonly amount: string
  readonly isAll: boolean
}

export const emptyForm: WithdrawForm = { recipient: '', mint: null, amount: '', isAll: false }

/** An address as it was meant: a paste may have blanks around it, or between the groups in which it is shown. */
export const withoutBlanks = (address: string): string => address.replace(/\s/g, '')

/** How much is wanted, in raw units; a share is one of `balance`. */
export function readWanted(
  form: WithdrawForm,
  asset: TokenUnit & { readonly mint: Address | null; readonly symbol: string },
  balance: bigint | undefined,
): Typed<bigint | 'all'> {
  return form.isAll ? { value: 'all' } : readAmountOf(form.amount, { ...asset, isNative: asset.mint === null }, balance)
}

/** What to do next about a form; `undefined` when it can be planned. What is no address is said before any amount is there. */
export function formFault(
  { recipient }: WithdrawForm,
  wanted: Typed<unknown>,
): { readonly text: string; readonly isAddressWrong?: true } | undefined {
  if (recipient.trim() === '') return { text: 'Enter an address' }
  try {
    parseAddress(withoutBlanks(recipient))
  } catch (error) {
    return { text: errorText(error), isAddressWrong: true }
  }
  return 'reason' in wanted ? { text: wanted.reason } : undefined
}
