import type { TransactionError } from '@solana/kit'
import { type Lifetime, stringifyJson } from '@tern/core'

/** What became of a transaction, or of several that exclude each other. */
export type Outcome =
  | {
      readonly status: 'confirmed'
      /** The transaction that landed; its siblings are superseded. */
      readonly signature: string
      readonly slot: bigint
      /** Nothing takes it back: enough sources say *finalized*. */
      readonly isFinal: boolean
    }
  | {
      readonly status: 'failed'
      readonly signature: string
      readonly slot: bigint
      readonly isFinal: boolean
      readonly error: TransactionError
      /** How many independent sources say so at least; 1: there was one only. */
      readonly sources: number
    }
  | {
      /** It may still land. */
      readonly status: 'unknown'
      /** How many more blocks it may land in at most, counted from the last final one; absent while no source has told of it. */
      readonly blocksLeft?: bigint
      /** The height of the last block that it may land in. Neither of a durable nonce. */
      readonly lastHeight?: bigint
      /** It had landed so, and the chain, or those who said so, took that back. */
      readonly rolledBack?: 'confirmed' | 'failed'
    }
  | {
      /** It can never land. */
      readonly status: 'expired'
      /** How many independent sources have proved it; 1: there was one only. */
      readonly sources: number
    }

/** Finalized blocks beyond the last valid one before a transaction counts as unable to land. */
export const expiryMargin = 32n
/** Where there are too few sources to outvote a liar, each is looked at again after so long. */
const secondLookMs = 10_000

/** That a transaction has landed, as one source says. */
export interface Claim {
  readonly signature: string
  readonly slot: bigint
  readonly error: TransactionError | null
  readonly isFinal: boolean
  /** A slot that the chain cannot have passed when it was first said: it can be in no later one. Unset: nobody else has told of the chain yet. */
  readonly notAfter?: bigint | undefined
}

/** That none of the transactions is in the history of a source, which it searched as of `slot`, finalized, or later. */
export interface Denial {
  readonly slot: bigint
  /** Nor can any land after it. */
  readonly isOver: boolean
}

/** What one look at one source showed. */
export interface Look {
  readonly claim?: Claim
  readonly denial?: Denial
  /** The slot as of which it knows none of the transactions at all. */
  readonly nothingAsOf?: bigint
  /** The finalized slot, and block height. */
  readonly slot?: bigint | undefined
  readonly height?: bigint | undefined
  /** As of this slot, confirmed, it knew what the transactions live by. */
  readonly knownAt?: bigint | undefined
}

/** All that one source says, by what it showed last. */
export interface Word extends Omit<Look, 'nothingAsOf'> {
  /** The first slot that it told. */
  readonly since?: bigint | undefined
  /** Since when it has been saying without a break that all is over, in milliseconds. */
  readonly overSince?: number
}

const highest = (one: bigint | undefined, other: bigint | undefined) =>
  one === undefined || (other !== undefined && other > one) ? other : one

/** A source's word after another look; a look that brought no answer changes nothing. */
export function hear(before: Word, { claim, denial, nothingAsOf, ...reached }: Look, nowMs: number): Word {
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
  // As of an earlier slot it lags behind what it said, and into its own slot the transaction may still have come.
  const isGone = before.claim === undefined || (nothingAsOf !== undefined && nothingAsOf > before.claim.slot)
  return {
    ...known,
    ...(isGone || before.claim === undefined ? {} : { claim: before.claim }),
    ...(denial === undefined ? {} : { denial }),
    ...(denial?.isOver ? { overSince: before.overSince ?? nowMs } : {}),
  }
}

/** A source that has gone on for so many slots and never knew a blockhash or nonce was not behind it: it had ended, or was made up. */
const unknownSlots = 150n

/** From which slot on a source's word on the end counts: one that is behind has not come to the beginning. `undefined`: not yet. */
export const countsFrom = ({ knownAt, since }: Word): bigint | undefined =>
  knownAt ?? (since === undefined ? undefined : since + unknownSlots)

const quorumOf = (words: readonly Word[], faults: number) => Math.min(faults + 1, words.length)
const downwards = (one: bigint, other: bigint) => (one < other ? 1 : -1)
const lower = (one: bigint, other: bigint) => (one < other ? one : other)

/** So many blocks or slots after those that most sources know nothing can be that was signed when they knew them. */
const mostLife = 400n

/** The lifetime, with an end whatever one has said of it who may lie. `undefined`: too few sources have told how far the chain is. */
export function limited(lifetime: Lifetime, words: readonly Word[], faults: number): Lifetime | undefined {
  const isNonce = lifetime.kind === 'nonce'
  const told = words.flatMap(({ slot, height }) => (isNonce ? slot : height) ?? []).sort(downwards)
  const reached = told[quorumOf(words, faults) - 1]
  if (reached === undefined) return undefined
  const last = reached + mostLife
  return isNonce
    ? { ...lifetime, slot: lower(lifetime.slot, last) }
    : { ...lifetime, lastValidBlockHeight: lower(lifetime.lastValidBlockHeight, last) }
}

