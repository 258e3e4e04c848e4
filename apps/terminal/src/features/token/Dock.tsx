import type { TokenFactsRow } from '@tern/server/appRouter'
import { type ReactNode, useId, useState } from 'react'
import type { Position } from '../../data/activity/profit.ts'
import type { TokenDetail } from '../../data/market/token.ts'
import { Tabs } from '../../ui/Tabs.tsx'
import { About } from './About.tsx'
import { PositionRow } from './PositionRow.tsx'

const tabs = [
  { name: 'position', label: 'Position' },
  { name: 'about', label: 'About' },
] as const

interface DockProps {
  readonly token: TokenDetail
  readonly facts: TokenFactsRow | null | undefined
  readonly position: Position | undefined
  /** Buttons that sell of what is held. */
  readonly sell: (token: TokenDetail, balance: bigint) => ReactNode
}

/** Below the chart: what one has of the token, and who made it. */
export function Dock({ token, facts, position, sell }: DockProps) {
  const [shown, setShown] = useState<(typeof tabs)[number]['name']>('position')
  const id = useId()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area is reached by keyboard
    <section className="token-dock" id="positions" aria-label="Position and token" tabIndex={0}>
      <Tabs label="Dock" tabs={tabs} selected={shown} onSelect={setShown} panel={id} look="line" />
      <div role="tabpanel" id={id} aria-labelledby={`${id}-${shown}`}>
        {shown === 'position' ? (
          <PositionRow token={token} position={position} sell={sell} />
        ) : (
          <About token={token} facts={facts} />
        )}
      </div>
    </section>
  )
}
