import { useEffect, useState } from 'react'

/**
 * Returns the value as of the last paint. A costly view changes one frame later, so that the press on its button shows
 * first.
 */
export function useOncePainted<T>(value: T): T {
  const [shown, setShown] = useState(value)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setShown(value), 0)
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [value])
  return shown
}
