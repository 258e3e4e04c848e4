import type { Address } from '@solana/addresses'
import { addressBytes } from '../src/parseAddress.ts'

export interface TestInstruction {
  readonly program: Address
  readonly accounts: readonly Address[]
  readonly data: readonly number[]
}

interface TestMessage {
  readonly payer: Address
  readonly lifetime: Address
  readonly instructions: readonly TestInstruction[]
  /** A lookup table. Accounts that it holds are looked up in it, all writable. */
  readonly table?: { readonly address: Address; readonly holds: readonly Address[] }
}

/** Makes a message of version 0 with one signer. All accounts but the programs are writable. */
export function compiledBytes({ payer, lifetime, instructions, table }: TestMessage): Uint8Array {
  const held = table?.holds ?? []
  const programs = [...new Set(instructions.map(({ program }) => program))]
  const others = new Set(instructions.flatMap(({ accounts }) => accounts))
  const named = [...others].filter(one => one !== payer && !programs.includes(one) && !held.includes(one))
  const keys = [payer, ...named, ...programs]
  const all = [...keys, ...held]
  const list = (bytes: readonly number[]) => [bytes.length, ...bytes]
  const raw = (address: Address) => [...addressBytes(address)]
  return Uint8Array.from([
    ...[0x80, 1, 0, programs.length],
    ...[keys.length, ...keys.flatMap(raw)],
    ...raw(lifetime),
    instructions.length,
    ...instructions.flatMap(({ program, accounts, data }) => [
      all.indexOf(program),
      ...list(accounts.map(account => all.indexOf(account))),
      ...list(data),
    ]),
    ...(table === undefined ? [0] : [1, ...raw(table.address), ...list(held.map((_, i) => i)), 0]),
  ])
}
