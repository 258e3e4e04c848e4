/** The same work done by Tern and by a rival. `tern`, `theirs` and `limit` each work through all cases once. */
export interface Race {
  readonly name: string
  readonly rival: string
  readonly cases: number
  /** The ratio that Tern has to reach. */
  readonly atLeast?: number
  readonly tern: () => unknown
  readonly theirs: () => unknown
  /** Set if the rival takes a tenth of a second for a case. All races of its group then run in few rounds. */
  readonly isSlow?: true
  /** The work that every implementation has to do. Its time is an upper bound of the ratio. */
  readonly limit?: { readonly is: string; readonly run: () => unknown }
}

export interface Result {
  readonly name: string
  readonly rival: string
  /** Nanoseconds a case: the median of the rounds. */
  readonly ternNs: number
  readonly rivalNs: number
  /** The median of the rounds' ratios: how many times Tern does the work while the rival does it once. */
  readonly ratio: number
  /** The ratio that Tern has to reach; `undefined` without a target. */
  readonly atLeast: number | undefined
  readonly rounds: number
  /** The upper bound of the ratio, and the work that sets it. */
  readonly limit?: { readonly is: string; readonly ns: number; readonly ratio: number }
}

/** Inputs of a race. */
export const cases = 256

/** Makes a function that calls `run` with each of `values` and returns the last answer. */
export function over<T>(values: readonly T[], run: (value: T) => unknown): () => unknown {
  return () => {
    let last: unknown
    for (const value of values) last = run(value)
    return last
  }
}

/** The rounds before the measurement with their repetitions, and the rounds that count. */
const usual = { warmUp: 30, repeats: 20, rounds: 301 }
const few = { warmUp: 2, repeats: 1, rounds: 11 }
/** Long enough for the clock's resolution, and short enough that a pause of the machine spoils few rounds. */
const roundNs = 5e5

let kept: unknown

function time(run: () => unknown, repeats: number): number {
  const start = process.hrtime.bigint()
  for (let i = 0; i < repeats; i++) kept = run()
  return Number(process.hrtime.bigint() - start)
}

/**
 * Runs all races in one process. Each round times every race, Tern and the rival right after each other; their order
 * changes from
 * round to round. So both meet the same state of the machine.
 */
export function measure(races: readonly Race[]): readonly Result[] {
  const runs = races.map(({ tern, theirs, limit }) => ({ tern, theirs, ...(limit && { limit: limit.run }) }))
  const { warmUp, repeats: first, rounds } = races.some(({ isSlow }) => isSlow) ? few : usual
  const timed = runs.map(run => {
    for (let i = 0; i < warmUp; i++) for (const one of Object.values(run)) time(one, first)
    return Object.entries(run).map(([who, one]) => {
      const repeats = Math.max(1, Math.round(roundNs / (time(one, first) / first)))
      return { who, one, repeats, samples: [] as number[] }
    })
  })
  for (let round = 0; round < rounds; round++)
    for (const [i, turns] of timed.entries())
      for (const { one, repeats, samples } of round % 2 === 0 ? turns : turns.toReversed())
        samples.push(time(one, repeats) / repeats / (races[i]?.cases ?? 1))
  // The value is read, so that the engine cannot optimise the work away.
  if (kept === timed) console.error(kept)
  return races.map(({ name, rival, atLeast, limit }, i) => {
    const samplesOf = (who: string) => timed[i]?.find(one => one.who === who)?.samples ?? []
    const theirs = samplesOf('theirs')
    const timesFaster = (own: readonly number[]) => median(own.map((ns, round) => (theirs[round] ?? 0) / ns))
    const tern = samplesOf('tern')
    const result = { name, rival, atLeast, rounds, ternNs: median(tern), rivalNs: median(theirs) }
    if (limit === undefined) return { ...result, ratio: timesFaster(tern) }
    const min = samplesOf('limit')
    const bound = { is: limit.is, ns: median(min), ratio: timesFaster(min) }
    return { ...result, ratio: timesFaster(tern), limit: bound }
  })
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
