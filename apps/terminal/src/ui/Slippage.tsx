import { slippageCaution, slippageLevel } from '../text/typed.ts'
import { Unknown } from './Amount.tsx'

const lookOf = (bps: number) => {
  const level = slippageLevel(bps)
  return level === 'plain' ? undefined : level
}

/** Shows a slippage in basis points as a percentage, with a sign and a colour if it is high; `undefined` is unknown. */
export function Slippage({ bps }: { bps: number | undefined }) {
  if (bps === undefined) return <Unknown />
  const look = lookOf(bps)
  return (
    <span className={look}>
      {look === undefined ? '' : '! '}
      {bps / 100}%
    </span>
  )
}

/** A warning below a slippage field; `undefined` if the slippage is ordinary. */
export function slippageHint(bps: number) {
  const text = slippageCaution(bps)
  const look = lookOf(bps)
  if (text === undefined || look === undefined) return text
  return <span className={look}>! {text}</span>
}
