import { type Address, systemProgram, token2022Program, tokenProgram, wrappedNativeMint } from '@tern/core'
import { sha256 } from '@tern/core/internal'
import { rows } from './effectRows.ts'

/** A part of a row: its letter, and the values after it, separated by commas. */
export type Part = readonly [key: string, values: readonly string[]]
/** A compiled effect. */
export interface Row {
  readonly name: string
  readonly begins: Uint8Array
  readonly parts: readonly Part[]
}

const utf8 = new TextEncoder()

/** Returns a function that finds the rows of a program, and parses them once. */
export function rowsIn(texts: Readonly<Record<string, string>>): (program: Address) => readonly Row[] {
  const parsed = new Map<Address, readonly Row[]>()
  return program => {
    let known = parsed.get(program)
    if (known === undefined) {
      known = Object.hasOwn(texts, program) ? parseRows(texts[program] as string) : []
      parsed.set(program, known)
    }
    return known
  }
}

/** The rows of a program that signers may use. */
export const rowsOf = /* @__PURE__ */ rowsIn(rows)

/** Parses compiled rows. Each line is a row. */
export const parseRows = (text: string): readonly Row[] => text.trim().split('\n').map(parseRow)

/** An instruction of an Anchor program begins with the first eight bytes of its name's hash. Others state their bytes. */
function parseRow(line: string): Row {
  const [head = '', ...parts] = line.split(' ')
  const [name = '', stated] = head.split('=')
  const begins =
    stated === undefined
      ? sha256(utf8.encode(`global:${name}`)).subarray(0, 8)
      : Uint8Array.from(stated.match(/../g) ?? [], byte => Number.parseInt(byte, 16))
  return { name, begins, parts: parts.map(part => [part[0] as string, part.slice(1).split(',')]) }
}

/** Returns the index or offset that a row states. `~` counts from the end of `length` accounts or bytes. */
export const placeIn = (text: string, length: number): number =>
  text.startsWith('~') ? length - Number(text.slice(1)) : Number(text)

/** A view of all bytes of an instruction's data. */
export const viewOf = (data: Uint8Array): DataView => new DataView(data.buffer, data.byteOffset, data.byteLength)

/** Addresses that rows write as a letter. */
const constants: Readonly<Record<string, Address>> = {
  N: wrappedNativeMint,
  K: tokenProgram,
  X: token2022Program,
  S: systemProgram,
}

/** Returns the address of a letter, with `P` for the instruction's program. */
export const constantOf = (text: string, program: Address): Address | undefined =>
  text === 'P' ? program : constants[text]
