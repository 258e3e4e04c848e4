import { type RefObject, useEffect, useRef } from 'react'

/** Scrolls to what has just come up where it stands below the rest: on a narrow screen. */
export function useInSight(): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null)
  useEffect(() => {
    if (matchMedia('(max-width: 1100px)').matches) element.current?.scrollIntoView({ block: 'start' })
  }, [])
  return element
}
