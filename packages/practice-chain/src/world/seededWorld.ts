import { systemProgram } from '@tern/core'
import { type DerivedKey, deriveKey } from './deriveKey.ts'
import { type Genesis, placeAccount } from './genesis.ts'
import { fairProgress } from './launches/fate.ts'
import { placeLookupTable } from './lookupTable.ts'
import { castOf, launcherOf, launchersIn } from './makers/cast.ts'
import { storyMint } from './token.ts'
import { type CurvePlacing, type CurveSeed, type CurveVenue, type WorldToken, worldToken } from './worldVenue.ts'
import { worldVenues } from './worldVenues.ts'

export type { WorldToken } from './worldVenue.ts'

/** A practice world before its first slot. */
export interface SeededWorld {
  /** Those in pools first, by venue, the most liquid first; then those on curves, by venue, the oldest first. */
  readonly tokens: readonly WorldToken[]
  readonly genesis: Genesis
  readonly marketMaker: DerivedKey
}

/** The key that trades for the practice world of `seed`. */
export const marketMakerKey = (seed: string): Promise<DerivedKey> => deriveKey(seed, 'market maker')

/** What the venues of the world of `seed` need before their first pool, and the lookup table for trades on them. */
export async function venueAccounts(seed: string): Promise<Genesis> {
  const genesis: Genesis = new Map()
  await placeLookupTable(genesis, seed)
  for (const { begin } of worldVenues) await begin(genesis, seed)
  return genesis
}

/**
 * The world that `seed` names: the same seed and times give the same accounts, byte for byte. Tokens that nobody can mint or
 * freeze, their metadata, a pool or a bonding curve each against SOL, holders, and makers with SOL. With `historySeconds`, the
 * world is shown so much later than it begins: tokens that were launched in between are not in it yet.
 */
export async function createSeededWorld(
  seed: string,
  beginsAtSeconds: bigint,
  historySeconds = 0,
): Promise<SeededWorld> {
  const genesis = await venueAccounts(seed)
  const cast = await castOf(seed)
  for (const { key, lamports } of cast) placeAccount(genesis, key.address, systemProgram, new Uint8Array(), lamports)
  const marketMaker = await marketMakerKey(seed)
  const presentSeconds = beginsAtSeconds + BigInt(historySeconds)
  const tokens: WorldToken[] = []
  for (const { pools } of worldVenues)
    for (const one of pools)
      tokens.push(await one.place(genesis, { seed, marketMaker: marketMaker.address, presentSeconds }))
  for (const { curves } of worldVenues)
    for (const [index, one] of (curves?.seeds ?? []).entries()) {
      const launchedSeconds = Number(presentSeconds) - one.ageMinutes * 60
      const launcher = launcherOf(launchersIn(cast), index)
      if (curves === undefined || launcher === undefined || launchedSeconds > Number(beginsAtSeconds)) continue
      const progress = fairProgress(one.fate, Number(beginsAtSeconds) - launchedSeconds)
      tokens.push(await placeCurve(genesis, curves, one, { seed, cast, launcher, launchedSeconds, progress }))
    }
  return { tokens, genesis, marketMaker }
}

async function placeCurve(genesis: Genesis, curves: CurveVenue, one: CurveSeed, placing: CurvePlacing) {
  await one.place(genesis, placing)
  const stage = placing.progress >= 1 ? 'graduated' : 'curve'
  return launchedToken(curves, one, placing.seed, stage, placing.launchedSeconds)
}

/** The token of a story that was launched at a moment. */
export async function launchedToken(
  curves: CurveVenue,
  one: CurveSeed,
  seed: string,
  stage: 'curve' | 'graduated',
  createdAtSeconds: number,
): Promise<WorldToken> {
  const { protocol, decimals, program } = one
  const { address: mint } = await storyMint(seed, one.symbol)
  const pool = await curves.poolOf(mint)
  return worldToken(one, { mint, pool, protocol, stage, decimals, program, createdAtSeconds })
}
