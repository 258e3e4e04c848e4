import type { TransactionError } from '@solana/kit'
import type { Lifetime } from '@tern/core'
import { stringifyJson } from '@tern/core/internal'

/** The result of an intent: of its single transaction, or of several variants that exclude each other. */
export type Outcome =
  | {
      readonly status: 'confirmed'
      /** The transaction that landed. No other variant can land as well. */
      readonly signature: string
      readonly slot: bigint
      /** `true` once a quorum of sources reports it as finalized in the same slot. */
      readonly isFinal: boolean
    }
  | {
      readonly status: 'failed'
      readonly signature: string
      readonly slot: bigint
      readonly isFinal: boolean
      readonly error: TransactionError
      /** The quorum: at least this many independent sources report the failure. */
      readonly sources: number
    }
  | {
      /** Not settled: it may still land, or have landed already without enough proof. */
      readonly status: 'unknown'
      /**
       * Max blocks left for it to land, counted from a finalized height.
       * Unset for a durable nonce, and until a source reports its height.
       */
      readonly blocksLeft?: bigint
      /** Height of the last block that can hold it. Unset for a durable nonce, and before the first answer. */
      readonly lastHeight?: bigint
      /** The earlier status, if a fork or the sources' later answers took it back. */
      readonly rolledBack?: 'confirmed' | 'failed'
      /** The caller's `signal` ended the wait. */
      readonly isStopped?: true
    }
  | {
      /** It can never land. */
      readonly status: 'expired'
      /** How many independent sources proved it. With 1, the outcome rests on a single source. */
      readonly sources: number
    }

/**
 * Safety margin, in blocks.
 * A node proves that a blockhash expired only if its finalized height exceeds the last valid height by more than this.
 */
export const expiryMargin = 32n
/** If every source may be lying, each must prove expiry for this many milliseconds before the proof counts. */
const minExpiryProofMs = 10_000

/** A source's report that a transaction landed. */
export interface Claim {
  readonly signature: string
  readonly slot: bigint
  readonly error: TransactionError | null
  readonly isFinal: boolean
  /** Latest slot that the landing can really be in, see `capClaims`. Unset until another source has reported its slot. */
  readonly notAfter?: bigint | undefined
}

/**
 * A source's report that its full history holds no transaction of the intent.
 * `slot` was final for the source before it searched.
 */
export interface Denial {
  readonly slot: bigint
  /** `true` if no transaction of the intent can land in a later block either: the source proves expiry. */
  readonly isOver: boolean
}

/** A source's answers in a single look. */
export interface Look {
  readonly claim?: Claim
  readonly denial?: Denial
  /** Slot at which a search of its full history found no transaction of the intent. */
  readonly nothingAsOf?: bigint
  /** Finalized slot and block height. The height is unset for a durable nonce. */
  readonly slot?: bigint | undefined
  readonly height?: bigint | undefined
  /** Slot (*confirmed*) at which the source still accepted the blockhash or nonce. */
  readonly knownAt?: bigint | undefined
}

/** A source's current report, built up by `addLook` from every look at the source. */
export interface SourceReport extends Omit<Look, 'nothingAsOf'> {
  /** First finalized slot that the source reported. */
  readonly since?: bigint | undefined
  /** Time, in milliseconds, of the first in an unbroken run of looks that prove expiry. */
  readonly overSince?: number
}

const highest = (one: bigint | undefined, other: bigint | undefined) =>
  one === undefined || (other !== undefined && other > one) ? other : one

/**
 * Adds a look to a source's report.
 * A denial lasts only while every look repeats it, so never pass a look that failed: it would end the denial.
 *
 * @param nowMs milliseconds, by the clock that `weigh` uses too.
 */
export function addLook(
  before: SourceReport,
  { claim, denial, nothingAsOf, ...reached }: Look,
  nowMs: number,
): SourceReport {
  const known = {
    since: before.since ?? reached.slot,
    slot: highest(before.slot, reached.slot),
    height: highest(before.height, reached.height),
    knownAt: before.knownAt ?? reached.knownAt,
  }
  if (claim !== undefined) {
    const isRepeated = before.claim?.signature === claim.signature
    return { ...known, claim: isRepeated ? { ...claim, notAfter: before.claim?.notAfter } : claim }
  }
  // Drop the claim only if a later slot shows nothing. At an earlier slot, the source lags behind its own claim.
  // At the claimed slot itself, the transaction may still have arrived after the answer.
  const isGone = before.claim === undefined || (nothingAsOf !== undefined && nothingAsOf > before.claim.slot)
  return {
    ...known,
    ...(isGone || before.claim === undefined ? {} : { claim: before.claim }),
    ...(denial === undefined ? {} : { denial }),
    ...(denial?.isOver ? { overSince: before.overSince ?? nowMs } : {}),
  }
}

