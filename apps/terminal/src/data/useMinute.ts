import { useEffect, useState } from 'react'

const minuteMs = 60_000
const endOfMinute = () => Math.floor(Date.now() / minuteMs + 1) * 60

/** Returns the Unix seconds at the end of the current minute, for days and time windows, because these need no seconds. */
export function useMinute(): number {
  const [minute, setMinute] = useState(endOfMinute)
  useEffect(() => {
    const timer = setInterval(() => setMinute(endOfMinute()), minuteMs / 4)
    return () => clearInterval(timer)
  }, [])
  return minute
}
