import type { Ratio } from '@tern/core'
import { shownUnits } from '@tern/core/internal'
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
  /** Raw units. `null` is unknown and shows a dash; `undefined` is loading and shows a bar. */
  readonly raw: bigint | null | undefined
  /** The token's decimals and scale. */
  readonly of: TokenUnit
  /**
   * `fraction`: decimals, cut and grouped. `plain`: decimals, cut and not grouped. `whole`: every digit. `compact`:
   * three significant digits and a magnitude.
   */
  readonly digits: Digits
  readonly unit?: string
  /**
   * `shown` is for a change: `+` or `−` and the colour of its direction. An amount too small for its digits has no `+`.
   */
  readonly sign?: 'plain' | 'shown'
  /** The width of the loading bar in pixels, about that of the value. */
  readonly width?: number
  /** For a live value: the ref that writes it, and a handler that sets its title when the pointer enters. */
  readonly live?: { readonly ref: Ref<HTMLDataElement>; onPointerEnter?(event: PointerEvent<HTMLDataElement>): void }
}

function digitsText(raw: bigint, of: TokenUnit, digits: Digits): string {
  if (typeof digits === 'object' && 'plain' in digits) return plainText(raw, of, digits.plain)
  if (raw === 0n) return '0'
  if (digits === 'compact') return isBelowOne(raw, of) ? cutText(raw, of, 3) : compactText(raw, of)
  return digits === 'whole' ? wholeText(raw, of) : cutText(raw, of, digits.fraction)
}

const isBelowOne = (raw: bigint, of: TokenUnit) => shownUnits(raw < 0n ? -raw : raw, of) < 10n ** BigInt(of.decimals)

/** Every digit, for a text that shows fewer. */
const titleOf = (raw: bigint, of: TokenUnit, digits: Digits) => (digits === 'compact' ? wholeText(raw, of) : undefined)

/** The text for screen readers if the visible text leaves digits out: every digit. */
const spokenOf = (text: string, plain: string, digits: Digits) =>
  digits === 'compact' && text !== plain ? plain : undefined

/**
 * Shows an amount of a token. All money on the screen uses `Amount`, `Price` or `Percent`.
 * Zero is `0`, unknown is `–`, loading is a bar, and an amount too small for its digits is `<0.001`, so that they never
 * look alike. Old values are dimmed by the class `stale`, under a banner with their age.
 * The exact value is in `<data value>` and is what copies. A compact text also has it in its title and for screen
 * readers.
 */
export function Amount({ raw, of, digits, unit, sign = 'plain', width = 56, live }: AmountProps) {
  if (raw === undefined) return <Skeleton width={width} />
  if (raw === null) return <Unknown />
  const text = digitsText(raw, of, digits)
  const plain = plainDecimal(raw, of)
  const spoken = spokenOf(text, plain, digits)
  const look = sign === 'plain' || raw === 0n ? undefined : raw > 0n ? 'up' : 'down'
  const shown = look === 'up' ? `+${text}` : text
  return (
    <>
      <data
        value={plain}
        className={spoken === undefined ? look : look === undefined ? 'counted' : `counted ${look}`}
        title={live === undefined ? titleOf(raw, of, digits) : undefined}
        {...live}
      >
        {spoken === undefined ? (
          shown
        ) : (
          <>
            <span aria-hidden="true">{shown}</span>
            <span className="visually-hidden">{spoken}</span>
          </>
        )}
      </data>
      {unit === undefined ? null : ` ${unit}`}
    </>
  )
}

type SolProps = Omit<AmountProps, 'raw' | 'of'> & {
  /** `null` is unknown, `undefined` is loading. */
  readonly lamports: bigint | null | undefined
}

/** Shows lamports as SOL: 5 decimals in previews, 3 in lists. */
export function Sol({ lamports, ...rest }: SolProps) {
  return <Amount raw={lamports} of={inSol} {...rest} />
}

interface LiveSolProps extends Pick<AmountProps, 'digits' | 'unit'> {
  /** `null` is unknown. */
  readonly lamports: Followed<bigint | null>
}

/**
 * Shows lamports as SOL that change many times a second. The title is set only on hover, because each change would cost
 * as much as the value.
 */
export function LiveSol({ lamports, digits, ...rest }: LiveSolProps) {
  const [shown, ref] = useWritten(lamports, (element: HTMLDataElement, raw) => {
    const plain = plainDecimal(raw, inSol)
    const text = digitsText(raw, inSol, digits)
    const all = spokenOf(text, plain, digits)
    const [seen, spoken] = element.children
    element.value = plain
    if (all === undefined) return seen === undefined && writeText(element.firstChild, text)
    return writeText(seen?.firstChild, text) && writeText(spoken?.firstChild, all)
  })
  const onPointerEnter = ({ currentTarget }: PointerEvent<HTMLDataElement>) => {
    const raw = lamports.get()
    const title = raw === null ? undefined : titleOf(raw, inSol, digits)
    if (title !== undefined) currentTarget.title = title
  }
  return <Sol lamports={shown} digits={digits} {...rest} live={{ ref, onPointerEnter }} />
}

/** Writes a text only if it differs, because a write lays the node out again. */
function writeText(node: ChildNode | null | undefined, text: string): boolean {
  if (!(node instanceof Text)) return false
  if (node.data !== text) node.data = text
  return true
}

interface PriceProps {
  /** `null` is unknown, `undefined` is loading. */
  readonly price: Ratio | null | undefined
  /** A column keeps trailing zeros, so that its digits line up; a single price drops them. */
  readonly zeros?: 'keep' | 'drop'
  /** The width of the loading bar in pixels. */
  readonly width?: number
  readonly dataRef?: Ref<HTMLDataElement>
}

/**
 * Shows four significant digits. Four or more zeros after the point become a count in a `<sub>`; screen readers and
 * copies get the plain number.
 */
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
  /** `null` is unknown. */
  readonly price: Followed<Ratio | null>
}

/** A price that changes many times a second. */
export function LivePrice({ price, zeros = 'drop' }: LivePriceProps) {
  const [shown, data] = useWritten(price, (element: HTMLDataElement, next) => {
    const text = priceText(next, zeros)
    const [seen, spoken] = element.children
    element.value = text.plain
    if (text.zeros === 0) return seen === undefined && writeText(element.firstChild, text.lead)
    const [lead, count, digits] = seen?.childNodes ?? []
    return (
      writeText(lead, text.lead) &&
      writeText(count?.firstChild, String(text.zeros)) &&
      writeText(digits, text.digits) &&
      writeText(spoken?.firstChild, text.plain)
    )
  })
  return <Price price={shown} zeros={zeros} dataRef={data} />
}

/** Shows a change in basis points with its sign and colour. `null` is unknown, `undefined` is loading. */
export function Percent({ bps }: { bps: number | null | undefined }) {
  if (bps === undefined) return <Skeleton width={40} />
  if (bps === null) return <Unknown />
  const text = percentText(bps)
  return <span className={text === '0%' ? undefined : bps > 0 ? 'up' : 'down'}>{text}</span>
}

/** Unknown: never to be mistaken for zero or loading. */
export function Unknown() {
  return (
    <span className="faint">
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">unknown</span>
    </span>
  )
}

/** Loading: a bar about as wide as the value. */
export function Skeleton({ width }: { width: number }) {
  return <span className="skeleton" style={{ width }} aria-hidden="true" />
}
