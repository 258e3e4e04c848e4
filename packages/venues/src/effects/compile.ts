import { sha256 } from '@tern/core/internal'
import { effectKinds } from './instructionEffects.ts'
import type { DeclaredCase, DeclaredEffect } from './language.ts'
import { createRowNames, isLoose, type Place, refuse } from './rowNames.ts'

type Sided = NonNullable<DeclaredCase['takes']>[number] | NonNullable<DeclaredCase['brings']>[number]

const hex = (bytes: Uint8Array) => Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')

/**
 * Compiles a declared effect to rows of indexes, a row for each case.
 *
 * @throws TernError `layout/mismatch` for a name that is neither an account nor an argument, or has no fixed place.
 */
export function compileEffect({ layout, lengths, cases }: DeclaredEffect): readonly string[] {
  const { names, flags, account, argument, amount, place } = createRowNames({ layout, lengths })
  const fixedCount = names.filter(name => !isLoose(name)).length
  const tail = names.at(-1)?.endsWith('*')
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
