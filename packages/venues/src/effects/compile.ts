import { TernError } from '@tern/core'
import { sha256 } from '@tern/core/internal'
import { effectKinds } from './instructionEffects.ts'
import { type Amount, type DeclaredCase, type DeclaredEffect, everything } from './language.ts'

type Name = string
type Sided = NonNullable<DeclaredCase['takes']>[number] | NonNullable<DeclaredCase['brings']>[number]

function refuse(layout: string, actual: string): never {
  throw new TernError('layout/mismatch', { address: layout, field: 'effects', expected: 'a declared name', actual })
}

const hex = (bytes: Uint8Array) => Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')

/**
 * Compiles a declared effect to rows of indexes, a row for each case.
 *
 * @throws TernError `layout/mismatch` for a name that is neither an account nor an argument, or has no fixed place.
 */
export function compileEffect({ layout, lengths, cases }: DeclaredEffect): readonly string[] {
  const names = lengths.accounts.split(' ').filter(name => name !== '')
  const isLoose = (name: string) => /[?*]$/.test(name)
  const fixedCount = names.filter(name => !isLoose(name)).length
  const tail = names.at(-1)?.endsWith('*')

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
  const isOptional = (offset: number) =>
    layout.size !== undefined && offset >= layout.size - (lengths.optionalBytes ?? 0)

  type Place =
    | Name
    | { readonly argument: Name }
    | { readonly constant: string }
    | { readonly fromEnd: number }
    | { readonly heldBy: Name; readonly or?: Name; readonly besides?: Name }
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
  const list = (key: string, all: readonly Place[] | undefined) =>
    all === undefined || all.length === 0 ? [] : [key + all.map(place).join(',')]
  const fields = (key: string, all: readonly string[]) => [`${key}${all.join(',').replace(/,+$/, '')}`]
  const side = ({ account: of, mint, tokenProgram }: Sided) => [place(of), place(mint), place(tokenProgram)]

  function dataLength(): string {
    if (lengths.anyData) return 'd*'
    const { size, tail: shape } = layout
    if (size === undefined) return `d${shape ?? refuse(layout.name, 'a layout without a size')}`
    const min = size - (lengths.optionalBytes ?? 0)
    const max = size + flags.length
    return min === max ? `d${size}` : `d${min}-${max}`
  }
  function accountCount(): string {
    if (lengths.slices) return `n${fixedCount}s${layout.size ?? Number.parseInt(layout.tail ?? '', 10)}`
    const max = names.filter(name => !name.endsWith('*')).length
    const landed = lengths.minLandedAccounts === undefined ? '' : `,${lengths.minLandedAccounts}`
    return `n${fixedCount}${tail ? '+' : max > fixedCount ? `-${max}` : ''}${landed}`
  }

  function guards(when: DeclaredCase['when']): readonly string[] {
    return Object.entries(when ?? {}).map(([name, value]) => {
      if (typeof value === 'object') return `@${value.constant},${account(name)}`
      const { offset, size } = argument(name)
      return `?${offset}${size === 1 ? '' : `:${size}`}=${Number(value)}`
    })
  }

  function row(one: DeclaredCase): string {
    const { mode, programFee, handedOn, value, irreversible, eitherOf } = one
    const payer = one.wallet?.[0]
    const [take, bring] = [one.takes?.[0], one.brings?.[0]]
    return [
      layout.name + begins(layout),
      ...fields('k', [
        effectKinds.indexOf(one.kind).toString(36),
        mode === undefined ? '' : mode === 'exactIn' ? 'i' : 'o',
      ]),
      dataLength(),
      accountCount(),
      ...guards(one.when),
      ...list(one.wallet?.some(name => names.includes(`${name}?`)) ? 'W' : 'w', one.wallet),
      ...list('v', one.mayBeWallet),
      ...(one.walletArguments ?? []).map(of => place(typeof of === 'string' ? { argument: of } : of)),
      ...(eitherOf === undefined
        ? []
        : fields('E', [
            ...eitherOf.flatMap(({ mint, tokenProgram }) => [account(mint), account(tokenProgram)]),
            place(take?.account),
            place(bring?.account),
          ])),
      ...list('p', one.pool === undefined ? [] : [one.pool]),
      ...list('i', one.into === undefined ? [] : [one.into]),
      ...list('y', one.config === undefined ? [] : [one.config]),
      ...list('m', one.mints),
      ...list('q', one.creator === undefined ? [] : [one.creator]),
      ...list('x', one.to === undefined ? [] : [one.to]),
      ...(one.range === undefined
        ? []
        : fields(
            'z',
            one.range.map(tick => String(argument(tick).offset)),
          )),
      ...(one.takes ?? []).flatMap(of =>
        fields('t', [
          ...side(of),
          amount(of.max),
          of.isShare ? 's' : of.decimals === undefined ? '' : `b${argument(of.decimals).offset}`,
        ]),
      ),
      ...(one.brings ?? []).flatMap(of => fields('b', [...side(of), amount(of.min), of.isShare ? 's' : ''])),
      ...(one.opens ?? []).flatMap(of =>
        fields('o', [
          place(of.account),
          place(of.owner),
          place(of.payer ?? payer),
          amount(of.maxRent),
          place(of.mint),
          place(of.program),
        ]),
      ),
      ...(one.closes ?? []).flatMap(of => fields('c', [place(of.account), place(of.destination)])),
      ...(programFee === undefined ? [] : [`f${amount(programFee)}`]),
      ...list('g', one.signs),
      ...(irreversible === undefined ? [] : [`!${irreversible}`]),
      ...(handedOn === undefined ? [] : [`h${account(handedOn)}`]),
      ...(value === undefined ? [] : [`a${amount(value)}`]),
    ].join(' ')
  }
  return cases.map(row)
}

/** Returns the discriminator for the row. It is empty if it follows from the instruction's name. */
function begins({ name, discriminator }: DeclaredEffect['layout']): string {
  const hashed = sha256(new TextEncoder().encode(`global:${name}`)).subarray(0, 8)
  return hex(hashed) === hex(discriminator) ? '' : `=${hex(discriminator)}`
}
