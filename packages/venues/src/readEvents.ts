import { type Address, decodeBase64 } from '@tern/core'
import type { Protocol } from './protocols.ts'

/** A trade as the chain reports it: raw units that left and reached the trader's accounts. */
export interface Trade {
  readonly protocol: Protocol
  readonly pool: Address
  readonly mintIn: Address
  readonly mintOut: Address
  readonly amountIn: bigint
  readonly amountOut: bigint
}

/**
 * The bytes of each event that `program` itself wrote to a transaction's log, in order. A log that was cut short ends the
 * list; what another program wrote, even one that it called, is not in it.
 */
export function eventsInLogs(program: Address, logs: readonly string[]): readonly Uint8Array[] {
  const running: string[] = []
  const events: Uint8Array[] = []
  for (const line of logs) {
    if (line.startsWith('Program data: ')) {
      if (running.at(-1) !== program) continue
      const bytes = tryDecodeBase64(line.slice('Program data: '.length))
      if (bytes !== undefined) events.push(bytes)
      continue
    }
    if (!line.startsWith('Program ')) continue
    const [, name = '', verb = '', depth = ''] = line.split(' ', 4)
    if (verb === 'invoke' && /^\[\d+\]$/.test(depth)) running.push(name)
    else if ((verb === 'success' || verb.startsWith('failed')) && running.at(-1) === name) running.pop()
  }
  return events
}

function tryDecodeBase64(text: string): Uint8Array | undefined {
  try {
    return decodeBase64(text)
  } catch {
    return undefined
  }
}
