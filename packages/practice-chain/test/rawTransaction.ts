import type { Address } from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import type { KeyPairSigner } from './transactions.ts'

interface RawInstruction {
  readonly program: number
  readonly accounts: readonly number[]
  readonly data: Uint8Array
}

interface RawMessage {
  readonly signers: readonly [KeyPairSigner, ...KeyPairSigner[]]
  /** After the signers. */
  readonly others: readonly Address[]
  readonly readonlySigners?: number
  readonly readonlyOthers?: number
  readonly blockhash: string
  readonly instructions: readonly RawInstruction[]
  /** Makes the message version 0. */
  readonly lookups?: readonly {
    readonly table: Address
    readonly writable: readonly number[]
    readonly readonly: readonly number[]
  }[]
}

const short = (length: number): number[] => (length < 128 ? [length] : [(length & 127) | 128, length >> 7])
const list = <T>(items: readonly T[], bytes: (item: T) => Iterable<number>): number[] => [
  ...short(items.length),
  ...items.flatMap(item => [...bytes(item)]),
]
const indexes = (items: readonly number[]) => list(items, item => [item])

/** Signs a transaction of exactly these parts, even if they do not fit together. */
export async function signRaw(raw: RawMessage): Promise<Uint8Array> {
  const { signers, others, readonlySigners = 0, readonlyOthers = 0, blockhash, instructions, lookups } = raw
  const accounts = [...signers.map(({ address }) => address), ...others]
  const message = Uint8Array.from([
    ...(lookups === undefined ? [] : [0x80]),
    signers.length,
    readonlySigners,
    readonlyOthers,
    ...list(accounts, address => addressBytes(address)),
    ...addressBytes(blockhash as Address),
    ...list(instructions, ({ program, accounts: used, data }) => [
      program,
      ...indexes(used),
      ...list([...data], byte => [byte]),
    ]),
    ...(lookups === undefined
      ? []
      : list(lookups, ({ table, writable, readonly }) => [
          ...addressBytes(table),
          ...indexes(writable),
          ...indexes(readonly),
        ])),
  ])
  const signatures = await Promise.all(
    signers.map(
      async ({ keyPair }) => new Uint8Array(await crypto.subtle.sign('Ed25519', keyPair.privateKey, message)),
    ),
  )
  return Uint8Array.from([...list(signatures, signature => signature), ...message])
}
