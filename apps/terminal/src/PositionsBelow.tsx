import { type ComponentType, useEffect, useState } from 'react'
import { useStore } from './data/store.ts'
import { session } from './data/wallets/session.ts'

/** The page itself comes first. */
const afterMs = 300

/** What one holds, below a page: loaded when there is a wallet and the page is there, which lives without where it cannot be. */
export function PositionsBelow() {
  const { status } = useStore(session)
  const hasWallet = status === 'locked' || status === 'unlocked'
  const [Strip, setStrip] = useState<ComponentType>()
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
  return Strip === undefined ? null : <Strip />
}
