import type { AccountSnapshot, Address, Clock } from '@tern/core'
import type { AccountQuery } from './programAccounts.ts'
import type { TransactionError } from './transactionError.ts'

/** What an account is set to: a snapshot without the slot, which is the bank's to say. */
export type AccountContent = Omit<AccountSnapshot, 'slot'>

interface Blockhash {
  readonly blockhash: string
  /** The last block height at which a transaction with this blockhash is accepted. */
  readonly lastValidBlockHeight: bigint
}

interface EpochInfo {
  readonly epoch: bigint
  readonly slotIndex: bigint
  readonly slotsInEpoch: bigint
  readonly absoluteSlot: bigint
  readonly blockHeight: bigint
  readonly transactionCount: bigint
}

/** An inner instruction; numbers are positions in the record's `accounts`. */
export interface InnerInstruction {
  readonly programIdIndex: number
  readonly accounts: readonly number[]
  readonly data: Uint8Array
  readonly stackHeight: number
}

/** What the instructions of a transaction called, by the instruction's index; those that called nothing are not there. */
export type InnerInstructions = readonly {
  readonly index: number
  readonly instructions: readonly InnerInstruction[]
}[]

export interface TokenBalance {
  /** Position in the record's `accounts`. */
  readonly accountIndex: number
  readonly mint: Address
  readonly owner: Address
  readonly program: Address
  readonly amount: bigint
  readonly decimals: number
}

export interface ReturnData {
  readonly program: Address
  readonly data: Uint8Array
}

/** A transaction that landed, successful or failed. Never changes. */
export interface TransactionRecord {
  readonly signature: string
  readonly slot: bigint
  /** Position within its block. */
  readonly index: number
  readonly blockTimeSeconds: bigint
  readonly wire: Uint8Array
  readonly version: 'legacy' | 0
  readonly err: TransactionError | null
  readonly fee: bigint
  readonly logs: readonly string[]
  readonly innerInstructions: InnerInstructions
  /** The message's own addresses, then the loaded writable ones, then the loaded readonly ones. */
  readonly accounts: readonly Address[]
  readonly loadedAddresses: { readonly writable: readonly Address[]; readonly readonly: readonly Address[] }
  /** One a position in `accounts`, lamports. */
  readonly preBalances: readonly bigint[]
  readonly postBalances: readonly bigint[]
  readonly preTokenBalances: readonly TokenBalance[]
  readonly postTokenBalances: readonly TokenBalance[]
  readonly computeUnitsConsumed: bigint
  /** How much of its block it took up, compute units; `null` when an earlier version landed it. */
  readonly costUnits: bigint | null
  /** What the transaction offered for a compute unit, micro-lamports. */
  readonly computeUnitPrice: bigint
  /** Positions in `accounts` that the transaction locks for writing. */
  readonly writable: readonly number[]
  readonly returnData: ReturnData | null
}

export type ConfirmationStatus = 'processed' | 'confirmed' | 'finalized'

interface SignatureStatus {
  readonly slot: bigint
  readonly err: TransactionError | null
  /** Processed until its slot is over and on disk, confirmed then, finalized 31 slots later. */
  readonly confirmationStatus: ConfirmationStatus
}

export interface SignatureEntry {
  readonly signature: string
  readonly slot: bigint
  readonly err: TransactionError | null
  readonly memo: string | null
  readonly blockTimeSeconds: bigint
  readonly confirmationStatus: ConfirmationStatus
}

export interface Block {
  readonly slot: bigint
  readonly parentSlot: bigint
  readonly blockHeight: bigint
  readonly blockhash: string
  readonly previousBlockhash: string
  readonly blockTimeSeconds: bigint
  readonly transactions: readonly TransactionRecord[]
}

export interface SimulationResult {
  readonly err: TransactionError | null
  readonly logs: readonly string[]
  readonly unitsConsumed: bigint
  readonly fee: bigint
  readonly returnData: ReturnData | null
  readonly innerInstructions: InnerInstructions
  /** The record's `accounts`, as of the simulation. */
  readonly accounts: readonly Address[]
  readonly loadedAddresses: TransactionRecord['loadedAddresses']
  readonly preBalances: readonly bigint[]
  readonly postBalances: readonly bigint[]
  readonly preTokenBalances: readonly TokenBalance[]
  readonly postTokenBalances: readonly TokenBalance[]
  /** The blockhash put in, when the caller asked for that. */
  readonly replacementBlockhash: Blockhash | null
  /** Each address asked for as it would be afterwards; before, when the transaction fails. */
  readonly postAccounts: ReadonlyMap<Address, AccountSnapshot | null>
}

/** Why nothing landed and no fee was taken. */
export type Refusal =
  | { readonly kind: 'oversize'; readonly bytes: number }
  | { readonly kind: 'malformed'; readonly why: string }
  | { readonly kind: 'signature' }
  /** The chain does not take it (blockhash not found, already processed, no such payer…), or the preflight failed. */
  | { readonly kind: 'transaction'; readonly signature: string; readonly simulation: SimulationResult }

export type SubmitResult =
  | { readonly accepted: true; readonly signature: string }
  | { readonly accepted: false; readonly refusal: Refusal }

export interface SubmitOptions {
  /** `run` (the default) refuses what would fail; `skip` lets it land and pay its fee. */
  readonly preflight?: 'run' | 'skip'
  /** `ignore`: whoever submits it has signed it, and it runs before this returns. `verify` unless given. */
  readonly signatures?: 'verify' | 'ignore'
}

