import type { Address } from '@tern/core'
import type { ForeseenCall } from '../effects/foresee.ts'
import type { InnerInstructions } from './bank.ts'

const invocation = /^Program \w+ invoke \[\d+\]$/

/**
 * Builds the inner instructions from the foreseen calls, because reading a run's from the machine takes about 100
 * calls.
 * The scripts that ran determine the data and accounts of each call.
 *
 * @returns `undefined` unless the log shows exactly these invocations, in this order and depth.
 */
export function foreseenInner(
  calls: readonly ForeseenCall[],
  logs: readonly string[],
  accounts: readonly Address[],
): InnerInstructions | undefined {
  const invoked = logs.filter(line => line.endsWith(']') && invocation.test(line))
  if (invoked.length !== calls.length) return undefined
  if (!calls.every(({ program, height }, i) => invoked[i] === `Program ${program} invoke [${height}]`)) return undefined
  const positions = new Map(accounts.map((address, position) => [address, position]))
  const positionOf = (address: Address) => positions.get(address) as number
  const inner: { index: number; instructions: InnerInstructions[number]['instructions'][number][] }[] = []
  let index = -1
  for (const { program, accounts: named, data, height } of calls) {
    if (height === 1) index++
    else {
      if (inner.at(-1)?.index !== index) inner.push({ index, instructions: [] })
      inner.at(-1)?.instructions.push({
        programIdIndex: positionOf(program),
        accounts: named.map(({ address }) => positionOf(address)),
        data: new Uint8Array(data),
        stackHeight: height,
      })
    }
  }
  return inner
}
