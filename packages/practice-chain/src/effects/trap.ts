import type { Address } from '@tern/core'
import { address as addressField, struct, u8, u32, u64 } from '@tern/core/internal'

/** The error of the effects program if it finds no script for its invocation. */
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
  /** Empty for programs, and for accounts of more than 10,240 bytes. */
  readonly data: Uint8Array
}

/** The input of a script's continuation after `await`. */
export interface Awaited {
  readonly note: Uint8Array
  /** The last return data, and the program that returned it. No bytes if no program returned any. */
  readonly returned: { readonly program: Address; readonly data: Uint8Array }
}

/** The whole input of a simulated program's invocation. */
export interface Invocation {
  readonly program: Address
  readonly data: Uint8Array
  /** By position in the instruction. An account listed twice is the same object. */
  readonly accounts: readonly InvocationAccount[]
  /** Set only if an earlier script of this invocation ended in `await`. */
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

/** An invocation that failed because it has no script yet, and its digest (hex). */
export interface Trap {
  readonly digest: string
  readonly invocation: Invocation
}

/**
 * Finds the trap that ended a transaction.
 * The first failure must be that of a simulated program. Its data line must be its last output and name the same
 * program.
 * A program that only fails with the same code, or only logs such a line, is not a trap.
 * @returns `undefined` if the transaction ended in another way.
 */
export function readTrap(logs: readonly string[], isSimulated: (program: Address) => boolean): Trap | undefined {
  const failure = logs.findIndex(line => /^Program \w+ failed: /.test(line))
  const [, program, reason] = /^Program (\w+) failed: (.*)$/.exec(logs[failure] ?? '') ?? []
  if (program === undefined || reason !== trapCode || !isSimulated(program as Address)) return undefined
  // After the trap's data line comes `Program … consumed … of … compute units`, then any earlier call's return data.
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

/** The note follows the operation's byte. */
function readAwaited(awaiting: Uint8Array, returned: Uint8Array): Awaited {
  const { address: program } = fieldAddress.decode(returned.subarray(0, 32))
  return { note: awaiting.subarray(1), returned: { program, data: returned.subarray(32) } }
}
