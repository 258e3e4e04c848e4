import type { Address } from '@tern/core'
import { readProgramError } from '@tern/venues/internal/programErrors'
import type { Simulation } from './node.ts'

/** The reason of a failed simulation: the venue's text if it knows the program's error number, otherwise the node's. */
export function failureText({ error, logs }: Simulation): string {
  const [, program = '', number = ''] =
    logs.map(line => /^Program (\w+) failed: custom program error: (0x[0-9a-f]+)$/.exec(line)).find(Boolean) ?? []
  const code = number === '' ? undefined : readProgramError(program as Address, Number(number))
  const what = JSON.stringify(error, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value))
  return code === undefined ? what : `${code} (${what})`
}
