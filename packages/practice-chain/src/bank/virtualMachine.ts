import { type Address, rentExemption } from '@tern/core'
import {
  addressBytes,
  clockSysvar,
  putAddress,
  readAddress,
  recentBlockhashesSysvar,
  slotHashesSysvar,
  sysvarOwner,
} from '@tern/core/internal'
import {
  Account,
  EpochSchedule,
  FailedTransactionMetadata,
  FeatureSet,
  LiteSvm,
  type SimulatedTransactionInfo,
  type TransactionMetadata,
} from 'litesvm/dist/internal.js'
import type { AccountContent, InnerInstructions, ReturnData } from './bank.ts'
import { type TransactionError, transactionError } from './transactionError.ts'

/** The feature of `sol_remaining_compute_units`, which the effects program calls. */
const remainingComputeUnits = '5TuppMutoyzhUSfuYdhgzD47F92GL1g89KpCZQKqedxP' as Address
/** The rent epoch of a rent-exempt account. */
const rentExemptEpoch = 2n ** 64n - 1n

/** The result of a transaction's run. */
export interface Run {
  readonly err: TransactionError | null
  readonly logs: readonly string[]
  readonly unitsConsumed: bigint
  /** Reads the inner instructions from the machine on the first call: five calls of the machine for each. */
  readInner(): InnerInstructions
  readonly returnData: ReturnData | null
  /** The accounts that it may write, after the run. Filled only for a simulation that succeeds. */
  readonly postAccounts: ReadonlyMap<Address, AccountContent>
}

export type Signatures = 'verify' | 'ignore'

/** LiteSVM with mainnet's features, but without its own checks for blockhashes and duplicates. */
export interface VirtualMachine {
  account(address: Address): AccountContent | null
  /**
   * Reads an account whose earlier content was `before`. Returns `before` itself if nothing changed.
   * @param isOwnerKept `unlessEmpty` if the owner is known to be unchanged as long as the account holds data.
   */
  accountAfter(
    address: Address,
    before: AccountContent,
    isOwnerKept: 'unlessEmpty' | 'perhapsNot',
  ): AccountContent | null
  lamports(address: Address): bigint
  /** Zero lamports delete the account. */
  setAccount(address: Address, content: AccountContent): void
  /**
   * Like `setAccount`, but delayed until `bring`: most accounts of a starting chain are never used. Not for programs.
   */
  keep(address: Address, content: AccountContent): void
  /** Sets the kept content of this address. Call it for every address that a transaction names before it runs. */
  bring(address: Address): void
  addProgram(address: Address, elf: Uint8Array): void
  /** Sets the sysvars that change with every slot. */
  setSlot(sysvars: {
    readonly clock: Uint8Array
    readonly slotHashes: Uint8Array
    readonly recentBlockhashes: Uint8Array
  }): void
  /** Runs a transaction and keeps its changes: its writes, or only its fee if it fails in a program. */
  send(wire: Uint8Array, signatures: Signatures): Run
  /** Runs a transaction and keeps nothing. */
  simulate(wire: Uint8Array, signatures: Signatures): Run
}

const addressIn = (bytes: Uint8Array): Address => readAddress(new DataView(bytes.buffer, bytes.byteOffset, 32), 0)

