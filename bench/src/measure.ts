/** One thing measured in two ways: Tern's and its rival's. `run` works through all its cases once. */
export interface Race {
  readonly name: string
  readonly rival: string
  readonly cases: number
  /** The ratio that has to be reached. */
  readonly atLeast?: number
  readonly tern: () => unknown
  readonly theirs: () => unknown
}

export interface Result {
  readonly name: string
  readonly rival: string
  /** Medians over the rounds, a case. */
  readonly ternNs: number
  readonly rivalNs: number
  /** Median of the ratios of each round: how many times Tern does it while the rival does it once. */
  readonly ratio: number
  /** The ratio that has to be reached; unset: none. */
  readonly atLeast: number | undefined
  readonly rounds: number
}

/** How many inputs a race works through. */
export const cases = 256

/** Runs `run` over all of `values` and returns the last answer. */
export function over<T>(values: readonly T[], run: (value: T) => unknown): () => unknown {
  return () => {
    let last: unknown
    for (const value of values) last = run(value)
    return last
  }
}

const warmUpRounds = 30
const rounds = 301
/** Long enough for the clock and short enough that a pause of the machine spoils few rounds. */
const roundNs = 5e5

let kept: unknown

function time(run: () => unknown, repeats: number): number {
  const start = process.hrtime.bigint()
  for (let i = 0; i < repeats; i++) kept = run()
  return Number(process.hrtime.bigint() - start)
}

/**
 * Runs all races in one process, in turns: each round times every race, Tern and rival one after the other, who is first
 * changing from round to round. So both meet the same state of the machine.
 */
export function measure(races: readonly Race[]): readonly Result[] {
  const repeats = races.map(race => {
    for (let i = 0; i < warmUpRounds; i++) time(race.tern, 20) + time(race.theirs, 20)
    const fit = (run: () => unknown) => Math.max(1, Math.round(roundNs / (time(run, 20) / 20)))
    return { tern: fit(race.tern), theirs: fit(race.theirs) }
  })
  const samples = races.map(() => ({ tern: [] as number[], theirs: [] as number[] }))
  for (let round = 0; round < rounds; round++)
    for (const [i, race] of races.entries()) {
      const sample = samples[i]
      const repeat = repeats[i]
      if (sample === undefined || repeat === undefined) continue
      const turns = ['tern', 'theirs'] as const
      for (const who of round % 2 === 0 ? turns : turns.toReversed())
        sample[who].push(time(race[who], repeat[who]) / repeat[who] / race.cases)
    }
  // Read, so that no result is optimised away.
  if (kept === samples) console.error(kept)
  return races.map(({ name, rival, atLeast }, i) => {
    const { tern = [], theirs = [] } = samples[i] ?? {}
    const ratios = tern.map((ns, round) => (theirs[round] ?? 0) / ns)
    return { name, rival, ternNs: median(tern), rivalNs: median(theirs), ratio: median(ratios), atLeast, rounds }
  })
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
