import { TernError } from '@tern/core'
import { type Amount, type DeclaredEffect, everything } from './language.ts'

type Name = string
/** An account, or another place of an address. */
export type Place =
  | Name
  | { readonly argument: Name }
  | { readonly constant: string }
  | { readonly fromEnd: number }
  | { readonly heldBy: Name; readonly or?: Name; readonly besides?: Name }

export function refuse(layout: string, actual: string): never {
  throw new TernError('layout/mismatch', { address: layout, field: 'effects', expected: 'a declared name', actual })
}

/** Reports if an account may be missing, or stands for any number of accounts. */
export const isLoose = (name: string) => /[?*]$/.test(name)

/** Creates the functions that write the names of an effect as the indexes and offsets of a row. */
export function createRowNames({ layout, lengths }: Pick<DeclaredEffect, 'layout' | 'lengths'>) {
  const names = lengths.accounts.split(' ').filter(name => name !== '')
  /** The index of an account, or `~` and its distance from the end if accounts before it may be missing. */
  function account(name: Name): string {
    const at = names.findIndex(one => one.replace(/[?*]$/, '') === name)
    if (at < 0) refuse(layout.name, name)
    if (!names.slice(0, at).some(isLoose)) return String(at)
    if (names.slice(at).some(isLoose)) refuse(layout.name, name)
    return `~${names.length - at}`
  }

  const flags = lengths.moreFlags ?? []
  const offsets: Readonly<Record<string, number | undefined>> = {
    ...layout.offsets,
    ...Object.fromEntries(flags.map((flag, i) => [flag, (layout.size ?? 0) + i])),
  }
  const tailStart = layout.tail === undefined ? undefined : Number.parseInt(layout.tail, 10)
  const ends = [...Object.values(offsets), layout.size, tailStart]
    .filter(end => end !== undefined)
    .sort((a, b) => a - b)
  function argument(name: Name): { readonly offset: number; readonly size: number } {
    const offset = offsets[name]
    if (offset === undefined) refuse(layout.name, name)
    const end = ends.find(one => one > offset) ?? offset + (flags.includes(name) ? 1 : 8)
    return { offset, size: end - offset }
  }

  const isOptional = (offset: number) =>
    layout.size !== undefined && offset >= layout.size - (lengths.optionalBytes ?? 0)

  function amount(value: Amount<string, string>): string {
    if (value === everything) return 'M'
    if (typeof value === 'bigint') return `#${value}`
    if (typeof value === 'string') {
      const { offset, size } = argument(value)
      const letter = { 8: 'u', 4: 'l', 1: 'b' }[size] ?? refuse(layout.name, value)
      return `${letter}${offset}${isOptional(offset) ? '?' : ''}`
    }
    if ('fromEnd' in value) return `u~${value.fromEnd}`
    if ('tokenAccount' in value) {
      const { mint, tokenProgram } = value.tokenAccount
      return `r${mint === undefined ? '' : account(mint)}/${account(tokenProgram)}`
    }
    if ('product' in value) return joined('*', value.product)
    if ('sum' in value) return joined('+', value.sum)
    return joined('-', value.difference)
  }
  /** Rows have no brackets, so a product has no sums, and a sum has no differences. */
  function joined(sign: '*' | '+' | '-', values: readonly Amount<string, string>[]): string {
    const parts = values.map(amount)
    const looser = { '*': /[+-]/, '+': /-/, '-': /$^/ }[sign]
    if (parts.some((part, i) => looser.test(part) || (sign === '-' && i > 0 && part.includes('-'))))
      refuse(layout.name, parts.join(sign))
    return parts.join(sign)
  }

  function place(one: Place | undefined): string {
    if (one === undefined) return ''
    if (typeof one === 'string') return account(one)
    if ('heldBy' in one) {
      const held = [one.heldBy, one.or, one.besides].flatMap(name => (name === undefined ? [] : [account(name)]))
      return `V${held.join('/')}`
    }
    if ('argument' in one) return `$${argument(one.argument).offset}`
    return 'constant' in one ? one.constant : `$~${one.fromEnd}`
  }

  return { names, flags, account, argument, amount, place }
}
