import { type AccountSnapshot, type Address, computeBudgetProgram, encodeBase58 } from '@tern/core'
import { instructionsSysvar, upgradeableLoader } from '@tern/core/internal'
import type { TransactionError } from './transactionError.ts'
import type { WireMessage } from './wire.ts'

type Read = (address: Address) => AccountSnapshot | null

const nativeLoader = 'NativeLoader1111111111111111111111111111111'
/** The possible owners of an executable account: the loaders, and the validator itself. */
const programOwners: ReadonlySet<string> = new Set([
  nativeLoader,
  upgradeableLoader,
  'BPFLoader1111111111111111111111111111111111',
  'BPFLoader2111111111111111111111111111111111',
  'LoaderV411111111111111111111111111111111111',
])
/** Bytes that each account costs in addition to its data, and bytes of a lookup table of any length (SIMD-0186). */
const bytesAnAccount = 64
const bytesATable = 8_248

/**
 * Counts the bytes that a transaction loads, including the code of its programs, each once.
 * @see `solana_svm::account_loader`
 */
export function loadedSize(accounts: readonly Address[], tables: number, read: Read): number {
  const counted = new Set<Address>(accounts)
  const sizeOf = (account: AccountSnapshot | null) => (account === null ? 0 : bytesAnAccount + account.data.length)
  let size = tables * bytesATable
  for (const address of accounts) {
    if (address === instructionsSysvar) continue
    const account = read(address)
    size += sizeOf(account)
    if (account === null || account.owner !== upgradeableLoader || account.data[0] !== 2) continue
    const code = codeOf(account.data)
    if (counted.has(code)) continue
    counted.add(code)
    size += sizeOf(read(code))
  }
  return size
}

/** A cache of each program's code address. Transactions use the same few programs again and again. */
const codes = new WeakMap<Uint8Array, Address>()

function codeOf(data: Uint8Array): Address {
  const found = codes.get(data) ?? (encodeBase58(data.subarray(4, 36)) as Address)
  codes.set(data, found)
  return found
}

/**
 * Checks if the programs of all instructions can run. Some accounts load, but are not programs.
 * @returns the error; `undefined` if all can run.
 */
export function programFailure({ instructions, accounts }: WireMessage, read: Read): TransactionError | undefined {
  const programs = instructions.map(({ programIndex }) => read(accounts[programIndex] as Address))
  for (const program of programs) {
    if (program === null) return 'ProgramAccountNotFound'
    if (!programOwners.has(program.owner)) return 'InvalidProgramForExecution'
  }
  const unfit = programs.findIndex(program => program?.executable === false)
  return unfit === -1 ? undefined : { InstructionError: [unfit, 'UnsupportedProgramId'] }
}

/** The errors that a cluster checks before the age and the duplicate. */
const standing: ReadonlySet<unknown> = new Set([
  'SanitizeFailure',
  'UnsupportedVersion',
  'AddressLookupTableNotFound',
  'InvalidAddressLookupTableOwner',
  'InvalidAddressLookupTableData',
  'InvalidAddressLookupTableIndex',
  'SignatureFailure',
  'AccountLoadedTwice',
  'TooManyAccountLocks',
])

/** Reports if the error lies in the transaction itself, at any time. */
export const isStanding = (err: TransactionError | null): err is TransactionError => standing.has(err)

/** Reports if the error comes before the accounts are loaded, apart from the payer's balance. */
export function isBeforeLoading(err: TransactionError | null, { instructions, accounts }: WireMessage): boolean {
  if (err === null) return false
  if (typeof err === 'string') return isStanding(err) || err === 'InvalidLoadedAccountsDataSizeLimit'
  if ('DuplicateInstruction' in err) return true
  if (!('InstructionError' in err)) return false
  const [index, why] = err.InstructionError
  const program = accounts[instructions[index]?.programIndex ?? 0]
  return program === computeBudgetProgram && why === 'InvalidInstructionData'
}

const unloaded: ReadonlySet<unknown> = new Set([
  'ProgramAccountNotFound',
  'InvalidProgramForExecution',
  'MaxLoadedAccountsDataSizeExceeded',
])

/** Reports if accounts could not be loaded. Then nothing runs, and the transaction still pays its fee (SIMD-0082). */
export const isUnloaded = (err: TransactionError | null): boolean => unloaded.has(err)
