import { useRef } from 'react'
import type { TokenUnit } from '../../text/numberText.ts'

/** A smaller growth of interest moves no pixel. */
const noticed = 1e-6

/**
 * Keeps one object for a token's unit while it does not change, so that server answers do not rebuild rows and charts.
 * Interest grows every second, so growth below `noticed` is ignored.
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
