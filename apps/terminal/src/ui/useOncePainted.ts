import { useEffect, useState } from 'react'

/**
 * The value as it was when the page was last painted: what takes long to show comes a frame after the press that asked for it is
 * seen to have been taken.
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
