import { type Address, wrappedNativeMint } from '@tern/core'
import { otherSide, type Side } from '../../data/liquidity/pair.ts'
import { createStore } from '../../data/store.ts'

/** The typed form of a new pool. A pool's order of tokens is the program's matter: here they are in the form's order. */
export interface CreateForm {
  readonly mints: readonly [Address | undefined, Address | undefined]
  readonly texts: readonly [string, string]
  /** Unset: the first fee that is allowed. */
  readonly config: Address | undefined
}

export const freshCreation: CreateForm = { mints: [undefined, wrappedNativeMint], texts: ['', ''], config: undefined }

/** Outlives the page, so that visiting another page loses no input. */
export const createForm = createStore<CreateForm>(freshCreation)

const withSide = <T>(pair: readonly [T, T], side: Side, value: T): readonly [T, T] =>
  side === 0 ? [value, pair[1]] : [pair[0], value]

/** Types an amount. */
export const typeAmount = (form: CreateForm, side: Side, text: string): CreateForm => ({
  ...form,
  texts: withSide(form.texts, side, text),
})

/** Chooses a token. The other side's token changes places with it, and takes its amount along. */
export function chooseToken(form: CreateForm, side: Side, mint: Address): CreateForm {
  const { mints, texts } = form
  if (mint === mints[side]) return form
  if (mint === mints[otherSide(side)]) return { ...form, mints: [mints[1], mints[0]], texts: [texts[1], texts[0]] }
  return { ...form, mints: withSide(mints, side, mint) }
}
