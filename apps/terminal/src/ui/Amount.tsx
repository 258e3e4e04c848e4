import type { Ratio } from '@tern/core'
import type { ReactNode } from 'react'
import { compactText, cutText, percentText, plainDecimal, plainText, priceText, wholeText } from '../text/numberText.ts'

type Digits = { readonly fraction: number } | { readonly plain: number } | 'whole' | 'compact'

interface AmountProps {
  /** Raw units. `null`: not known, a dash. `undefined`: being read, a bar. */
  readonly raw: bigint | null | undefined
  readonly decimals: number
  /** How many digits after the point (cut, not rounded), the same as a plain number without groups, every digit, or three significant ones with a magnitude. */
  readonly digits: Digits
  readonly unit?: string
  /** `shown`: a change, with `+` or `−` and coloured by it. */
  readonly sign?: 'plain' | 'shown'
  /** Pixels of the bar while it is read; about what the value will take. */
  readonly width?: number
}

function digitsText(raw: bigint, decimals: number, digits: Digits): string {
  if (typeof digits === 'object' && 'plain' in digits) return plainText(raw, decimals, digits.plain)
  if (raw === 0n) return '0'
  if (digits === 'compact')
    return raw > -(10n ** BigInt(decimals)) && raw < 10n ** BigInt(decimals)
      ? cutText(raw, decimals, 3)
      : compactText(raw, decimals)
  return digits === 'whole' ? wholeText(raw, decimals) : cutText(raw, decimals, digits.fraction)
}

/**
 * An amount of a token. With `Price` and `Percent` the only way a number of money reaches the screen: zero is `0`, unknown
 * `–`, being read a bar, old dimmed by `Stale`, too small for its digits `<0.001`; they never look alike. The exact value is
 * in `<data value>`, and in the title where the text leaves digits out.
 */
export function Amount({ raw, decimals, digits, unit, sign = 'plain', width = 56 }: AmountProps) {
  if (raw === undefined) return <Skeleton width={width} />
  if (raw === null) return <Unknown />
  const exact = plainDecimal(raw, decimals)
  const look = sign === 'plain' || raw === 0n ? undefined : raw > 0n ? 'up' : 'down'
  return (
    <>
      <data value={exact} className={look} title={digits === 'compact' ? wholeText(raw, decimals) : undefined}>
        {look === 'up' ? '+' : ''}
        {digitsText(raw, decimals, digits)}
      </data>
      {unit === undefined ? null : ` ${unit}`}
    </>
  )
}

type SolProps = Omit<AmountProps, 'raw' | 'decimals'> & {
  /** `null`: not known. `undefined`: being read. */
  readonly lamports: bigint | null | undefined
}

/** Lamports as SOL: 5 digits after the point in receipts, 3 in lists. */
export function Sol({ lamports, ...rest }: SolProps) {
  return <Amount raw={lamports} decimals={9} {...rest} />
}

interface PriceProps {
  /** `null`: not known. `undefined`: being read. */
  readonly price: Ratio | null | undefined
  /** A column keeps trailing zeros so that its digits line up; a single price drops them. */
  readonly zeros?: 'keep' | 'drop'
  /** Pixels of the bar while it is read. */
  readonly width?: number
}

/** Four significant digits; four or more zeros after the point are counted in a `<sub>`, and heard and copied as they are. */
export function Price({ price, zeros = 'drop', width = 64 }: PriceProps) {
  if (price === undefined) return <Skeleton width={width} />
  if (price === null) return <Unknown />
  const text = priceText(price, zeros)
  return (
    <data value={text.plain}>
      {text.zeros === 0 ? (
        text.lead
      ) : (
        <>
          <span aria-hidden="true">
            {text.lead}
            <sub>{text.zeros}</sub>
            {text.digits}
          </span>
          <span className="visually-hidden">{text.plain}</span>
        </>
      )}
    </data>
  )
}

/** A change in basis points with its sign, coloured by direction. `null`: not known. `undefined`: being read. */
export function Percent({ bps }: { bps: number | null | undefined }) {
  if (bps === undefined) return <Skeleton width={40} />
  if (bps === null) return <Unknown />
  const text = percentText(bps)
  return <span className={text === '0%' ? undefined : bps > 0 ? 'up' : 'down'}>{text}</span>
}

/** Dims what is in it and says how old it is; with `seconds` unset it is as it was. */
export function Stale({ seconds, children }: { seconds: number | undefined; children: ReactNode }) {
  if (seconds === undefined) return children
  return (
    <span className="stale">
      {children} <span className="caption">{seconds} s</span>
    </span>
  )
}

/** Not known: never to be mistaken for zero or for loading. */
export function Unknown() {
  return (
    <span className="faint">
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">unknown</span>
    </span>
  )
}

/** Being read: a bar about as wide as what will stand there. */
export function Skeleton({ width }: { width: number }) {
  return <span className="skeleton" style={{ width }} aria-hidden="true" />
}
