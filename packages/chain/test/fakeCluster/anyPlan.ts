import fc from 'fast-check'
import type { FaultPlan, LeaderPlan, NodePlan, NodeState, ProviderPlan, Sending, SocketState } from './faultPlan.ts'

const ms = (max: number) => fc.integer({ min: 0, max })

const honestState: fc.Arbitrary<NodeState> = fc.oneof(
  fc.constantFrom<NodeState>({ is: 'fine' }, { is: 'silent' }, { is: 'down' }, { is: 'garbled' }),
  ms(30_000).map((retryAfterMs): NodeState => ({ is: 'busy', retryAfterMs })),
  fc.tuple(ms(90), ms(250)).map(([slots, statusSlots]): NodeState => ({ is: 'behind', slots, statusSlots })),
)

const lyingState: fc.Arbitrary<NodeState> = fc.record(
  {
    is: fc.constant('lies' as const),
    status: fc.constantFrom(
      'none' as const,
      'none' as const,
      'confirmed' as const,
      'finalized' as const,
      'failed' as const,
    ),
    ahead: fc.constantFrom(300, 20_000, 22_000_000),
    claimedSlot: fc.constantFrom(30_050, 30_200, 2 ** 52),
    nonce: fc.constant('used' as const),
  },
  { requiredKeys: ['is'] },
)

const socket: fc.Arbitrary<SocketState> = fc.oneof(
  ms(3000).map((delayMs): SocketState => ({ is: 'fine', delayMs })),
  fc.constantFrom<SocketState>({ is: 'silent' }, { is: 'refused' }),
  ms(60_000).map((atMs): SocketState => ({ is: 'cut', atMs })),
  ms(3000).map((delayMs): SocketState => ({ is: 'noisy', delayMs })),
)
const lyingSocket: fc.Arbitrary<SocketState> = fc.record(
  {
    is: fc.constant('lies' as const),
    says: fc.constantFrom('confirmed' as const, 'failed' as const),
    afterMs: ms(20_000),
    claimedSlot: fc.constantFrom(30_050, 30_200, 2 ** 52),
  },
  { requiredKeys: ['is', 'says', 'afterMs'] },
)

const phases = (states: fc.Arbitrary<NodeState>, healedAtMs: number) =>
  fc
    .array(fc.record({ fromMs: ms(healedAtMs), state: states }), { maxLength: 3 })
    .map(all => all.sort((a, b) => a.fromMs - b.fromMs))

const honest = (healedAtMs: number): fc.Arbitrary<NodePlan> =>
  fc.record({ latencyMs: fc.integer({ min: 10, max: 3000 }), phases: phases(honestState, healedAtMs), socket })

const liar = (healedAtMs: number): fc.Arbitrary<NodePlan> =>
  fc.record({
    latencyMs: fc.integer({ min: 10, max: 1000 }),
    phases: phases(fc.oneof(lyingState, lyingState, honestState), healedAtMs).chain(some =>
      lyingState.map(state => [{ fromMs: 0, state }, ...some]),
    ),
    socket: fc.oneof(socket, lyingSocket),
  })

const sending: fc.Arbitrary<Sending> = fc.record(
  {
    arrivesAfterMs: fc.oneof(ms(2000), ms(2000), ms(90_000)),
    answer: fc.constantFrom('taken' as const, 'refused' as const, 'nothing' as const),
  },
  { requiredKeys: ['answer'] },
)
const provider: fc.Arbitrary<ProviderPlan> = fc.record({
  sendings: fc.array(sending, { minLength: 1, maxLength: 4 }),
})

const leader = fc.constantFrom<LeaderPlan>('fine', 'fine', 'drops', 'skips', 'late')

/** The lifetime at signing. It comes from a liar, if the plan has any. */
const life = (offset: fc.Arbitrary<number>): fc.Arbitrary<FaultPlan['life']> =>
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record(
        { kind: fc.constant('blockhash' as const), blocks: fc.integer({ min: 1, max: 60 }), offset },
        { requiredKeys: ['kind', 'blocks'] },
      ),
    },
    {
      weight: 1,
      arbitrary: fc.record(
        {
          kind: fc.constant('nonce' as const),
          variants: fc.integer({ min: 1, max: 3 }),
          advancedAtMs: ms(30_000),
          offset,
        },
        { requiredKeys: ['kind', 'variants'] },
      ),
    },
  )

/** Number and duration of the faults. */
interface Extent {
  readonly faults: number
  readonly honest: number
  readonly lying: number
  readonly healedAtMs: number
  /** Forks, halts and crashes begin before this time. */
  readonly troubledMs: number
  readonly max: { readonly forks: number; readonly halts: number; readonly crashes: number; readonly fulls: number }
}

const planOf = ({ faults, honest: well, lying, healedAtMs, troubledMs, max }: Extent): fc.Arbitrary<FaultPlan> =>
  fc.record({
    faults: fc.constant(faults),
    nodes: fc
      .tuple(
        fc.array(honest(healedAtMs), { minLength: well, maxLength: well }),
        fc.array(liar(healedAtMs), { minLength: lying, maxLength: lying }),
      )
      .map(([all, lies]) => [...lies, ...all]),
    providers: fc.array(provider, { minLength: 1, maxLength: 3 }),
    life: life(lying === 0 ? fc.constant(0) : fc.constantFrom(-9_000, -200, -40, 40, 22_000_000)),
    results: fc.array(fc.constantFrom('ok' as const, 'ok' as const, 'fails' as const), { minLength: 1, maxLength: 3 }),
    skipsOneIn: fc.constantFrom(0, 2, 5, 20),
    forks: fc.array(fc.record({ atMs: ms(troubledMs), slots: fc.integer({ min: 1, max: 31 }) }), {
      maxLength: max.forks,
    }),
    halts: fc.array(fc.record({ atMs: ms(troubledMs), forMs: ms(30_000) }), { maxLength: max.halts }),
    crashes: fc.array(
      fc.record({
        at: fc.oneof(
          ms(troubledMs).map(at => ({ ms: at })),
          fc.integer({ min: 1, max: 40 }).map(step => ({ step })),
        ),
        downMs: fc.oneof(ms(5000), ms(120_000)),
      }),
      { maxLength: max.crashes },
    ),
    healedAtMs: fc.constant(healedAtMs),
    leaders: fc.array(leader, { minLength: 1, maxLength: 4 }),
    journalFull: fc.array(fc.record({ atMs: ms(troubledMs), forMs: ms(30_000) }), { maxLength: max.fulls }),
  })

/** A plan with random faults and at most `faults` liars. A single node is always honest, because no other source exists. */
export const anyPlan = (faults: number, maxNodes: number): fc.Arbitrary<FaultPlan> =>
  fc
    .record({
      healedAtMs: ms(70_000),
      count: fc.integer({ min: 1, max: maxNodes }),
      liars: fc.integer({ min: 0, max: faults }),
    })
    .chain(({ healedAtMs, count, liars }) => {
      const lying = count > faults ? liars : 0
      const max = { forks: 2, halts: 1, crashes: 3, fulls: 2 }
      return planOf({ faults, honest: count - lying, lying, healedAtMs, troubledMs: 60_000, max })
    })

/** A plan of five minutes, always with the max number of liars. */
export const longPlan = (faults: number, nodes: number): fc.Arbitrary<FaultPlan> =>
  ms(300_000).chain(healedAtMs => {
    const max = { forks: 6, halts: 3, crashes: 8, fulls: 4 }
    return planOf({ faults, honest: nodes - faults, lying: faults, healedAtMs, troubledMs: 300_000, max })
  })
