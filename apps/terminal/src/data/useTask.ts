import { useState } from 'react'
import { errorText } from '../text/errorText.ts'

/** One undertaking of a dialog. */
export interface Task {
  readonly isRunning: boolean
  /** Why it failed the last time. */
  readonly failure: string | undefined
  /** @returns whether it went well; while one is under way nothing else is begun. */
  readonly run: (work: () => Promise<void>) => Promise<boolean>
}

export function useTask(): Task {
  const [isRunning, setRunning] = useState(false)
  const [failure, setFailure] = useState<string>()
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