/**
 * Slots that a source gets to catch up with the blockhash or nonce.
 * A source that has still not accepted it no longer counts as lagging: the blockhash or nonce ended or never existed.
 */
const maxStartLag = 150n

/**
 * Returns the first slot at which a source can prove expiry.
 * An earlier rejection may only mean that the source lags and does not know the blockhash or nonce yet.
 *
 * @returns `undefined` while the source has reported nothing.
 */
export const countsFrom = ({ knownAt, since }: SourceReport): bigint | undefined =>
  knownAt ?? (since === undefined ? undefined : since + maxStartLag)

const quorumOf = (reports: readonly SourceReport[], faults: number) => Math.min(faults + 1, reports.length)
const descending = (one: bigint, other: bigint) => (one < other ? 1 : -1)
const lower = (one: bigint, other: bigint) => (one < other ? one : other)

/**
 * A node may lie about how long a transaction lives.
 * `capLifetime` caps the claim at this many blocks after the height that a quorum has reached (slots, for a nonce).
 */
const maxClaimedLead = 400n

/**
 * Caps a claimed lifetime, because the node that claimed it may have lied.
 * A false claim far in the future would otherwise rule out expiry for ever.
 *
 * @returns the lifetime. Its last valid height (slot, for a nonce) is at most `maxClaimedLead` above the height of a quorum.
 *   Until a quorum of sources has reported how far the chain is, `undefined`.
 */
export function capLifetime(
  lifetime: Lifetime,
  reports: readonly SourceReport[],
  faults: number,
): Lifetime | undefined {
  const isNonce = lifetime.kind === 'nonce'
  const heights = reports.flatMap(({ slot, height }) => (isNonce ? slot : height) ?? []).sort(descending)
  const reached = heights[quorumOf(reports, faults) - 1]
  if (reached === undefined) return undefined
  const last = reached + maxClaimedLead
  return isNonce
    ? { ...lifetime, slot: lower(lifetime.slot, last) }
    : { ...lifetime, lastValidBlockHeight: lower(lifetime.lastValidBlockHeight, last) }
}

/** Max slots that a healthy source lags behind the others. */
const maxSourceLag = 100n
/**
 * Slots from the last finalized slot to the tip of the chain.
 * Finality lags 32 blocks behind the newest block. Skipped slots between the blocks make it more slots.
 */
const unfinalSlots = 40n

/**
 * Sets `notAfter` on each new claim, as soon as another source has reported its finalized slot.
 * Otherwise a liar could claim a landing in a slot so late that no denial ever reaches it.
 */
export const capClaims = (reports: readonly SourceReport[]): readonly SourceReport[] =>
  reports.map((report, i) => {
    if (report.claim === undefined || report.claim.notAfter !== undefined) return report
    const [reached] = reports.flatMap(({ slot }, j) => (slot === undefined || i === j ? [] : slot)).sort(descending)
    if (reached === undefined) return report
    return { ...report, claim: { ...report.claim, notAfter: reached + unfinalSlots + maxSourceLag } }
  })

/**
 * Decides the outcome that all sources together prove.
 * Up to `faults` of the sources may lie.
 *
 * *Expired* takes proof from `faults` + 1 sources, so that at least one is honest.
 * With fewer sources in all, every source must prove it for 10 s.
 * An honest proof is definitive: every block that could hold a transaction was final before the source searched.
 *
 * A single source is enough for *confirmed*.
 * If a different claim, or a denial from that slot or later, contradicts it, a quorum must agree.
 * *Failed* always needs a quorum, because people retry after a failure. So does `isFinal`.
 *
 * @param lastValid last valid block height; `undefined` for a durable nonce.
 * @param nowMs milliseconds, by the clock that `addLook` uses too.
 */
