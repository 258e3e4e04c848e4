import {
  associatedTokenProgram,
  instructionsSysvar,
  memoProgram,
  metadataProgram,
  rentSysvar,
  systemProgram,
  token2022Program,
  tokenProgram,
} from '@tern/core'
import { describe, expect, it } from 'vitest'
import { declaredEffect, namesOf } from '../../test/declaredEffects.ts'
import { addressNamed, encodedInstructions } from '../../test/encodedInstructions.ts'

/** Names that programs give to accounts that never change. */
const wellKnown: ReadonlyMap<string, RegExp> = new Map([
  [systemProgram, /^system_program$/],
  [tokenProgram, /^token_program$|^token_\w+_program$/],
  [token2022Program, /^token_(2022_)?program(_2022)?$|^token_\w+_program$/],
  [associatedTokenProgram, /^associated_token_program$/],
  [memoProgram, /^memo_program$/],
  [rentSysvar, /^rent$/],
  [instructionsSysvar, /^instructions$/],
  [metadataProgram, /metadata/],
])

describe('the declared accounts of an instruction', () => {
  it.each(encodedInstructions().map((one, i) => [i, one.name, one.made] as const))(
    '%i: %s are the accounts of its encoder, in its order',
    (_, name, { programAddress, accounts = [] }) => {
      const declared = declaredEffect(programAddress, name)
      expect(declared).toBeDefined()
      const names = declared ? [...namesOf(declared)] : []
      const unmatched: string[] = []
      for (const { address } of accounts) {
        const known = wellKnown.get(address)
        const fits = (one: string) => {
          const bare = one.replace(/[?*]$/, '')
          if (address === addressNamed(bare)) return true
          if (known?.test(bare)) return true
          // Other constants: the program itself, its authorities and configs.
          return !known && !everyName.has(address) && /program|authority|global|config|fee|params|vault/.test(bare)
        }
        while (names[0]?.endsWith('?') && !fits(names[0])) names.shift()
        const [next] = names
        if (next?.endsWith('*')) continue
        if (next === undefined || !fits(next)) unmatched.push(`${address} is not ${next}`)
        names.shift()
      }
      expect(unmatched).toEqual([])
      expect(names.filter(one => !/[?*]$/.test(one))).toEqual([])
    },
  )
})

/** The addresses of all declared names. Any other address is a constant of the program. */
const everyName: ReadonlySet<string> = new Set(
  encodedInstructions().flatMap(({ name, made }) => {
    const declared = declaredEffect(made.programAddress, name)
    return declared ? namesOf(declared).map(one => addressNamed(one.replace(/[?*]$/, ''))) : []
  }),
)
