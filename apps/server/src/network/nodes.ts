import { TernError } from '@tern/core'
import { firstToAnswer } from '../gateway/firstToAnswer.ts'
import { createUpstream, type Upstream } from '../gateway/upstream.ts'
import { assertAnySame, type ChainGuard, type Glimpse, guardChain, guardedUpstream } from './chainGuard.ts'

/** A node's addresses. They may contain a key. */
export interface NodeAddress {
  readonly rpcUrl: string
  readonly subscriptionsUrl: string
}

/** A node's public state. It does not include the node's address. */
interface NodeHealth {
  /**
   * `behind`: the server reads from it only if all others fail. `silent`: it does not answer. `otherChain`: not used
   * until it is on this chain again. `unknown`: not used, because it has not reported its chain yet.
   */
  readonly standing: 'ok' | 'behind' | 'silent' | 'otherChain' | 'unknown'
  /** Confirmed slot. `null`: not known. */
  readonly slot: number | null
}

/** The configured nodes. Each is asked for its chain and its slot every 10 s. */
export interface Nodes {
  /** The most frequent genesis hash of the nodes at the start. */
  readonly genesisHash: string
  /** Upstream that uses the first node that answers. */
  readonly first: Upstream
  readonly each: readonly Upstream[]
  /** Says when to read from the node at this index. */
  whenToAsk(node: number): 'first' | 'last' | 'never'
  /** Returns the slot that a node must have reached to count as not behind. 0: not known. */
  minSlot(): number
  /** @throws TernError `gateway/otherChain` or `gateway/unreachable` if no node is on the chain. */
  assertSame(): Promise<void>
  health(): readonly NodeHealth[]
  stop(): void
}

/** Time limits for the nodes' first answers, in milliseconds. A single node gets more time. */
const firstAnswerMs = { one: 15_000, ofSeveral: 5_000 }
/** About 20 s. A smaller limit could be less than the slots between two reads. */
const maxSlotsBehind = 50

/**
 * Asks every node for its chain, and starts to watch the nodes.
 *
 * @param onNotice receives lines for the log.
 * @param answerWithinMs time limit for each node's answer. Unset: the default for a cluster's nodes.
 * @throws TernError `config/upstream` if no node answers.
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
  // Drops the cause: it may contain a node's address, and the address may contain a key.
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

  /**
   * The highest slot; with three or more nodes the second highest, so that a single node with false slots cannot make
   * all others look behind.
   */
  const newestSlot = () => {
    const slots = guards.filter(({ isSame, isAwake }) => isSame && isAwake).map(({ last }) => last?.slot ?? 0)
    return slots.sort((a, b) => b - a)[slots.length > 2 ? 1 : 0] ?? 0
  }
  const standingOf = ({ last, isSame, isAwake }: ChainGuard): NodeHealth['standing'] => {
    if (last === undefined) return 'unknown'
    if (!isSame) return 'otherChain'
    if (!isAwake) return 'silent'
    return newestSlot() - last.slot > maxSlotsBehind ? 'behind' : 'ok'
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
      // A node on another chain may only report its chain. Use such nodes only if no node is on this chain.
      if (ofChain.length === 0) return places
      return ofChain.toSorted((a, b) => Number(whenToAsk(a) === 'last') - Number(whenToAsk(b) === 'last'))
    }),
    whenToAsk,
    minSlot: () => Math.max(newestSlot() - maxSlotsBehind, 0),
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

/** Returns the most frequent value; if several are equally frequent, the first. */
function mostFrequent(values: readonly string[]): string | undefined {
  const count = (value: string) => values.filter(other => other === value).length
  return values.reduce<string | undefined>(
    (best, value) => (best === undefined || count(value) > count(best) ? value : best),
    undefined,
  )
}
