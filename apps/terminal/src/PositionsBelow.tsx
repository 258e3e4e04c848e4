import { type ComponentProps, type ComponentType, Suspense, useEffect, useState } from 'react'
import { useStore } from './data/store.ts'
import { session } from './data/wallets/session.ts'
import { lazyPage } from './lazyPage.tsx'

type StripProps = ComponentProps<typeof import('./features/portfolio/PositionsStrip.tsx').PositionsStrip>

/** Loads when the dock is opened. */
const QuickSell = lazyPage(() => import('./features/trade/QuickSell.tsx'), 'QuickSell')

const sellButtons: StripProps['sell'] = ({ listing, amount }) => (
  <Suspense>
    <QuickSell token={listing} balance={amount} />
  </Suspense>
)

/** The page itself loads first. */
const afterMs = 300

/**
 * Shows the positions below a page. It loads after the page, once there is a wallet; if it cannot load, the page works
 * without.
 */
export function PositionsBelow() {
  const { status } = useStore(session)
  const hasWallet = status === 'locked' || status === 'unlocked'
  const [Strip, setStrip] = useState<ComponentType<StripProps>>()
  useEffect(() => {
    if (!hasWallet) return
    const load = () =>
      import('./features/portfolio/PositionsStrip.tsx').then(
        ({ PositionsStrip }) => setStrip(() => PositionsStrip),
        () => undefined,
      )
    const timer = setTimeout(load, afterMs)
    return () => clearTimeout(timer)
  }, [hasWallet])
  return Strip === undefined ? null : <Strip sell={sellButtons} />
}
