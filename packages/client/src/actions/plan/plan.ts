import type { Instruction } from '@solana/kit'
import type { Chain, ComputeBudget, MessageVersion, Submission, Tip } from '@tern/chain'
import type { TableOfAddresses } from '@tern/chain/internal'
import type { Address, Cosigner, Lifetime, TernError } from '@tern/core'
import type { Client } from '../../client.ts'
import type { TermsParts } from '../terms.ts'
import type { FailureKey, Opening, PreviewLineKind, Reason } from '../trade/trade.ts'
import type { PlanTurns } from './planTurns.ts'
import type { Realised } from './sentPlans.ts'

/** Name of the planner that made a plan. */
export type PlanKind =
  | 'buy'
  | 'sell'
  | 'wrap'
  | 'unwrap'
  | 'deposit'
  | 'withdrawLiquidity'
  | 'createPool'
  | 'withdraw'
  | 'reclaimRent'
  | 'extendTable'
  | 'swap'
  | 'openNonce'
  | 'advanceNonce'
  | 'closeNonce'

/** A message of a plan. It is signed once it gets a blockhash. */
export interface PlanMessage {
  /** Unset: the message sets no compute budget. */
  readonly budget?: ComputeBudget
  /** A blockhash, or the value of a nonce account, which the first instruction advances. Unset: the latest blockhash. */
  readonly lifetime?: Lifetime
  /** In order, without the compute budget. If an instruction fails, no instruction has an effect. */
  readonly instructions: readonly Instruction[]
  /** Lookup tables with accounts of its pools. Set only if the message is too long without tables. */
  readonly lookupTables?: readonly TableOfAddresses[]
  /** Unset: 0. */
  readonly version?: MessageVersion
  /** The max that this message does to its wallet. */
  readonly terms: TermsParts
  /** The key pairs of new accounts. They sign in addition to the owner, and are lost with the plan. Unset: no new accounts. */
  readonly cosigners?: readonly Cosigner[]
  /** The tip that its instructions pay. The message goes to no other provider that takes tips. Unset: no tip. */
  readonly tip?: Tip
  /** Asks providers for protection from trades around it. Unset: no. */
  readonly frontRunningProtection?: boolean
  /** Signed instead of this message. All variants use the same nonce, so at most a single variant lands. Unset: no variants. */
  readonly variants?: readonly PlanVariant[]
  /** Helps to explain a failure on chain. Unset: the programs of the instructions suffice. */
  readonly failureKey?: Omit<FailureKey, 'programs'>
  /**
   * Makes the message that is signed, from the chain of that moment: with limits from a simulation, or with a durable nonce.
   * Unset: this message is signed.
   *
   * @throws TernError the reason if it would fail, `trade/nonceNotReady`, `rpc/*`.
   */
  readonly atSigning?: () => Promise<PlanMessage>
  /** Reads the amounts that it moved, once it is confirmed. Unset: nothing is read. */
  readonly readRealised?: (chain: Chain, signature: string) => Promise<Realised | undefined>
}

/** A variant of a message: it pays its own tip, and goes to the provider that it tips, or to the nodes without a tip. */
export interface PlanVariant extends PlanMessage {
  readonly submission: Submission
}

/** A line of a plan's costs, in lamports. */
export interface PlanLine {
  readonly kind: PreviewLineKind | 'programFee'
  readonly label: string
  readonly lamports: bigint
  readonly note?: string
}

/** An action: a single transaction, or several in sequence. */
export interface Plan<Request = unknown> {
  readonly kind: PlanKind
  /** The request that it was made for. It can be cloned, so a journal keeps it. */
  readonly request: Request
  readonly owner: Address
  /** In order. A message is sent once the earlier ones are confirmed. */
  readonly messages: readonly PlanMessage[]
  /** Accounts that it opens and that stay open. */
  readonly opens: readonly Opening[]
  /** The lamports that the wallet must hold, line by line. Tokens have no line. */
  readonly pay: readonly PlanLine[]
  /** The sum of the lines. */
  readonly totalLamports: bigint
  /** `true` if amounts of this kind were compared with the program itself, or with trades recorded on a cluster. */
  readonly isVerified: boolean
}

/** A plan, and the reasons against it. */
export interface Planned<Request = unknown, Quote = unknown> {
  /** `undefined` if the reasons prevent a plan. */
  readonly plan: Plan<Request> | undefined
  /** `undefined` if there is no quote, or if the action needs no quote. */
  readonly quote: Quote | undefined
  /** In order. No reasons: the plan may be executed. */
  readonly reasons: readonly Reason[]
  /** Set by `planAgain`: the interrupted action that it continues. */
  readonly resumes?: Resumed
}

/** An interrupted action: its id in the journal, the positions that the plan's messages have in it, and the number of all positions. */
export interface Resumed {
  readonly id: string
  readonly positions: readonly number[]
  readonly of: number
  /** Executes its turns, unless another page continues the action. Here, so that a page that continues nothing does not load it. */
  readonly guard: <Result>(
    client: Client,
    turns: PlanTurns['turns'],
    run: (turns: PlanTurns['turns']) => Promise<Result>,
  ) => Promise<Result>
}

export const reasonOf = (error: TernError): Reason => ({ code: error.code, text: error.message, error })
