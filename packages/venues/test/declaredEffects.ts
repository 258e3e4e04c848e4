import { effects as boop } from '../src/boop/effects.ts'
import type { ProgramEffects } from '../src/effects/language.ts'
import { effects as meteoraDammV1 } from '../src/meteoraDammV1/effects.ts'
import { effects as meteoraDammV2 } from '../src/meteoraDammV2/effects.ts'
import { effects as meteoraDbc } from '../src/meteoraDbc/effects.ts'
import { effects as moonit } from '../src/moonit/effects.ts'
import { effects as pumpAmm } from '../src/pumpAmm/effects.ts'
import { effects as pumpfun } from '../src/pumpfun/effects.ts'
import { effects as raydiumAmmV4 } from '../src/raydiumAmmV4/effects.ts'
import { effects as raydiumClmm } from '../src/raydiumClmm/effects.ts'
import { effects as raydiumCpmm } from '../src/raydiumCpmm/effects.ts'
import { effects as raydiumLaunchlab } from '../src/raydiumLaunchlab/effects.ts'
import { effects as raydiumStable } from '../src/raydiumStable/effects.ts'

/** The declared effects of the trading programs. */
export const declaredEffects: readonly ProgramEffects[] = [
  boop,
  meteoraDammV1,
  meteoraDammV2,
  meteoraDbc,
  moonit,
  pumpAmm,
  pumpfun,
  raydiumAmmV4,
  raydiumClmm,
  raydiumCpmm,
  raydiumLaunchlab,
  raydiumStable,
]

/** The declared names of an instruction's accounts, with their marks: a list for each of its forms. */
export function declaredNames(program: string, name: string): readonly (readonly string[])[] {
  const declared = declaredEffects.find(({ programs }) => programs.some(one => one === program))?.effects ?? []
  return declared.filter(({ layout }) => layout.name === name).map(({ lengths }) => lengths.accounts.trim().split(/ +/))
}

/** Removes the mark of an account's name. */
export const bareName = (name: string): string => name.replace(/[?*]$/, '')
