import { type Ratio, shownUnits } from '@tern/core'
import type { PointerEvent, Ref } from 'react'
import type { Followed } from '../data/store.ts'
import {
  compactText,
  cutText,
  inSol,
  percentText,
  plainDecimal,
  plainText,
  priceText,
  type TokenUnit,
  wholeText,
} from '../text/numberText.ts'
import { useWritten } from './useWritten.ts'

type Digits = { readonly fraction: number } | { readonly plain: number } | 'whole' | 'compact'

interface AmountProps {
  /** Raw units. `null`: not known, a dash. `undefined`: being read, a bar. */
  readonly raw: bigint | null | undefined
  /** How raw units are counted: a token's decimals and scale. */
  readonly of: TokenUnit
  /** How many digits after the point (cut, not rounded), the same as a plain number without groups, every digit, or three significant ones with a magnitude. */
  readonly digits: Digits
  readonly unit?: string
  /** `shown`: a change, with `+` or `−` and coloured by it; too small for its digits it has no `+`. */
  readonly sign?: 'plain' | 'shown'
  /** Pixels of the bar while it is read; about what the value will take. */
  readonly width?: number
  /** Of a live value: it is written by others, and its title when somebody points at it. */
  readonly live?: { readonly ref: Ref<HTMLDataElement>; onPointerEnter?(event: PointerEvent<HTMLDataElement>): void }
}

function digitsText(raw: bigint, of: TokenUnit, digits: Digits): string {
  if (typeof digits === 'object' && 'plain' in digits) return plainText(raw, of, digits.plain)
  if (raw === 0n) return '0'
  if (digits === 'compact') return isBelowOne(raw, of) ? cutText(raw, of, 3) : compactText(raw, of)
  return digits === 'whole' ? wholeText(raw, of) : cutText(raw, of, digits.fraction)
}

const isBelowOne = (raw: bigint, of: TokenUnit) => shownUnits(raw < 0n ? -raw : raw, of) < 10n ** BigInt(of.decimals)

/** Every digit, for a text that leaves some out. */
const titleOf = (raw: bigint, of: TokenUnit, digits: Digits) => (digits === 'compact' ? wholeText(raw, of) : undefined)

/** What is heard in the place of a text that leaves digits out: all of them. */
const heardOf = (text: string, plain: string, digits: Digits) =>
  digits === 'compact' && text !== plain ? plain : undefined

/**
 * An amount of a token. With `Price` and `Percent` the only way a number of money reaches the screen: zero is `0`, unknown
 * `–`, being read a bar, old dimmed by the class `stale` under a banner that says how old, too small for its digits `<0.001`; they never look alike. The exact value is
 * in `<data value>`, which is what is copied; where the text is compact it is heard, too, and the title tells it.
 */
export function Amount({ raw, of, digits, unit, sign = 'plain', width = 56, live }: AmountProps) {
  if (raw === undefined) return <Skeleton width={width} />
  if (raw === null) return <Unknown />
  const text = digitsText(raw, of, digits)
  const plain = plainDecimal(raw, of)
  const heard = heardOf(text, plain, digits)
  const look = sign === 'plain' || raw === 0n ? undefined : raw > 0n ? 'up' : 'down'
  const shown = look === 'up' ? `+${text}` : text
  return (
    <>
      <data
        value={plain}
        className={heard === undefined ? look : look === undefined ? 'counted' : `counted ${look}`}
        title={live === undefined ? titleOf(raw, of, digits) : undefined}
        {...live}
      >
        {heard === undefined ? (
          shown
        ) : (
          <>
            <span aria-hidden="true">{shown}</span>
            <span className="visually-hidden">{heard}</span>
          </>
        )}
      </data>
      {unit === undefined ? null : ` ${unit}`}
    </>
  )
}

type SolProps = Omit<AmountProps, 'raw' | 'of'> & {
  /** `null`: not known. `undefined`: being read. */
  readonly lamports: bigint | null | undefined
}

/** Lamports as SOL: 5 digits after the point in receipts, 3 in lists. */
export function Sol({ lamports, ...rest }: SolProps) {
  return <Amount raw={lamports} of={inSol} {...rest} />
}

interface LiveSolProps extends Pick<AmountProps, 'digits' | 'unit'> {
  /** `null`: not known. */
  readonly lamports: Followed<bigint | null>
}

/** Lamports as SOL that change many times a second. A title that changed as often would cost as much as the value. */
export function LiveSol({ lamports, digits, ...rest }: LiveSolProps) {
  const [shown, ref] = useWritten(lamports, (element: HTMLDataElement, raw) => {
    const plain = plainDecimal(raw, inSol)
    const text = digitsText(raw, inSol, digits)
    const all = heardOf(text, plain, digits)
    const [seen, heard] = element.children
    element.value = plain
    if (all === undefined) return seen === undefined && writeText(element.firstChild, text)
    return writeText(seen?.firstChild, text) && writeText(heard?.firstChild, all)
  })
  const onPointerEnter = ({ currentTarget }: PointerEvent<HTMLDataElement>) => {
    const raw = lamports.get()
    const title = raw === null ? undefined : titleOf(raw, inSol, digits)
    if (title !== undefined) currentTarget.title = title
  }
  return <Sol lamports={shown} digits={digits} {...rest} live={{ ref, onPointerEnter }} />
}

/** What says the same already is left alone: it would be laid out again. */
function writeText(node: ChildNode | null | undefined, text: string): boolean {
  if (!(node instanceof Text)) return false
  if (node.data !== text) node.data = text
  return true
}

interface PriceProps {
  /** `null`: not known. `undefined`: being read. */
  readonly price: Ratio | null | undefined
  /** A column keeps trailing zeros so that its digits line up; a single price drops them. */
  readonly zeros?: 'keep' | 'drop'
  /** Pixels of the bar while it is read. */
  readonly width?: number
  readonly dataRef?: Ref<HTMLDataElement>
}

/** Four significant digits; four or more zeros after the point are counted in a `<sub>`, and heard and copied as they are. */
export function Price({ price, zeros = 'drop', width = 64, dataRef }: PriceProps) {
  if (price === undefined) return <Skeleton width={width} />
  if (price === null) return <Unknown />
  const text = priceText(price, zeros)
  return (
    <data ref={dataRef} value={text.plain} className={text.zeros === 0 ? undefined : 'counted'}>
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

interface LivePriceProps extends Pick<PriceProps, 'zeros'> {
  /** `null`: not known. */
  readonly price: Followed<Ratio | null>
}

/** A price that changes many times a second. */
export function LivePrice({ price, zeros = 'drop' }: LivePriceProps) {
  const [shown, data] = useWritten(price, (element: HTMLDataElement, next) => {
    const text = priceText(next, zeros)
    const [seen, heard] = element.children
    element.value = text.plain
    if (text.zeros === 0) return seen === undefined && writeText(element.firstChild, text.lead)
    const [lead, count, digits] = seen?.childNodes ?? []
    return (
      writeText(lead, text.lead) &&
      writeText(count?.firstChild, String(text.zeros)) &&
      writeText(digits, text.digits) &&
      writeText(heard?.firstChild, text.plain)
    )
  })
  return <Price price={shown} zeros={zeros} dataRef={data} />
}

/** A change in basis points with its sign, coloured by direction. `null`: not known. `undefined`: being read. */
export function Percent({ bps }: { bps: number | null | undefined }) {
  if (bps === undefined) return <Skeleton width={40} />
  if (bps === null) return <Unknown />
  const text = percentText(bps)
  return <span className={text === '0%' ? undefined : bps > 0 ? 'up' : 'down'}>{text}</span>
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
