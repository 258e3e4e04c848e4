import { type Address, type Message, systemProgram } from '@tern/core'
import { addressBytes } from '@tern/core/internal'

/** An account of an instruction: `w` writable, `s` signer. */
interface AccountUse {
  readonly address: Address
  readonly as?: 'w' | 's' | 'ws'
}

export interface PlainInstruction {
  readonly program: Address
  readonly accounts: readonly AccountUse[]
  readonly data: Uint8Array
}

/** Encodes in little endian. */
export const u32 = (value: number): number[] => [...new Uint8Array(Uint32Array.of(value).buffer)]
/** Encodes in little endian. */
export const u64 = (value: bigint): number[] => [...new Uint8Array(BigUint64Array.of(value).buffer)]

/** Makes an instruction of the System program. */
export const system = (data: readonly number[], ...accounts: readonly AccountUse[]): PlainInstruction => ({
  program: systemProgram,
  accounts,
  data: Uint8Array.from(data),
})

const short = (value: number): number[] => (value < 0x80 ? [value] : [(value & 0x7f) | 0x80, value >> 7])

/**
 * Compiles instructions to a message by the wire format, including hostile messages. It shares no code with the tested reader.
 */
export function compileMessage(
  feePayer: Address,
  instructions: readonly PlainInstruction[],
  {
    version = 0,
    blockhash = new Uint8Array(32).fill(9),
    tail = [] as number[],
    looked = [] as Address[],
  }: {
    version?: 0 | 'legacy'
    blockhash?: Uint8Array
    /** The lookup tables of a v0 message. */
    tail?: readonly number[]
    /** Accounts of a v0 message that come from a lookup table, from index 0 on. */
    looked?: readonly Address[]
  } = {},
): Message {
  const uses = new Map<Address, { w: boolean; s: boolean }>([[feePayer, { w: true, s: true }]])
  const note = (address: Address, w: boolean, s: boolean) => {
    const use = uses.get(address) ?? { w: false, s: false }
    uses.set(address, { w: use.w || w, s: use.s || s })
  }
  for (const { program, accounts } of instructions) {
    for (const { address, as = '' } of accounts) note(address, as.includes('w'), as.includes('s'))
    note(program, false, false)
  }
  const rank = ({ w, s }: { w: boolean; s: boolean }) => (s ? (w ? 0 : 1) : w ? 2 : 3)
  const sorted = [...uses].sort(([, a], [, b]) => rank(a) - rank(b))
  const fromTable = sorted.filter(([address]) => looked.includes(address))
  const inMessage = sorted.filter(([address]) => !looked.includes(address))
  const keys = [...inMessage, ...fromTable].map(([address]) => address)
  const signers = sorted.filter(([, { s }]) => s).map(([address]) => address)
  const readonlySigners = sorted.filter(([, { w, s }]) => s && !w).length
  const readonlyOthers = inMessage.filter(([, { w, s }]) => !s && !w).length
  const places = (w: boolean) => fromTable.filter(([, use]) => use.w === w).map(([address]) => looked.indexOf(address))
  const table = [
    ...addressBytes(feePayer),
    ...[places(true), places(false)].flatMap(list => [...short(list.length), ...list]),
  ]
  const lookups = fromTable.length > 0 ? [1, ...table] : [0]
  const bytes = [
    ...(version === 0 ? [0x80] : []),
    signers.length,
    readonlySigners,
    readonlyOthers,
    ...short(inMessage.length),
    ...inMessage.flatMap(([key]) => [...addressBytes(key)]),
    ...blockhash,
    ...short(instructions.length),
    ...instructions.flatMap(({ program, accounts, data }) => [
      keys.indexOf(program),
      ...short(accounts.length),
      ...accounts.map(({ address }) => keys.indexOf(address)),
      ...short(data.length),
      ...data,
    ]),
    ...(version === 0 ? (tail.length > 0 ? tail : lookups) : []),
  ]
  return {
    bytes: Uint8Array.from(bytes),
    feePayer,
    signers,
    lifetime: { kind: 'blockhash', blockhash: '11111111111111111111111111111111', lastValidBlockHeight: 150n },
  }
}
