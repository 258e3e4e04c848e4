import { type Address, address as addressField, struct, u8, u32, u64 } from '@tern/core'

/** What the effects program fails with when nobody has decided what this invocation does. */
const trapCode = 'custom program error: 0x54524150'
const dataPrefix = 'Program data: '

/** An account as an invocation finds it. */
export interface InvocationAccount {
  readonly address: Address
  readonly owner: Address
  readonly lamports: bigint
  readonly isSigner: boolean
  readonly isWritable: boolean
  readonly isExecutable: boolean
  /** Empty for programs and beyond 10,240 bytes. */
  readonly data: Uint8Array
}

/** What a script has waited for. */
export interface Awaited {
  readonly note: Uint8Array
  /** What was last returned, and by whom; no bytes if nothing was. */
  readonly returned: { readonly program: Address; readonly data: Uint8Array }
}

/** All that a simulated program is given, at its turn in the transaction. */
export interface Invocation {
  readonly program: Address
  readonly data: Uint8Array
  /** By position in the instruction; an account that is there twice is the same object. */
  readonly accounts: readonly InvocationAccount[]
  /** Only of an invocation that a script of its own has stopped with `await`. */
  readonly awaited?: Awaited
}

/** An account's header as the runtime serializes it for a program. */
const headerLayout = struct('SerializedAccount', 88, {
  marker: u8,
  isSigner: u8,
  isWritable: u8,
  isExecutable: u8,
  padding: u32,
  address: addressField,
  owner: addressField,
  lamports: u64,
  length: u64,
})

const fieldAddress = struct('ProgramId', 32, { address: addressField })

/** The invocation that stopped a transaction because no script was there for it, and the digest that names it (hex). */
export interface Trap {
  readonly digest: string
  readonly invocation: Invocation
}

/**
 * The trap that a transaction ended in.
 * `undefined` when the transaction ended otherwise: the first failure must be a simulated program's own trap, its log line the
 * last thing it said and about itself. A program that merely fails with the same code, or writes such a line, is no trap.
 */
export function readTrap(logs: readonly string[], isSimulated: (program: Address) => boolean): Trap | undefined {
  const failure = logs.findIndex(line => /^Program \w+ failed: /.test(line))
  const [, program, reason] = /^Program (\w+) failed: (.*)$/.exec(logs[failure] ?? '') ?? []
  if (program === undefined || reason !== trapCode || !isSimulated(program as Address)) return undefined
  // Behind the trap's own line comes `Program … consumed … of … compute units`, and what a call has returned before.
  const hasReturned = logs[failure - 1]?.startsWith('Program return: ')
  const line = logs[failure - (hasReturned ? 3 : 2)]
  if (!line?.startsWith(dataPrefix)) return undefined
  const fields = line
    .slice(dataPrefix.length)
    .split(' ')
    .map(field => new Uint8Array(Buffer.from(field, 'base64')))
  const [digest, id, data, order, awaiting, returned, lengths, ...rest] = fields
  if (digest === undefined || id === undefined || data === undefined || order === undefined) return undefined
  if (awaiting === undefined || returned === undefined || lengths === undefined) return undefined
  if (id.length !== 32 || fieldAddress.decode(id).address !== program) return undefined
  const accounts: InvocationAccount[] = []
  for (let i = 0; i + 1 < rest.length; i += 2) {
    const header = headerLayout.decode(rest[i] as Uint8Array)
    accounts.push({
      address: header.address,
      owner: header.owner,
      lamports: header.lamports,
      isSigner: header.isSigner === 1,
      isWritable: header.isWritable === 1,
      isExecutable: header.isExecutable === 1,
      data: rest[i + 1] as Uint8Array,
    })
  }
  return {
    digest: Buffer.from(digest).toString('hex'),
    invocation: {
      program: program as Address,
      data,
      accounts: Array.from(order, i => accounts[i]).filter(account => account !== undefined),
      ...(awaiting.length === 0 ? {} : { awaited: readAwaited(awaiting, returned) }),
    },
  }
}

/** The note stands behind the operation that it is part of. */
function readAwaited(awaiting: Uint8Array, returned: Uint8Array): Awaited {
  const { address: program } = fieldAddress.decode(returned.subarray(0, 32))
  return { note: awaiting.subarray(1), returned: { program, data: returned.subarray(32) } }
}
