import type { AccountSnapshot, Address, Clock } from '@tern/core'
import type { AccountQuery } from './programAccounts.ts'
import type { TransactionError } from './transactionError.ts'

/** An account's new content: a snapshot without the slot, which the bank sets. */
export type AccountContent = Omit<AccountSnapshot, 'slot'>

interface Blockhash {
  readonly blockhash: string
  /** The last block height that accepts a transaction with this blockhash. */
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

/** An inner instruction. Its numbers are positions in the record's `accounts`. */
export interface InnerInstruction {
  readonly programIdIndex: number
  readonly accounts: readonly number[]
  readonly data: Uint8Array
  readonly stackHeight: number
}

/** The inner instructions by the index of the outer instruction. Instructions that called no program are missing. */
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
  /** The message's own addresses, then the loaded writable addresses, then the loaded readonly addresses. */
  readonly accounts: readonly Address[]
  readonly loadedAddresses: { readonly writable: readonly Address[]; readonly readonly: readonly Address[] }
  /** Lamports, by position in `accounts`. */
  readonly preBalances: readonly bigint[]
  readonly postBalances: readonly bigint[]
  readonly preTokenBalances: readonly TokenBalance[]
  readonly postTokenBalances: readonly TokenBalance[]
  readonly computeUnitsConsumed: bigint
  /** The compute units that it takes of its block's limit; `null` if an earlier version of this program landed it. */
  readonly costUnits: bigint | null
  /** The price that the transaction offers for a compute unit, in micro-lamports. */
  readonly computeUnitPrice: bigint
  /** Positions in `accounts` that the transaction locks for writing. */
  readonly writable: readonly number[]
  readonly returnData: ReturnData | null
}

export type ConfirmationStatus = 'processed' | 'confirmed' | 'finalized'

interface SignatureStatus {
  readonly slot: bigint
  readonly err: TransactionError | null
  /** Processed until its slot is over and on disk, then confirmed; finalized 31 blocks later. */
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
  /** The record's `accounts`, at the time of the simulation. */
  readonly accounts: readonly Address[]
  readonly loadedAddresses: TransactionRecord['loadedAddresses']
  readonly preBalances: readonly bigint[]
  readonly postBalances: readonly bigint[]
  readonly preTokenBalances: readonly TokenBalance[]
  readonly postTokenBalances: readonly TokenBalance[]
  /** The replacement blockhash, if the caller asked for it. */
  readonly replacementBlockhash: Blockhash | null
  /** Each requested account after the transaction; before it, if the transaction fails. */
  readonly postAccounts: ReadonlyMap<Address, AccountSnapshot | null>
}

/** The reason that a transaction did not land and cost no fee. */
export type Refusal =
  | { readonly kind: 'oversize'; readonly bytes: number }
  | { readonly kind: 'malformed'; readonly why: string }
  | { readonly kind: 'signature' }
  /** The chain rejects it (blockhash not found, already processed, unknown payer, …), or its preflight failed. */
  | { readonly kind: 'transaction'; readonly signature: string; readonly simulation: SimulationResult }

export type SubmitResult =
  | { readonly accepted: true; readonly signature: string }
  | { readonly accepted: false; readonly refusal: Refusal }

