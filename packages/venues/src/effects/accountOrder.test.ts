import {
  associatedTokenProgram,
  memoProgram,
  metadataProgram,
  systemProgram,
  token2022Program,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { instructionsSysvar, rentSysvar } from '@tern/core/internal'
import { describe, expect, it } from 'vitest'
import { bareName, declaredNames } from '../../test/declaredEffects.ts'
import { addressNamed, type Encoded, encodedInstructions } from '../../test/encodedInstructions.ts'

/** Names that programs give to accounts that never change. */
const wellKnown: ReadonlyMap<string, RegExp> = new Map([
  [systemProgram, /^system_program$/],
  [tokenProgram, /^(token|\w+_token)_program$|^token_\w+_program$/],
  [token2022Program, /^token_(2022_)?program(_2022)?$|^token_\w+_program$|^\w+_token_program$/],
  [associatedTokenProgram, /^associated_token_program$/],
  [memoProgram, /^memo_program$/],
  [rentSysvar, /^rent(_program)?$/],
  [instructionsSysvar, /^instructions$/],
  [metadataProgram, /metadata/],
  [wrappedNativeMint, /^wsol(_mint)?$/],
])

const all = await encodedInstructions()

/** The addresses of all declared names. Any other address is a constant of the program. */
const everyName: ReadonlySet<string> = new Set(
  all.flatMap(({ name, made }) =>
    declaredNames(made.programAddress, name)
      .flat()
      .map(one => addressNamed(bareName(one))),
  ),
)

/** Describes each account of an instruction whose place has another name, and each name without an account. */
function misplaced(
  { made: { accounts = [] }, derives, same }: Encoded,
  declared: readonly string[],
): readonly string[] {
  const names = [...declared]
  const found: string[] = []
  for (const { address } of accounts) {
    const fits = (one: string) => {
      const name = bareName(one)
      if (name === same?.[0] && address === addressNamed(same[1])) return true
      if (address === addressNamed(name) || wellKnown.get(address)?.test(name)) return true
      if (everyName.has(address) || wellKnown.has(address)) return false
      // Other constants: the program itself, its authorities and configs.
      return derives || /program|authority|global|config|fee|params|vault|control/.test(name)
    }
    while (names[0]?.endsWith('?') && !fits(names[0])) names.shift()
    const [next] = names
    if (next?.endsWith('*')) continue
    if (next === undefined || !fits(next)) found.push(`${address} is not ${next}`)
    names.shift()
  }
  return [...found, ...names.filter(one => !/[?*]$/.test(one))]
}

describe('the declared accounts of an instruction', () => {
  it.each(all.map((one, i) => [i, one.name, one] as const))(
    '%i: %s are the accounts of its encoder, in its order',
    (_, name, one) => {
      const variants = declaredNames(one.made.programAddress, name).map(names => misplaced(one, names))
      expect(variants.find(({ length }) => length === 0) ?? variants).toEqual([])
    },
  )
})
