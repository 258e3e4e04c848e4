import { type ComponentType, useEffect, useState } from 'react'

/** What one holds, below a page: loaded after it, and the page lives without where it cannot be. */
export function PositionsBelow() {
  const [Strip, setStrip] = useState<ComponentType>()
  useEffect(() => {
    import('./features/portfolio/PositionsStrip.tsx').then(
      ({ PositionsStrip }) => setStrip(() => PositionsStrip),
      () => undefined,
    )
  }, [])
  return Strip === undefined ? null : <Strip />
}
