import { TernError } from '@tern/core/serverErrors'
import { firstToAnswer } from '../gateway/failover.ts'
import { createUpstream, type Upstream } from '../gateway/upstream.ts'
import { assertAnySame, type ChainGuard, type Glimpse, guardChain, guardedUpstream } from './chainGuard.ts'

/** Where a node is; an address may carry a key. */
export interface NodeAddress {
  readonly rpcUrl: string
  readonly subscriptionsUrl: string
}

/** What is told of a node to anybody who asks: not where it is. */
interface NodeHealth {
  /**
   * `behind`: read from when all others fail. `silent`: it does not answer. `otherChain`: it is left out until it is of this chain
   * again. `unknown`: left out, since it has not said yet of which chain it is.
   */
  readonly standing: 'ok' | 'behind' | 'silent' | 'otherChain' | 'unknown'
  /** Confirmed; `null`: not known. */
  readonly slot: number | null
}

/** The nodes of the settings, each of which is asked every 10 s of which chain it is, and how far. */
export interface Nodes {
  /** The chain that most of them were of at the start. */
  readonly genesisHash: string
  /** Behind the gateway: the first that answers, and each by itself. */
  readonly first: Upstream
  readonly each: readonly Upstream[]
  /** Whether the node at that place is to be read from. */
  whenToAsk(node: number): 'first' | 'last' | 'never'
  /** The slot that a node which is not behind has come to; 0: not known. */
  leastSlot(): number
  /** @throws TernError `gateway/otherChain`, `gateway/unreachable` when none of them is of the chain. */
  assertSame(): Promise<void>
  health(): readonly NodeHealth[]
  stop(): void
}

/** How long nodes have at the start; where there is only one it has longer. */
const firstAnswerMs = { one: 15_000, ofSeveral: 5_000 }
/** Some twenty seconds; fewer may be the time between two questions. */
const mostSlotsBehind = 50

/**
 * Asks every node for its chain, and begins to watch them.
 *
 * @param onNotice - takes one line for the log.
 * @param answerWithinMs - how long each node has for an answer; unset: as long as a cluster's node has.
 * @throws TernError `config/upstream` when no node answers.
 */
export async function openNodes(
  addresses: readonly NodeAddress[],
  onNotice: (notice: string) => void,
  answerWithinMs?: number,
): Promise<Nodes> {
  const upstreams = addresses.map(({ rpcUrl, subscriptionsUrl }) =>
    createUpstream(rpcUrl, subscriptionsUrl, answerWithinMs),
  )
  const firstMs = answerWithinMs ?? (upstreams.length === 1 ? firstAnswerMs.one : firstAnswerMs.ofSeveral)
  const limit = firstMs === Number.POSITIVE_INFINITY ? undefined : AbortSignal.timeout(firstMs)
  const glimpses = await Promise.all(upstreams.map(node => readGlimpse(node, limit).catch(() => undefined)))
  const genesisHash = mostFrequent(glimpses.flatMap(glimpse => glimpse?.genesisHash ?? []))
  // The cause is left out: it may name a node's address, and with it a key.
  if (genesisHash === undefined) throw new TernError('config/upstream', { why: 'no answer to a first question' })

  const notice = (node: number, { last, isSame }: Pick<ChainGuard, 'last' | 'isSame'>) => {
    const name = `Node ${node + 1} of RPC_URL, ${new URL(addresses[node]?.rpcUrl ?? '').host},`
    if (isSame) onNotice(`${name} is of this chain, and used`)
    else if (last === undefined) onNotice(`${name} does not answer; it is used once it does, if it is of this chain`)
    else onNotice(`${name} is of another chain, genesis hash ${last.genesisHash.slice(0, 44)}; it is left out`)
  }
  const guards = upstreams.map((upstream, node) => {
    const guard: ChainGuard = guardChain({
      read: signal => readGlimpse(upstream, signal),
      expected: genesisHash,
      first: glimpses[node],
      onTurn: () => notice(node, guard),
    })
    if (!guard.isSame) notice(node, guard)
    return guard
  })

  /** As far as the best is, or the second best of three: one node that makes slots up shall not put all others behind. */
  const newestSlot = () => {
    const slots = guards.filter(({ isSame, isAwake }) => isSame && isAwake).map(({ last }) => last?.slot ?? 0)
    return slots.sort((a, b) => b - a)[slots.length > 2 ? 1 : 0] ?? 0
  }
  const standingOf = ({ last, isSame, isAwake }: ChainGuard): NodeHealth['standing'] => {
    if (last === undefined) return 'unknown'
    if (!isSame) return 'otherChain'
    if (!isAwake) return 'silent'
    return newestSlot() - last.slot > mostSlotsBehind ? 'behind' : 'ok'
  }
  const whenToAsk = (node: number) => {
    const guard = guards[node]
    if (!guard?.isSame) return 'never'
    return standingOf(guard) === 'ok' ? 'first' : 'last'
  }
  const each = upstreams.map((upstream, node) => guardedUpstream(upstream, guards[node] ?? never()))
  const places = upstreams.map((_, node) => node)
  return {
    genesisHash,
    each,
    first: firstToAnswer(each, () => {
      const ofChain = places.filter(node => whenToAsk(node) !== 'never')
      // Those of another chain say of which when they are asked: only while there is no other.
      if (ofChain.length === 0) return places
      return ofChain.toSorted((a, b) => Number(whenToAsk(a) === 'last') - Number(whenToAsk(b) === 'last'))
    }),
    whenToAsk,
    leastSlot: () => Math.max(newestSlot() - mostSlotsBehind, 0),
    assertSame: () => assertAnySame(guards),
    health: () =>
      guards.map(guard => ({
        standing: standingOf(guard),
        slot: guard.isSame && guard.isAwake ? (guard.last?.slot ?? null) : null,
      })),
    stop() {
      for (const guard of guards) guard.stop()
    },
  }
}

function never(): never {
  throw new TypeError('no such node')
}

async function readGlimpse(node: Upstream, signal: AbortSignal | undefined): Promise<Glimpse> {
  const ask = async (method: string, params: readonly unknown[]) => {
    const { result } = JSON.parse(await node.ask({ id: 1, method, params }, signal)) as { result?: unknown }
    return result
  }
  const [genesisHash, slot] = await Promise.all([
    ask('getGenesisHash', []),
    ask('getSlot', [{ commitment: 'confirmed' }]),
  ])
  if (typeof genesisHash !== 'string' || typeof slot !== 'number')
    throw new TernError('gateway/answer', { method: 'getGenesisHash', why: 'it is none' })
  return { genesisHash, slot }
}

/** The first of those that are most frequent. */
function mostFrequent(values: readonly string[]): string | undefined {
  const count = (value: string) => values.filter(other => other === value).length
  return values.reduce<string | undefined>(
    (best, value) => (best === undefined || count(value) > count(best) ? value : best),
    undefined,
  )
}