export interface SubmitOptions {
  /** `run` (the default) refuses a transaction that would fail; `skip` lets it land and pay its fee. */
  readonly preflight?: 'run' | 'skip'
  /**
   * `ignore`: the caller vouches for the signatures, and the transaction runs before `submit` returns.
   * @default 'verify'
   */
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

/** The distance of a jump. A missing field follows from the other at 400 ms a slot; at least 1 slot. */
export interface Travel {
  readonly slots?: bigint
  readonly seconds?: bigint
}

export interface BankEvents {
  /**
   * The slots in `abandoned` (oldest first) are undone; `slot` begins after the block of `parent`. Events of `slot`
   * follow.
   */
  readonly rollback: { readonly slot: bigint; readonly parent: bigint; readonly abandoned: readonly bigint[] }
  /** A slot begins. `root` is the newest finalized slot. */
  readonly slot: { readonly slot: bigint; readonly parent: bigint; readonly root: bigint }
  /** A slot is over and on disk, so its transactions are confirmed. Sent for empty slots too. */
  readonly block: Block
  /** A transaction has landed (processed). */
  readonly transaction: TransactionRecord
  /** An account has changed; `null` if it is deleted. Sent for sysvars too. */
  readonly account: { readonly address: Address; readonly account: AccountSnapshot | null; readonly slot: bigint }
}

/**
 * A chain of a single validator. Reads answer from memory.
 * Transactions run in the order of their arrival, as soon as their signatures are checked.
 * `submit` resolves once the journal holds the transaction on disk. Returned data is never changed in place.
 */
export interface Bank {
  /** The chain's identity, base58. */
  readonly genesisHash: string
  readonly slotMs: number
  /** The newest slot with a block at this commitment. `processed` (the default) is the current slot. */
  slot(commitment?: ConfirmationStatus): bigint
  /** The height of the block of `slot`, by default of the current slot. */
  blockHeight(slot?: bigint): bigint
  /** Slots from `first` to `last` whose blocks are over and kept, oldest first. */
  blocks(first: bigint, last: bigint): readonly bigint[]
  clock(): Clock
  epochInfo(): EpochInfo
  latestBlockhash(): Blockhash
  isBlockhashValid(blockhash: string): boolean
  /**
   * The current account, or its state at the end of `slot`.
   * @param slot not older than the finalized slot.
   */
  account(address: Address, slot?: bigint): AccountSnapshot | null
  /**
   * The accounts that changed since the end of `slot`.
   * @param slot not older than the finalized slot.
   */
  changedSince(slot: bigint): ReadonlySet<Address>
  /** Every account except sysvars and the programs that the chain began with. */
  accounts(): Iterable<readonly [Address, AccountSnapshot]>
  /** The accounts of a program that match `query`. */
  accountsByOwner(program: Address, query?: AccountQuery): Iterable<readonly [Address, AccountSnapshot]>
  /** Token accounts of both token programs whose owner field is `owner`. */
  tokenAccountsByOwner(owner: Address): Iterable<readonly [Address, AccountSnapshot]>
  tokenAccountsByMint(mint: Address): Iterable<readonly [Address, AccountSnapshot]>
  /** Sets an account without any check, to seed a world. The change is journalled. */
  setAccount(address: Address, content: AccountContent): void
  submit(wire: Uint8Array, options?: SubmitOptions): Promise<SubmitResult>
  simulate(wire: Uint8Array, options?: SimulateOptions): SimulateResult
  /** Sends lamports from the faucet in a transaction of its own. Resolves to its signature once it is on disk. */
  airdrop(address: Address, lamports: bigint): Promise<string>
  /**
   * Computes a message's fee in lamports.
   * @param message the message's bytes, without signatures.
   * @returns `null` if the message is malformed or its blockhash is not valid.
   */
  feeForMessage(message: Uint8Array): bigint | null
  status(signature: string): SignatureStatus | null
  transaction(signature: string): TransactionRecord | null
  /** Newest first, strictly between the two signatures. */
  signaturesFor(
    address: Address,
    range?: { readonly before?: string; readonly until?: string; readonly limit?: number },
  ): readonly SignatureEntry[]
  /** `null` if the slot has no block, is not over and on disk, or is no longer kept. */
  block(slot: bigint): Block | null
  /** The transactions that landed in `slot`, oldest first. Empty unless all of them are kept. */
  transactionsIn(slot: bigint): readonly TransactionRecord[]
  /** The oldest slot whose block is kept. */
  firstAvailableBlock(): bigint
  /** Ends the slot and begins the next. The bank's own timer calls it every `slotMs`, unless that is 0. */
  tick(): Promise<void>
  /**
   * Abandons the newest blocks including the current, like a validator whose fork loses.
   * Accounts, transactions and blockhashes are as before these blocks.
   * The next slot has a higher number than any before, and follows the newest block left.
   * Reopening a chain makes its blocks final, like the start of a validator from a snapshot.
   *
   * @param slots how many blocks to abandon: 1 to 31, and no finalized block.
   * @throws TernError `practice/rollback` if `slots` is out of this range.
   */
  rollback(slots: bigint): Promise<void>
  /**
   * Ends the slot and begins a slot in the future. The slots between have no blocks.
   *
   * @throws TernError `practice/travel` for less than 1 slot, for negative seconds, and for a slot or time beyond 2^53.
   */
  travel(travel: Travel): Promise<void>
  on<E extends keyof BankEvents>(event: E, listener: (value: BankEvents[E]) => void): () => void
  /**
   * Resolves once all changes so far are on disk.
   * @throws TernError `practice/journalFailed` if the disk fails, and on every later call.
   */
  flush(): Promise<void>
  /** Stops the clock, writes a snapshot and releases the directory. */
  close(): Promise<void>
}
