import { type RefObject, useEffect, useRef } from 'react'

/** Scrolls to what has just come up, and again at each further `step`, where it stands below the rest: on a narrow screen. */
export function useInSight(step = 0): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null)
  useEffect(() => {
    if (step >= 0 && matchMedia('(max-width: 1100px)').matches) element.current?.scrollIntoView({ block: 'start' })
  }, [step])
  return element
}
