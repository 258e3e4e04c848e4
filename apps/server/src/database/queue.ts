/** Runs tasks in order, never two at a time. */
export interface Queue {
  /** Runs a task after all earlier ones have ended, even if they failed. @returns the task's result. */
  run<Result>(task: () => Promise<Result>): Promise<Result>
  /** Resolves when all tasks so far have ended. */
  idle(): Promise<void>
}

export function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve()
  return {
    run(task) {
      const result = last.then(task)
      last = result.catch(() => {})
      return result
    },
    async idle() {
      await last
    },
  }
}
