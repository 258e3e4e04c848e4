import type { Rpc, SolanaRpcApi } from '@solana/kit'
import { TernError } from '@tern/core'
import { requestTimeoutMs } from '../../src/rpc/endpoint.ts'
import { type FaultPlan, type NodePlan, type NodeState, nodeStateAt, soonOver } from './faultPlan.ts'
import { commitmentAt, confirmedDepth, finalizedDepth, type Ledger, recentSlots } from './ledger.ts'
import type { Session } from './pageLife.ts'
import type { Timeline } from './timeline.ts'

const lieError = { InstructionError: [0, { Custom: 1 }] }

/** Creates a node's RPC methods that landing uses. The node's state decides its answers and their timing. */
export function createFakeNode(
  node: NodePlan,
  {
    plan,
    ledger,
    timeline,
    session,
  }: { readonly plan: FaultPlan; readonly ledger: Ledger; readonly timeline: Timeline; readonly session: Session },
): Rpc<SolanaRpcApi> {
  let garbled = 0

  const request = (truth: (state: NodeState) => unknown) => ({
    send: () =>
      session.act(async () => {
        const state = nodeStateAt(node, plan, timeline.now())
        const fault = faultOf(state)
        // The answer shows the chain at the time of the request. It may be outdated on arrival.
        const answer = fault === undefined ? truth(state) : undefined
        await timeline.pause(state.is === 'silent' ? requestTimeoutMs : node.latencyMs)
        if (fault !== undefined) throw fault
        return state.is === 'garbled' ? garbles[garbled++ % garbles.length] : answer
      }),
  })

  function statusOf(signature: string, slot: number, isSearching: boolean) {
    const landing = ledger.landingOf(signature)
    const confirmationStatus = commitmentAt(landing, slot)
    if (landing === undefined || confirmationStatus === undefined) return null
    if (!isSearching && landing.slot < slot - recentSlots) return null
    return { slot: BigInt(landing.slot), confirmations: null, err: landing.error, confirmationStatus }
  }

  const api = {
    getSignatureStatuses: (signatures: readonly string[], options: { readonly searchTransactionHistory: boolean }) =>
      request(state => {
        const slot = ledger.tip - (state.is === 'behind' ? state.statusSlots : 0)
        const value = signatures.map((signature, i) => {
          if (state.is !== 'lies' || state.status === undefined || (i > 0 && state.status !== 'none'))
            return statusOf(signature, slot, options.searchTransactionHistory)
          const { status: lie, claimedSlot = soonOver } = state
          if (lie === 'none') return null
          const isFailed = lie === 'failed'
          const confirmationStatus = isFailed ? 'finalized' : lie
          return { slot: BigInt(claimedSlot), err: isFailed ? lieError : null, confirmationStatus }
        })
        // The current slot: transactions may still enter it.
        return { context: { slot: BigInt(slot + 1 + aheadIn(state)) }, value }
      }),
    getEpochInfo: ({ commitment }: { readonly commitment: string }) =>
      request(state => {
        const slot = seenBy(state, ledger) - depthOf(commitment)
        const ahead = aheadIn(state)
        return { absoluteSlot: BigInt(slot + ahead), blockHeight: BigInt(ledger.heightAt(slot) + ahead) }
      }),
    isBlockhashValid: (blockhash: string, { commitment }: { readonly commitment: string }) =>
      request(state => {
        const slot = seenBy(state, ledger) - depthOf(commitment)
        const value = state.is === 'lies' ? state.status !== 'none' : ledger.isGood(blockhash, slot)
        return { context: { slot: BigInt(slot + aheadIn(state)) }, value }
      }),
    getAccountInfo: (_: string, { commitment }: { readonly commitment: string }) =>
      request(state => {
        const slot = seenBy(state, ledger) - depthOf(commitment)
        const nonce = state.is === 'lies' && state.nonce === 'used' ? 'another nonce' : ledger.nonceAt(slot)
        return { context: { slot: BigInt(slot + aheadIn(state)) }, value: { data: [nonce, 'base58'] } }
      }),
  }
  return api as unknown as Rpc<SolanaRpcApi>
}

const depthOf = (commitment: string) =>
  commitment === 'finalized' ? finalizedDepth : commitment === 'confirmed' ? confirmedDepth : 0
const seenBy = (state: NodeState, { tip }: Ledger) => tip - (state.is === 'behind' ? state.slots : 0)
const aheadIn = (state: NodeState) => (state.is === 'lies' ? (state.ahead ?? 0) : 0)

const silent = new TernError('rpc/timedOut', { method: 'any', timeoutMs: requestTimeoutMs })
const down = new TernError('rpc/unreachable', { method: 'any' })

function faultOf(state: NodeState): TernError | undefined {
  if (state.is === 'silent') return silent
  if (state.is === 'down') return down
  if (state.is !== 'busy') return undefined
  return new TernError('rpc/tooManyRequests', { method: 'any', retryAfterMs: state.retryAfterMs })
}

const garbles = [
  null,
  {},
  { context: {}, value: [] },
  { context: { slot: '30500' }, value: [{ slot: '30400', err: null, confirmationStatus: 'finalized' }] },
  { context: { slot: 30_500n }, value: [{ slot: 30_400n, confirmationStatus: 'confirmed' }] },
  {
    context: { slot: 30_500n },
    value: [{ err: null, confirmationStatus: 'finalized' }],
    absoluteSlot: 1e9,
    blockHeight: 1e9,
  },
  { context: { slot: 10n ** 9n }, value: { data: [7] }, absoluteSlot: 10n ** 9n },
]
