import { useState } from 'react'
import { errorText } from '../text/errorText.ts'

/** A task of a dialog. A run does not start while another run is going on. */
export interface Task {
  readonly isRunning: boolean
  /** Why the last run failed. */
  readonly failure: string | undefined
  /** @returns `true` if it succeeded; `false` also if another run is going on, because then `work` is not started. */
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
