import { useRef } from 'react'
import type { TokenUnit } from '../../text/numberText.ts'

/** Interest below a millionth moves no pixel. */
const noticed = 1e-6

/**
 * Keeps one object for the unit of a token while it stays the same, so that rows and charts are not made anew with each answer of the server.
 * Interest grows with every second, so small growth is left out.
 */
export function useSteadyUnit({ decimals, scale }: TokenUnit): TokenUnit {
  const kept = useRef<TokenUnit>({ decimals, scale })
  if (kept.current.decimals !== decimals || !isAlike(kept.current.scale, scale)) kept.current = { decimals, scale }
  return kept.current
}

function isAlike(a: TokenUnit['scale'], b: TokenUnit['scale']): boolean {
  if (a === undefined || b === undefined || a.kind !== b.kind) return a === b
  if (a.kind === 'scaled') return a.multiplier === b.multiplier
  return Math.abs(a.multiplier / b.multiplier - 1) < noticed
}
