import { type Address, parseAddress } from '@tern/core'
import { errorText } from '../../text/errorText.ts'
import type { TokenUnit } from '../../text/numberText.ts'
import { readAmountOf, type Typed } from '../../text/typed.ts'

/** A withdrawal as typed. */
export interface WithdrawForm {
  readonly recipient: string
  readonly mint: Address | null
  readonly amount: string
  readonly isAll: boolean
}

export const emptyForm: WithdrawForm = { recipient: '', mint: null, amount: '', isAll: false }

/** Removes blanks: a pasted address may have them at the ends, or between its groups. */
export const withoutBlanks = (address: string): string => address.replace(/\s/g, '')

/** Parses the amount in raw units. A percentage is a share of `balance`. */
export function readWanted(
  form: WithdrawForm,
  asset: TokenUnit & { readonly mint: Address | null; readonly symbol: string },
  balance: bigint | undefined,
): Typed<bigint | 'all'> {
  return form.isAll ? { value: 'all' } : readAmountOf(form.amount, { ...asset, isNative: asset.mint === null }, balance)
}

/**
 * The form's fault; `undefined` if the withdrawal can be planned. An invalid address is reported before a missing
 * amount.
 */
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
