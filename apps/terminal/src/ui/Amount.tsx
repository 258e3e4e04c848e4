import type { Ratio } from '@tern/core'
import { amountText, compactText, percentText, plainDecimal, plainText, priceText, wholeText } from './numberText.ts'

type Digits = { readonly fraction: number } | { readonly plain: number } | 'whole' | 'compact'

interface AmountProps {
  /** Raw units; `null` is not known and shows as a dash. */
  readonly raw: bigint | null
  readonly decimals: number
  /** How many digits after the point (cut, not rounded), the same as a plain number without groups, every digit, or three significant ones with a magnitude. */
  readonly digits: Digits
  readonly unit?: string
}

function digitsText(raw: bigint, decimals: number, digits: Digits): string {
  if (typeof digits === 'object' && 'plain' in digits) return plainText(raw, decimals, digits.plain)
  if (raw === 0n) return '0'
  if (digits === 'compact')
    return raw > 0n && raw < 10n ** BigInt(decimals) ? cutText(raw, decimals, 3) : compactText(raw, decimals)
  return digits === 'whole' ? wholeText(raw, decimals) : cutText(raw, decimals, digits.fraction)
}

/** What is there and too small for the digits shown is `<0.001`: neither nothing nor gone. */
function cutText(raw: bigint, decimals: number, fraction: number): string {
  const least = 10n ** BigInt(Math.max(0, decimals - fraction))
  return raw > 0n && raw < least ? `<${amountText(least, decimals, fraction)}` : amountText(raw, decimals, fraction)
}

/** An amount of a token. With `Price` and `Percent` the only way a number reaches the screen; the exact value is in `<data>`. */
export function Amount({ raw, decimals, digits, unit }: AmountProps) {
  if (raw === null) return <Unknown />
  return (
    <>
      <data value={plainDecimal(raw, decimals)}>{digitsText(raw, decimals, digits)}</data>
      {unit === undefined ? null : ` ${unit}`}
    </>
  )
}

/** Lamports as SOL: 5 digits after the point in receipts, 3 in lists. */
export function Sol({ lamports, digits, unit }: { lamports: bigint | null; digits: Digits; unit?: string }) {
  return <Amount raw={lamports} decimals={9} digits={digits} {...(unit === undefined ? {} : { unit })} />
}

/** Four significant digits, zeros after the point counted; a column keeps trailing zeros so that its digits line up. */
export function Price({ price, zeros = 'drop' }: { price: Ratio | null; zeros?: 'keep' | 'drop' }) {
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

/** A change in basis points with its sign, coloured by direction. */
export function Percent({ bps }: { bps: number | null }) {
  if (bps === null) return <Unknown />
  const text = percentText(bps)
  return <span className={text === '0%' ? 'soft' : bps > 0 ? 'up' : 'down'}>{text}</span>
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

/** Loading: a bar about as wide as what will stand there. */
export function Skeleton({ width }: { width: number }) {
  return <span className="skeleton" style={{ width }} aria-hidden="true" />
}
