import type { DeclaredEffect, ProgramEffects } from '../src/effects/language.ts'
import { effects as meteoraDammV2 } from '../src/meteoraDammV2/effects.ts'
import { effects as meteoraDbc } from '../src/meteoraDbc/effects.ts'
import { effects as pumpAmm } from '../src/pumpAmm/effects.ts'
import { effects as pumpfun } from '../src/pumpfun/effects.ts'
import { effects as raydiumClmm } from '../src/raydiumClmm/effects.ts'
import { effects as raydiumCpmm } from '../src/raydiumCpmm/effects.ts'
import { effects as raydiumLaunchlab } from '../src/raydiumLaunchlab/effects.ts'

/** The declared effects of the trading programs. */
const declaredEffects: readonly ProgramEffects[] = [
  meteoraDammV2,
  meteoraDbc,
  pumpAmm,
  pumpfun,
  raydiumClmm,
  raydiumCpmm,
  raydiumLaunchlab,
]

/** The declared effect of an instruction. */
export function declaredEffect(program: string, name: string): DeclaredEffect | undefined {
  const all = declaredEffects.find(({ programs }) => programs.some(one => one === program))
  return all?.effects.find(({ layout }) => layout.name === name)
}

/** The declared names of an instruction's accounts, with their marks. */
export const namesOf = ({ lengths }: DeclaredEffect): readonly string[] =>
  lengths.accounts.split(' ').filter(name => name !== '')