export function createVirtualMachine(slotsPerEpoch: bigint): VirtualMachine {
  const plain = new LiteSvm()
  const features = new FeatureSet()
  const wanted = addressBytes(remainingComputeUnits)
  for (const id of FeatureSet.allEnabled().getActiveFeatures())
    if (plain.getAccount(id) !== null || Buffer.compare(id, wanted) === 0) features.activate(id, 0n)
  const svm = LiteSvm.default()
  svm.setFeatureSet(features)
  svm.setBuiltins()
  svm.setSysvars()
  svm.setPrecompiles()
  svm.setDefaultPrograms()
  svm.withNativeMints()
  svm.setBlockhashCheck(false)
  svm.setTransactionHistory(0n)
  svm.setLogBytesLimit(null)
  svm.setEpochSchedule(new EpochSchedule(slotsPerEpoch, slotsPerEpoch, false, 0n, 0n))

  const kept = new Map<Address, AccountContent>()
  const [key, ownerKey] = [new Uint8Array(32), new Uint8Array(32)]

  /** The machine copies its arguments, so all calls share the same buffer. */
  function keyOf(address: Address, into = key): Uint8Array {
    putAddress(address, into, 0)
    return into
  }

  function bring(address: Address): void {
    const content = kept.get(address)
    if (content !== undefined) setAccount(address, content)
  }

  function setAccount(address: Address, { lamports, data, owner, executable }: AccountContent): void {
    kept.delete(address)
    svm.setAccount(keyOf(address), new Account(lamports, data, keyOf(owner, ownerKey), executable, rentExemptEpoch))
  }

  const sysvar = (data: Uint8Array): AccountContent => ({
    owner: sysvarOwner,
    lamports: rentExemption(data.length),
    executable: false,
    data,
  })

  let checked: Signatures | undefined
  function check(signatures: Signatures): void {
    if (signatures !== checked) svm.setSigverify(signatures === 'verify')
    checked = signatures
  }

  return {
    setAccount,
    bring,
    keep(address, content) {
      kept.set(address, content)
    },
    account(address) {
      bring(address)
      const account = svm.getAccount(keyOf(address))
      return account === null ? null : contentOf(account)
    },
    lamports(address) {
      bring(address)
      return svm.getBalance(keyOf(address)) ?? 0n
    },
    accountAfter(address, before, isOwnerKept) {
      bring(address)
      const account = svm.getAccount(keyOf(address))
      if (account === null) return null
      const [lamports, data] = [account.lamports(), account.data()]
      const isSameData = Buffer.compare(data, before.data) === 0
      const isKept = isOwnerKept === 'unlessEmpty' && data.length > 0
      if (!isKept && Buffer.compare(account.owner(), keyOf(before.owner)) !== 0) return contentOf(account)
      if (isSameData && lamports === before.lamports) return before
      // A copy, because many buffers that belong to the machine slow the garbage collector down.
      const kept = isSameData ? before.data : new Uint8Array(data)
      return { owner: before.owner, lamports, executable: !isKept && account.executable(), data: kept }
    },
    addProgram: (address, elf) => svm.addProgram(keyOf(address), elf),
    setSlot({ clock, slotHashes, recentBlockhashes }) {
      setAccount(clockSysvar, sysvar(clock))
      setAccount(slotHashesSysvar, sysvar(slotHashes))
      // Programs see it only if a transaction names it, and setting a sysvar costs as much time as a small transaction.
      kept.set(recentBlockhashesSysvar, sysvar(recentBlockhashes))
    },
    send(wire, signatures) {
      check(signatures)
      return readRun(svm.sendVersionedTransaction(wire))
    },
    simulate(wire, signatures) {
      check(signatures)
      return readRun(svm.simulateVersionedTransaction(wire))
    },
  }
}

function contentOf(account: Account): AccountContent {
  const owner = addressIn(account.owner())
  return { owner, lamports: account.lamports(), executable: account.executable(), data: account.data() }
}

function readRun(result: TransactionMetadata | SimulatedTransactionInfo | FailedTransactionMetadata): Run {
  const meta = 'meta' in result ? result.meta() : result
  const postAccounts = new Map<Address, AccountContent>()
  if ('postAccounts' in result)
    for (const item of result.postAccounts()) postAccounts.set(addressIn(item.address), contentOf(item.account()))
  const err = result instanceof FailedTransactionMetadata ? transactionError(result) : null
  const logs = meta.logs()
  let inner: InnerInstructions | undefined
  return {
    err,
    logs,
    unitsConsumed: meta.computeUnitsConsumed(),
    readInner() {
      inner ??= readInner(meta)
      return inner
    },
    // If a program returned data, the log shows it.
    returnData: err === null && !logs.some(line => line.startsWith('Program return: ')) ? null : readReturnData(meta),
    postAccounts,
  }
}

function readInner(meta: TransactionMetadata): InnerInstructions {
  return meta
    .innerInstructions()
    .map((instructions, index) => ({
      index,
      instructions: instructions.map(inner => {
        const instruction = inner.instruction()
        return {
          programIdIndex: instruction.programIdIndex(),
          accounts: Array.from(instruction.accounts()),
          data: instruction.data(),
          stackHeight: inner.stackHeight(),
        }
      }),
    }))
    .filter(({ instructions }) => instructions.length > 0)
}

function readReturnData(meta: TransactionMetadata): ReturnData | null {
  const returned = meta.returnData()
  const data = returned.data()
  return data.length === 0 ? null : { program: addressIn(returned.programId()), data }
}
