import type { Ground, Mode, Side, SpecialCase } from '@tern/venues'
import { evidence } from '@tern/venues/internal/evidence'

/** The claim of a passing test: its trades, the comparison, and the number of cases. */
export interface Evidence {
  readonly protocol: string
  readonly sides: readonly Side[]
  readonly modes: readonly Mode[]
  /** The reference that Tern's answer is compared with. */
  readonly against: string
  /** The environment variable that the test needs. */
  readonly needs?: string
  /** The special cases that are among the trades. */
  readonly specialCases?: readonly SpecialCase[]
  /** `true`: of deposits, withdrawals and creations of pools instead of trades. */
  readonly isOfLiquidity?: true
}

const sides: readonly Side[] = ['A→B', 'B→A']
const modes: readonly Mode[] = ['exactIn', 'exactOut']

declare module 'vitest' {
  interface TaskMeta {
    evidence?: Evidence
  }
}

/** Options of a test that proves a claim about `protocol`, on both sides unless a side is given. */
export function proves(protocol: string) {
  return (
    against: string,
    modes: readonly Mode[] = ['exactIn', 'exactOut'],
    needs?: string,
    side?: Side,
    specialCases: readonly SpecialCase[] = [],
  ) => ({
    meta: {
      evidence: {
        ...{ protocol, modes, against, specialCases, sides: side === undefined ? sides : [side] },
        ...(needs === undefined ? {} : { needs }),
      } satisfies Evidence,
    },
  })
}

/** Options of a test that proves a claim about deposits, withdrawals or creations of pools of `protocol`. */
export function provesLiquidity(protocol: string) {
  return (against: string, needs?: string) => ({
    meta: {
      evidence: {
        ...{ protocol, sides: [], modes: [], against, isOfLiquidity: true },
        ...(needs === undefined ? {} : { needs }),
      } satisfies Evidence,
    },
  })
}

export interface EvidenceTest {
  readonly evidence: Evidence
  readonly name: string
  readonly state: 'passed' | 'failed' | 'skipped' | 'pending'
}

/** The results of the tests against a single reference. */
export interface Proof {
  readonly against: string
  readonly state: 'holds' | 'failed' | 'not run'
  readonly tests: number
  /** The environment variable for tests that did not run. */
  readonly needs?: string
}

/** A row of the table: a protocol, a side and a mode, with their proofs. A row without side and mode is of liquidity. */
export interface EvidenceRow {
  readonly protocol: string
  readonly side?: Side
  readonly mode?: Mode
  readonly proofs: readonly Proof[]
}

/** Makes the table: protocol × side × mode → evidence. Failed proofs come first, then proofs that did not run. */
export function tabulate(tests: readonly EvidenceTest[]): readonly EvidenceRow[] {
  const protocols = [...new Set(tests.map(({ evidence }) => evidence.protocol))]
  return protocols.flatMap(protocol => {
    const own = tests.filter(({ evidence }) => evidence.protocol === protocol)
    const trades = sides.flatMap(side =>
      modes.map(mode => {
        const here = own.filter(({ evidence }) => evidence.sides.includes(side) && evidence.modes.includes(mode))
        return { protocol, side, mode, proofs: proofsOf(here) }
      }),
    )
    const liquidity = own.filter(({ evidence }) => evidence.isOfLiquidity)
    return liquidity.length === 0 ? trades : [...trades, { protocol, proofs: proofsOf(liquidity) }]
  })
}

function proofsOf(tests: readonly EvidenceTest[]): readonly Proof[] {
  const against = [...new Set(tests.map(({ evidence }) => evidence.against))].sort()
  return against.map(one =>
    prove(
      one,
      tests.filter(({ evidence }) => evidence.against === one),
    ),
  )
}

/** The fee program is only a part of a trade. */
const isOfPart = (against: string) => against.startsWith('real fee program')

function groundOf({ against, needs }: Evidence): Ground | undefined {
  if (isOfPart(against)) return undefined
  if (against.startsWith("vendor's build")) return 'build'
  if (against.endsWith(' simulated on mainnet')) return 'trades'
  return needs === 'PROGRAMS_DIR' ? 'program' : needs === 'RECORDINGS_DIR' ? 'trades' : 'client'
}

/** Lists the differences between the tests and Tern's shown evidence. Protocols that share evidence share tests. */
export function disagreements(tests: readonly Evidence[]): readonly string[] {
  return Object.entries(evidence).flatMap(([protocol, shown]) => {
    const alike = Object.entries(evidence).flatMap(([other, theirs]) => (theirs === shown ? [other] : []))
    const own = tests.filter(test => alike.includes(test.protocol))
    const bySide = sides.flatMap(side =>
      modes.flatMap(mode => {
        const here = own.filter(test => test.sides.includes(side) && test.modes.includes(mode))
        return difference(`${protocol} ${side} ${mode}`, here, shown[side][mode])
      }),
    )
    const tested = own.flatMap(test => test.specialCases ?? [])
    const specialCases = new Set([...tested, ...(Object.keys(shown.specialCases ?? {}) as SpecialCase[])])
    const bySpecialCase = [...specialCases].flatMap(specialCase => {
      const here = own.filter(test => test.specialCases?.includes(specialCase))
      return difference(`${protocol} ${specialCase}`, here, shown.specialCases?.[specialCase] ?? [])
    })
    const ofLiquidity = own.filter(test => test.isOfLiquidity)
    const byLiquidity = difference(`${protocol} liquidity`, ofLiquidity, shown.liquidity ?? [])
    return [...bySide, ...bySpecialCase, ...byLiquidity]
  })
}

function difference(of: string, tests: readonly Evidence[], shown: readonly Ground[]): readonly string[] {
  const found = new Set(tests.map(groundOf).filter(ground => ground !== undefined))
  const [is, says] = [[...found], [...shown]].map(list => list.sort().join(', '))
  return is === says ? [] : [`${of}: tests of ${is || 'nothing'}, evidence of ${says || 'nothing'}`]
}

function prove(against: string, tests: readonly EvidenceTest[]): Proof {
  if (tests.some(test => test.state === 'failed')) return { against, state: 'failed', tests: tests.length }
  const idle = tests.find(test => test.state !== 'passed')
  if (idle === undefined) return { against, state: 'holds', tests: tests.length }
  const { needs } = idle.evidence
  return { against, state: 'not run', tests: tests.length, ...(needs === undefined ? {} : { needs }) }
}