export function weigh(
  reports: readonly SourceReport[],
  {
    faults,
    lastValid,
    nowMs,
  }: { readonly faults: number; readonly lastValid: bigint | undefined; readonly nowMs: number },
): Outcome {
  const isOutvoted = reports.length > faults
  const quorum = quorumOf(reports, faults)
  const deniers = reports.filter(
    ({ overSince }) => overSince !== undefined && (isOutvoted || nowMs - overSince >= minExpiryProofMs),
  )
  // Expiry comes first: a source that claims a landing against this proof is lying, however late the slot it names.
  if (quorum > 0 && deniers.length >= quorum) return { status: 'expired', sources: deniers.length }
  const landed = landedIn(reports, quorum)
  if (landed !== undefined) return landed
  return { status: 'unknown', ...blocksLeft(reports, quorum, lastValid) }
}

function landedIn(reports: readonly SourceReport[], quorum: number): Outcome | undefined {
  const groups = groupsOf(
    reports.flatMap(({ claim }) => claim ?? []),
    ({ signature, error }) => [signature, error],
  )
  const [claims, ...others] = groups
  const claim = claims?.[0]
  if (claims === undefined || claim === undefined) return undefined
  const [finals = []] = groupsOf(
    claims.filter(({ isFinal }) => isFinal),
    ({ slot }) => slot,
  )
  const isFinal = finals.length >= quorum
  const isContested =
    claim.error !== null ||
    others.length > 0 ||
    reports.some(({ denial }) => denial !== undefined && denial.slot >= latestOf(claim))
  if (claims.length < quorum && isContested) return undefined
  const { signature, slot, error } = (isFinal && finals[0]) || claim
  return error === null
    ? { status: 'confirmed', signature, slot, isFinal }
    : { status: 'failed', signature, slot, isFinal, error, sources: quorum }
}

/** Latest slot that can hold the claimed landing. */
const latestOf = ({ slot, notAfter = slot }: Claim) => lower(slot, notAfter)

/** Counts the sources in the largest group that reports the same signature and error. */
export const agreed = (reports: readonly SourceReport[]): number =>
  groupsOf(
    reports.flatMap(({ claim }) => claim ?? []),
    ({ signature, error }) => [signature, error],
  )[0]?.length ?? 0

/** Groups claims that agree on `keyOf`, largest group first. */
function groupsOf(claims: readonly Claim[], keyOf: (claim: Claim) => unknown): readonly (readonly Claim[])[] {
  const groups = new Map<string, Claim[]>()
  for (const claim of claims) {
    const key = stringifyJson(keyOf(claim))
    groups.set(key, [...(groups.get(key) ?? []), claim])
  }
  return [...groups.values()].sort((a, b) => b.length - a.length)
}

/**
 * Counts the blocks left from a height that an honest source has reached: the quorum's, once that many have reported.
 * Before that, from the lowest height reported.
 */
function blocksLeft(
  reports: readonly SourceReport[],
  quorum: number,
  lastValid: bigint | undefined,
): Pick<Extract<Outcome, { status: 'unknown' }>, 'blocksLeft' | 'lastHeight'> {
  if (lastValid === undefined) return {}
  const heights = reports.flatMap(({ height }) => height ?? []).sort(descending)
  const height = heights[quorum - 1] ?? heights.at(-1)
  if (height === undefined) return { lastHeight: lastValid }
  return { blocksLeft: lastValid > height ? lastValid - height : 0n, lastHeight: lastValid }
}

/**
 * Checks if the outcome can never change: expired, or final on chain.
 *
 * @example
 * isOver({ status: 'expired', sources: 2 }) // true
 */
export const isOver = (outcome: Outcome): boolean =>
  outcome.status === 'expired' || (outcome.status !== 'unknown' && outcome.isFinal)

/** Checks if the user may sign a replacement: the transaction failed or expired. */
export const mayReplace = ({ status }: Outcome): boolean => status === 'failed' || status === 'expired'

/** Checks if an outcome differs in more than the blocks left or the slot. */
export function isNews(before: Outcome, after: Outcome): boolean {
  if (before.status !== after.status) return true
  return after.status !== 'unknown' && stringifyJson({ ...before, slot: 0 }) !== stringifyJson({ ...after, slot: 0 })
}
