import { useState } from 'react'
import { errorText } from '../../data/errorText.ts'

/** One undertaking of a dialog: whether it is under way, and why it failed the last time. */
export function useTask() {
  const [isRunning, setRunning] = useState(false)
  const [failure, setFailure] = useState<string>()
  /** @returns whether it went well; while one is under way nothing else is begun. */
  const run = async (work: () => Promise<void>): Promise<boolean> => {
    if (isRunning) return false
    setRunning(true)
    setFailure(undefined)
    try {
      await work()
      return true
    } catch (error) {
      setFailure(errorText(error))
      return false
    } finally {
      setRunning(false)
    }
  }
  return { isRunning, failure, run }
}