/** A source without a fault may be so many slots behind. */
const slotsBehind = 100n
/** The last final block is 32 blocks behind the newest one. With skipped slots between them it is more slots. */
const unfinalSlots = 40n

/** The same words, each claim with the slot that it cannot be beyond, once another source has told how far the chain is. */
export const bounded = (words: readonly Word[]): readonly Word[] =>
  words.map((word, i) => {
    if (word.claim === undefined || word.claim.notAfter !== undefined) return word
    const [reached] = words.flatMap(({ slot }, j) => (slot === undefined || i === j ? [] : slot)).sort(downwards)
    if (reached === undefined) return word
    return { ...word, claim: { ...word.claim, notAfter: reached + unfinalSlots + slotsBehind } }
  })

/**
 * What the words of all sources prove, when up to `faults` of them may lie.
 *
 * *Expired* takes `faults` + 1 sources: one of them is honest, and what it says is definitive, for every block that could hold
 * a transaction was final and known to it when it searched. Where there are not so many sources it takes all, twice, 10 s apart.
 * *Confirmed* is believed at one word, until somebody who must know better denies it; *failed*, after which people try again,
 * and all that is final take `faults` + 1 words, or all.
 */
export function weigh(words: readonly Word[], faults: number, lastValid: bigint | undefined, nowMs: number): Outcome {
  const isOutvoted = words.length > faults
  const quorum = quorumOf(words, faults)
  const deniers = words.filter(
    ({ overSince }) => overSince !== undefined && (isOutvoted || nowMs - overSince >= secondLookMs),
  )
  // Denials come before claims: a source that keeps moving its claim to a later slot is lying.
  if (quorum > 0 && deniers.length >= quorum) return { status: 'expired', sources: deniers.length }
  const landed = landedIn(words, quorum)
  if (landed !== undefined) return landed
  return { status: 'unknown', ...blocksLeft(words, quorum, lastValid) }
}

function landedIn(words: readonly Word[], quorum: number): Outcome | undefined {
  const camps = campsOf(
    words.flatMap(({ claim }) => claim ?? []),
    ({ signature, error }) => [signature, error],
  )
  const [claims, ...others] = camps
  const claim = claims?.[0]
  if (claims === undefined || claim === undefined) return undefined
  const [finals = []] = campsOf(
    claims.filter(({ isFinal }) => isFinal),
    ({ slot }) => slot,
  )
  const isFinal = finals.length >= quorum
  const isContested =
    claim.error !== null ||
    others.length > 0 ||
    words.some(({ denial }) => denial !== undefined && denial.slot >= latestOf(claim))
  if (claims.length < quorum && isContested) return undefined
  const { signature, slot, error } = (isFinal && finals[0]) || claim
  return error === null
    ? { status: 'confirmed', signature, slot, isFinal }
    : { status: 'failed', signature, slot, isFinal, error, sources: quorum }
}

/** The last slot that it can be in. */
const latestOf = ({ slot, notAfter = slot }: Claim) => lower(slot, notAfter)

/** How many sources say the same of what landed. */
export const agreed = (words: readonly Word[]): number =>
  campsOf(
    words.flatMap(({ claim }) => claim ?? []),
    ({ signature, error }) => [signature, error],
  )[0]?.length ?? 0

/** Claims that say the same, the most numerous first. */
function campsOf(claims: readonly Claim[], what: (claim: Claim) => unknown): readonly (readonly Claim[])[] {
  const camps = new Map<string, Claim[]>()
  for (const claim of claims) {
    const key = stringifyJson(what(claim))
    camps.set(key, [...(camps.get(key) ?? []), claim])
  }
  return [...camps.values()].sort((a, b) => b.length - a.length)
}

/** By a height that an honest source has reached, once so many have spoken. */
function blocksLeft(
  words: readonly Word[],
  quorum: number,
  lastValid: bigint | undefined,
): Pick<Extract<Outcome, { status: 'unknown' }>, 'blocksLeft' | 'lastHeight'> {
  if (lastValid === undefined) return {}
  const heights = words.flatMap(({ height }) => height ?? []).sort(downwards)
  const height = heights[quorum - 1] ?? heights.at(-1)
  if (height === undefined) return { lastHeight: lastValid }
  return { blocksLeft: lastValid > height ? lastValid - height : 0n, lastHeight: lastValid }
}

/** Whether nothing more can become of it. */
export const isOver = (outcome: Outcome): boolean =>
  outcome.status === 'expired' || (outcome.status !== 'unknown' && outcome.isFinal)

/** Whether a person who hears of this outcome may begin anew. */
export const mayBeginAnew = ({ status }: Outcome): boolean => status === 'failed' || status === 'expired'

/** Whether an outcome says more than that fewer blocks are left. */
export function isNews(before: Outcome, after: Outcome): boolean {
  if (before.status !== after.status) return true
  return after.status !== 'unknown' && stringifyJson({ ...before, slot: 0 }) !== stringifyJson({ ...after, slot: 0 })
}