export interface SimulateOptions {
  readonly signatures?: 'verify' | 'ignore'
  readonly blockhash?: 'check' | 'replace'
  readonly accounts?: readonly Address[]
}

type SimulateResult =
  | { readonly simulated: true; readonly result: SimulationResult }
  | { readonly simulated: false; readonly refusal: Exclude<Refusal, { kind: 'transaction' }> }

/** How far to jump. What is not given follows from the other at 400 ms a slot; at least one slot. */
export interface Travel {
  readonly slots?: bigint
  readonly seconds?: bigint
}

export interface BankEvents {
  /** The slots in `abandoned` (oldest first) are undone; `slot` has begun after the block of `parent`. Events of `slot` follow. */
  readonly rollback: { readonly slot: bigint; readonly parent: bigint; readonly abandoned: readonly bigint[] }
  /** A slot begins. `root` is the newest finalized slot. */
  readonly slot: { readonly slot: bigint; readonly parent: bigint; readonly root: bigint }
  /** A slot is over and on disk: its transactions are confirmed. Comes for empty slots too. */
  readonly block: Block
  /** A transaction has just landed (processed). */
  readonly transaction: TransactionRecord
  /** An account has just changed; `null` when it is gone. Sysvars included. */
  readonly account: { readonly address: Address; readonly account: AccountSnapshot | null; readonly slot: bigint }
}

/**
 * A chain of one validator. Reads answer from memory. Transactions run in the order in which they came, as soon as their
 * signatures are checked, and `submit` resolves once the journal holds them on disk. Returned data is never written to.
 */
export interface Bank {
  /** base58; names this chain. */
  readonly genesisHash: string
  readonly slotMs: number
  /** The newest slot of that commitment that has a block; `processed` (the default) is the one that is going on. */
  slot(commitment?: ConfirmationStatus): bigint
  /** Of the block of `slot`, or of the one that is going on. */
  blockHeight(slot?: bigint): bigint
  /** Slots from `first` to `last` whose blocks are over and kept, oldest first. */
  blocks(first: bigint, last: bigint): readonly bigint[]
  clock(): Clock
  epochInfo(): EpochInfo
  latestBlockhash(): Blockhash
  isBlockhashValid(blockhash: string): boolean
  /** The account as it is, or as it was at the end of a slot that is not older than the finalized one. */
  account(address: Address, slot?: bigint): AccountSnapshot | null
  /** Which accounts have changed since the end of such a slot. */
  changedSince(slot: bigint): ReadonlySet<Address>
  /** Every account but sysvars and the programs that the chain began with. */
  accounts(): Iterable<readonly [Address, AccountSnapshot]>
  /** The accounts of a program that are as `query` says. */
  accountsByOwner(program: Address, query?: AccountQuery): Iterable<readonly [Address, AccountSnapshot]>
  /** Token accounts of both token programs whose owner field is `owner`. */
  tokenAccountsByOwner(owner: Address): Iterable<readonly [Address, AccountSnapshot]>
  tokenAccountsByMint(mint: Address): Iterable<readonly [Address, AccountSnapshot]>
  /** For seeding a world: no checks, journalled. */
  setAccount(address: Address, content: AccountContent): void
  submit(wire: Uint8Array, options?: SubmitOptions): Promise<SubmitResult>
  simulate(wire: Uint8Array, options?: SimulateOptions): SimulateResult
  /** Lamports from the faucet, as a transaction of its own. Resolves to its signature once it is on disk. */
  airdrop(address: Address, lamports: bigint): Promise<string>
  /** Lamports that the message (base bytes, no signatures) would pay; `null` when its blockhash is not valid. */
  feeForMessage(message: Uint8Array): bigint | null
  status(signature: string): SignatureStatus | null
  transaction(signature: string): TransactionRecord | null
  /** Newest first, strictly between the two signatures. */
  signaturesFor(
    address: Address,
    range?: { readonly before?: string; readonly until?: string; readonly limit?: number },
  ): readonly SignatureEntry[]
  /** `null` when the slot has none, is not over yet, or is no longer kept. */
  block(slot: bigint): Block | null
  /** The transactions that landed in `slot`, oldest first; none where not all of them are kept. */
  transactionsIn(slot: bigint): readonly TransactionRecord[]
  /** The oldest slot whose block is kept. */
  firstAvailableBlock(): bigint
  /** Ends the slot and begins the next; the bank's own timer calls it every `slotMs` unless that is 0. */
  tick(): Promise<void>
  /**
   * Abandons the newest blocks, the one that is going on among them, as when a validator sees its fork lose. Accounts,
   * transactions and blockhashes are as before them; the next slot, with a higher number, follows the newest block left.
   * A chain that was opened again is final up to then, like a validator's that starts from a snapshot.
   * @throws TernError `practice/rollback` for none, for more than 31 and for a block that is finalized.
   */
  rollback(slots: bigint): Promise<void>
  /**
   * Ends the slot and begins one in the future; the slots that are left out have no blocks.
   * @throws TernError `practice/travel` for less than one slot, for a time before now, and beyond what a number holds.
   */
  travel(travel: Travel): Promise<void>
  on<E extends keyof BankEvents>(event: E, listener: (value: BankEvents[E]) => void): () => void
  /** Resolves once everything accepted so far is on disk. @throws TernError `practice/journalFailed`, from then on always. */
  flush(): Promise<void>
  /** Stops the clock, writes a snapshot and lets go of the directory. */
  close(): Promise<void>
}
