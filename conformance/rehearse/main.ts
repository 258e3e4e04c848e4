// npm run rehearse -- --rpc <url>: simulates Tern's trades on live pools of any cluster, and compares them to the unit.
import { isTernError } from '@tern/core'
import { help, type RehearsalOptions, readOptions } from './options.ts'
import { type Rehearsed, rehearse } from './rehearse.ts'
import { summary, tableHead, tableRow } from './table.ts'

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort())

/** Returns the exit code. */
async function run(options: RehearsalOptions): Promise<number> {
  const { rpc, pools, requestsPerSecond, protocols } = options
  console.log(
    `${rpc.host}: ${pools} pools each of ${protocols.join(', ')}, at most ${requestsPerSecond} requests a second\n`,
  )
  console.log(tableHead)
  const rows: Rehearsed[] = []
  try {
    await rehearse(options, stop.signal, row => {
      rows.push(row)
      console.log(tableRow(row))
    })
  } catch (error) {
    if (!stop.signal.aborted) throw error
  }
  const { text, exitCode } = summary(rows)
  console.log(`\n${text}${stop.signal.aborted ? '; stopped before the end' : ''}`)
  return stop.signal.aborted ? 130 : exitCode
}

try {
  const options = readOptions(process.argv.slice(2))
  if (options === undefined) console.log(help)
  else process.exitCode = await run(options)
} catch (error) {
  if (!isTernError(error)) throw error
  console.error(error.message)
  process.exitCode = error.code === 'config/badValue' ? 2 : 1
}
