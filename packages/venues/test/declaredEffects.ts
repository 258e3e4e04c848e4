import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ProgramEffects } from '../src/effects/language.ts'

const programs = JSON.parse(readFileSync(join(import.meta.dirname, '../programs.json'), 'utf8')) as readonly {
  readonly folder: string
}[]

/** The declared effects of the trading programs, with their folders. */
export const declaredEffects: readonly (ProgramEffects & { readonly folder: string })[] = await Promise.all(
  programs.map(async ({ folder }) => {
    const { effects } = (await import(`../src/${folder}/effects.ts`)) as { readonly effects: ProgramEffects }
    return { ...effects, folder }
  }),
)

/** The declared names of an instruction's accounts, with their marks: a list for each of its forms. */
export function declaredNames(program: string, name: string): readonly (readonly string[])[] {
  const declared = declaredEffects.find(({ programs }) => programs.some(one => one === program))?.effects ?? []
  return declared.filter(({ layout }) => layout.name === name).map(({ lengths }) => lengths.accounts.trim().split(/ +/))
}

/** Removes the mark of an account's name. */
export const bareName = (name: string): string => name.replace(/[?*]$/, '')
