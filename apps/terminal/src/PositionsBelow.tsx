import { type ComponentProps, type ComponentType, Suspense, useEffect, useState } from 'react'
import { useStore } from './data/store.ts'
import { session } from './data/wallets/session.ts'
import { lazyPage } from './lazyPage.tsx'

type StripProps = ComponentProps<typeof import('./features/portfolio/PositionsStrip.tsx').PositionsStrip>

/** Got when the dock is opened. */
const QuickSell = lazyPage(() => import('./features/trade/QuickSell.tsx'), 'QuickSell')

const sellButtons: StripProps['sell'] = ({ listing, amount }) => (
  <Suspense>
    <QuickSell token={listing} balance={amount} />
  </Suspense>
)

/** The page itself comes first. */
const afterMs = 300

/** Shows below a page what one holds. It loads once there is a wallet and the page is there. A page that cannot load it does without. */
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
