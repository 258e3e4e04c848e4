import { type Address, isTernError, parseAddress, wrappedNativeMint } from '@tern/core'
import type { SwapSide } from '../../data/swap/swapButton.ts'
import type { SwapSearch } from './search.ts'

/** The tokens of a swap, and the text that was typed. */
export interface SwapForm {
  readonly pay: Address
  /** `undefined` until one is chosen. */
  readonly receive: Address | undefined
  /** The field that was typed into. The other field shows the quote. */
  readonly side: SwapSide
  readonly text: string
}

export const freshForm: SwapForm = { pay: wrappedNativeMint, receive: undefined, side: 'pay', text: '' }

export type SwapAction =
  /** `instead`, for late answers: only while the form is still this one. */
  | { readonly kind: 'type'; readonly side: SwapSide; readonly text: string; readonly instead?: SwapForm }
  | { readonly kind: 'choose'; readonly side: SwapSide; readonly mint: Address }
  | { readonly kind: 'flip' }
  | { readonly kind: 'open'; readonly search: SwapSearch }

const otherSide = (side: SwapSide): SwapSide => (side === 'pay' ? 'receive' : 'pay')

/** Reads the tokens in the page's address; `undefined` if it names none. */
function tokensIn({ from, to }: SwapSearch): Pick<SwapForm, 'pay' | 'receive'> | undefined {
  const [given, wanted] = [addressIn(from), addressIn(to)]
  if (given === undefined && wanted === undefined) return undefined
  const pay = given ?? wrappedNativeMint
  const receive = wanted ?? (pay === wrappedNativeMint ? undefined : wrappedNativeMint)
  return { pay, receive: receive === pay ? undefined : receive }
}

function addressIn(text: string | undefined): Address | undefined {
  if (text === undefined) return undefined
  try {
    return parseAddress(text)
  } catch (error) {
    if (isTernError(error)) return undefined
    throw error
  }
}

/** Writes the tokens into the page's address. */
export const searchOf = ({ pay, receive }: SwapForm): SwapSearch => ({
  from: pay,
  ...(receive !== undefined && { to: receive }),
})

/** Applies an action. An amount stays with its token when the tokens change places. */
export function changeForm(form: SwapForm, action: SwapAction): SwapForm {
  switch (action.kind) {
    case 'type':
      if (action.instead !== undefined && !isSame(action.instead, form)) return form
      return { ...form, side: action.side, text: action.text }
    case 'choose': {
      if (action.mint === form[action.side]) return form
      if (action.mint === form[otherSide(action.side)]) return changeForm(form, { kind: 'flip' })
      return { ...form, [action.side]: action.mint }
    }
    case 'flip':
      // Without a token to receive, there is nothing to pay with.
      if (form.receive === undefined) return { ...form, pay: wrappedNativeMint, receive: leftOf(form.pay) }
      return { pay: form.receive, receive: form.pay, side: otherSide(form.side), text: form.text }
    case 'open': {
      const tokens = tokensIn(action.search)
      if (tokens === undefined) return form
      const typed = tokens[form.side] === form[form.side] ? form.text : ''
      // An amount is of a token: a link to another token must not pay the same number of it.
      return { ...form, ...tokens, text: typed }
    }
  }
}

const isSame = (one: SwapForm, other: SwapForm): boolean =>
  one.pay === other.pay && one.receive === other.receive && one.side === other.side && one.text === other.text

const leftOf = (pay: Address): Address | undefined => (pay === wrappedNativeMint ? undefined : pay)
