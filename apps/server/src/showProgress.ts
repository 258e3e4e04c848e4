import type { Progress } from './startServer.ts'

const doing = {
  chain: 'opening the practice chain',
  node: 'asking the node',
  database: 'opening the database',
  markets: 'reading the markets',
} as const satisfies Readonly<Record<Progress['step'], string>>
const makingHistory = 'making the practice world'
/** Time between two updates. A terminal overwrites its line, but a log keeps every line. */
const everyMs = { terminal: 1_000, log: 10_000 }
const clearLine = '\r\u001b[K'

interface Output {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/** Shows the progress of the server's start on `output`: a changing line on a terminal, otherwise a line every 10 s. */
export function showProgress(output: Output) {
  const beganMs = performance.now()
  let latest: Progress | undefined
  let timer: NodeJS.Timeout | undefined

  function show() {
    if (latest === undefined) return
    const { step, share } = latest
    const what = share === undefined ? doing[step] : `${makingHistory}, ${Math.floor(share * 100)}%`
    const seconds = Math.round((performance.now() - beganMs) / 1_000)
    const line = `Tern is starting: ${what} (${seconds} s)`
    output.write(output.isTTY ? `${clearLine}${line}` : `${line}\n`)
  }

  return {
    onProgress(progress: Progress) {
      if (latest === undefined) {
        output.write(`Tern is starting at ${progress.url}\n`)
        timer = setInterval(show, output.isTTY ? everyMs.terminal : everyMs.log)
      }
      const isNewStep = latest?.step !== progress.step
      latest = progress
      if (isNewStep && output.isTTY) show()
    },
    /** Stops, and clears the terminal's line for the next output. */
    end() {
      clearInterval(timer)
      if (latest !== undefined && output.isTTY) output.write(clearLine)
    },
  }
}
