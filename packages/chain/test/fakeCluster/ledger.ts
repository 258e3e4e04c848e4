import type { FaultPlan, LeaderPlan } from './faultPlan.ts'
import type { Timeline } from './timeline.ts'

export const slotMs = 400
/** Slots and heights differ, as on every chain that has skipped a slot. */
const firstSlot = 30_000
const firstHeight = 9_000
export const finalizedDepth = 32
/** A slot is confirmed when this many more have passed. */
export const confirmedDepth = 2
/** Blocks for which a blockhash is valid. */
const validBlocks = 150
/** Slots for which leaders try a transaction. */
const triedSlots = 3
/** Slots in a row for each leader. */
const leaderSlots = 4
/** Slots whose statuses a node knows without a history search. */
export const recentSlots = 150

/** A transaction as the cluster sees it. */
export interface ClusterTransaction {
  readonly signature: string
  readonly life: { readonly blockhash: string } | { readonly nonce: string }
}

/** A transaction in a block. */
export interface Landing {
  readonly signature: string
  readonly slot: number
  readonly error: { readonly InstructionError: readonly [number, { readonly Custom: number }] } | null
}

/** The real chain, independent of the nodes' reports. */
export interface Ledger {
  /** The newest slot. */
  readonly tip: number
  heightAt(slot: number): number
  nonceAt(slot: number): string
  /** Returns a blockhash that is valid for this many more blocks, and its last valid height. */
  blockhashWith(blocksLeft: number): { readonly blockhash: string; readonly lastValid: number }
  /** Checks if a transaction in the slot's block may use the blockhash. */
  isGood(blockhash: string, slot: number): boolean
  landingOf(signature: string): Landing | undefined
  /** On the current chain, or on a fork that was abandoned. */
  readonly everLanded: readonly (Landing & { readonly atMs: number })[]
  /** A leader receives the transaction. */
  receive(transaction: ClusterTransaction): void
  /** Called after each slot. */
  onSlot(listener: () => void): void
}

/** A blockhash's name contains its last valid height. */
export const lastValidOf = (blockhash: string): number => Number(blockhash.slice('until '.length))

export function createLedger(plan: FaultPlan, timeline: Timeline): Ledger {
  /** For each slot since the first: the block height. */
  const heights: number[] = [firstHeight]
  const landings = new Map<string, Landing>()
  const everLanded: (Landing & { atMs: number })[] = []
  // The nonce was used a moment ago, so finalized blocks still show the old value.
  const nonces = [
    { slot: 0, value: 'nonce 0' },
    { slot: firstSlot, value: 'nonce 1' },
  ]
  const listeners: (() => void)[] = []
  let pending: { readonly transaction: ClusterTransaction; readonly until: number }[] = []
  let slots = 0
  let used = 1
  const tip = () => firstSlot + heights.length - 1
  const heightAt = (slot: number) => heights[Math.max(slot - firstSlot, 0)] ?? firstHeight

  function canLand({ signature, life }: ClusterTransaction, height: number): boolean {
    if (landings.has(signature)) return false
    return 'nonce' in life ? nonces.at(-1)?.value === life.nonce : height <= lastValidOf(life.blockhash)
  }

  function execute({ signature, life }: ClusterTransaction, slot: number) {
    const fails = plan.results[everLanded.length % plan.results.length] === 'fails'
    const landing = { signature, slot, error: fails ? failure : null }
    landings.set(signature, landing)
    everLanded.push({ ...landing, atMs: timeline.now() })
    if ('nonce' in life) useNonce(slot)
  }

  function useNonce(slot: number) {
    nonces.push({ slot, value: `nonce ${++used}` })
  }

  function leaderOf(slot: number): LeaderPlan {
    const turn = Math.floor(slot / leaderSlots) % plan.leaders.length
    return timeline.now() >= plan.healedAtMs ? 'fine' : (plan.leaders[turn] ?? 'fine')
  }

  function pass() {
    const leader = leaderOf(tip() + 1)
    const isSkipped = leader === 'skips' || (plan.skipsOneIn > 0 && ++slots % plan.skipsOneIn === 0)
    const height = (heights.at(-1) ?? 0) + (isSkipped ? 0 : 1)
    heights.push(height)
    const slot = tip()
    if (!isSkipped && pending.length > 0) {
      if (packs(leader, slot))
        for (const { transaction } of pending) if (canLand(transaction, height)) execute(transaction, slot)
      pending = pending.filter(({ transaction, until }) => until > slot && !landings.has(transaction.signature))
    }
    for (const listener of listeners) listener()
  }

  /** Repeats the slots with other leaders. Their blocks are empty. */
  function abandon(depth: number) {
    const from = tip() - Math.min(depth, finalizedDepth - 1)
    for (const [signature, { slot }] of landings) if (slot > from) landings.delete(signature)
    for (let newest = nonces.at(-1); newest !== undefined && newest.slot > from; newest = nonces.at(-1)) nonces.pop()
    const height = heights[from - firstSlot] ?? firstHeight
    for (let slot = from + 1; slot <= tip(); slot++) heights[slot - firstSlot] = height + (slot === tip() ? 1 : 0)
  }

  function tick() {
    const now = timeline.now()
    if (!plan.halts.some(({ atMs, forMs }) => now >= atMs && now < atMs + forMs)) pass()
    timeline.at(now + slotMs, tick, 'quiet')
  }

  timeline.at(slotMs, tick, 'quiet')
  for (const { atMs, slots } of plan.forks) timeline.at(atMs, () => abandon(slots), 'quiet')
  if (plan.life.kind === 'nonce' && plan.life.advancedAtMs !== undefined)
    timeline.at(plan.life.advancedAtMs, () => useNonce(tip()), 'quiet')

  return {
    get tip() {
      return tip()
    },
    heightAt,
    blockhashWith(blocksLeft) {
      const lastValid = heightAt(tip()) + blocksLeft
      return { blockhash: `until ${lastValid}`, lastValid }
    },
    isGood(blockhash, slot) {
      const age = heightAt(slot) - lastValidOf(blockhash) + validBlocks
      return age >= 0 && age <= validBlocks
    },
    nonceAt: slot => nonces.findLast(nonce => nonce.slot <= slot)?.value ?? 'nonce 0',
    landingOf: signature => landings.get(signature),
    everLanded,
    receive: transaction => void pending.push({ transaction, until: tip() + triedSlots }),
    onSlot: listener => void listeners.push(listener),
  }
}

/** Checks if a leader includes its transactions in the block of a slot. */
const packs = (leader: LeaderPlan, slot: number) =>
  leader === 'fine' || (leader === 'late' && slot % leaderSlots === leaderSlots - 1)

const failure = { InstructionError: [3, { Custom: 6005 }] } as const

/** Returns a landing's commitment as seen from `slot`. `undefined`: the slot does not contain it. */
export function commitmentAt(
  landing: Landing | undefined,
  slot: number,
): 'processed' | 'confirmed' | 'finalized' | undefined {
  if (landing === undefined || landing.slot > slot) return undefined
  if (landing.slot <= slot - finalizedDepth) return 'finalized'
  return landing.slot <= slot - confirmedDepth ? 'confirmed' : 'processed'
}
