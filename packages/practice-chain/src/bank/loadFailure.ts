import {
  type AccountSnapshot,
  type Address,
  computeBudgetProgram,
  encodeBase58,
  instructionsSysvar,
  upgradeableLoader,
} from '@tern/core'
import type { TransactionError } from './transactionError.ts'
import type { WireMessage } from './wire.ts'

type Read = (address: Address) => AccountSnapshot | null

const nativeLoader = 'NativeLoader1111111111111111111111111111111'
/** Who may own what is executed: the loaders, and the validator itself. */
const programOwners: ReadonlySet<string> = new Set([
  nativeLoader,
  upgradeableLoader,
  'BPFLoader1111111111111111111111111111111111',
  'BPFLoader2111111111111111111111111111111111',
  'LoaderV411111111111111111111111111111111111',
])
/** What an account costs beside its data, and a lookup table whatever its length (SIMD-0186). */
const bytesAnAccount = 64
const bytesATable = 8_248

/** How many bytes a transaction loads, as the cluster counts them (`solana_svm::account_loader`): the code of its programs too, once. */
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

/** Where each program's code is: a transaction names a few, and always the same ones. */
const codes = new WeakMap<Uint8Array, Address>()

function codeOf(data: Uint8Array): Address {
  const found = codes.get(data) ?? (encodeBase58(data.subarray(4, 36)) as Address)
  codes.set(data, found)
  return found
}

/** Why the program of one of the instructions cannot be run, if it cannot: some that can be loaded turn out to be no program. */
export function programFailure({ instructions, accounts }: WireMessage, read: Read): TransactionError | undefined {
  const programs = instructions.map(({ programIndex }) => read(accounts[programIndex] as Address))
  for (const program of programs) {
    if (program === null) return 'ProgramAccountNotFound'
    if (!programOwners.has(program.owner)) return 'InvalidProgramForExecution'
  }
  const unfit = programs.findIndex(program => program?.executable === false)
  return unfit === -1 ? undefined : { InstructionError: [unfit, 'UnsupportedProgramId'] }
}

/** What a cluster finds before it asks whether a transaction is too old or has landed already. */
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

/** Whether something is wrong with the transaction itself, whatever the time. */
export const isStanding = (err: TransactionError | null): err is TransactionError => standing.has(err)

/** Whether the transaction is refused before its accounts are loaded, the payer's means aside. */
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

/** Whether accounts could not be loaded: then nothing runs, and the fee is paid all the same (SIMD-0082). */
export const isUnloaded = (err: TransactionError | null): boolean => unloaded.has(err)
