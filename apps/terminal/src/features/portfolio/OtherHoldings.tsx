import type { Address } from '@tern/core'
import type { ReactNode } from 'react'
import { useStore } from '../../data/store.ts'
import { session } from '../../data/wallets/session.ts'
import { type ListedHolding, listedHoldings } from './holdingRows.ts'
import { usePortfolio } from './usePortfolio.ts'

interface OtherHoldingsProps {
  /** The token to leave out. */
  readonly mint: string
  readonly children: (holdings: readonly ListedHolding[]) => ReactNode
}

/** Renders with the holdings other than one token; with an empty list if there is no wallet. */
export function OtherHoldings({ mint, children }: OtherHoldingsProps) {
  const current = useStore(session)
  if (current.status !== 'locked' && current.status !== 'unlocked') return children([])
  return (
    <Others owner={current.address} mint={mint}>
      {children}
    </Others>
  )
}

function Others({ owner, mint, children }: OtherHoldingsProps & { readonly owner: Address }) {
  const { rows = [] } = usePortfolio(owner)
  return children(listedHoldings(rows).filter(row => row.mint !== mint))
}
