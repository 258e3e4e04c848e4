import { systemProgram } from '@tern/core'
import { worldVenues } from '../lists/worldVenues.ts'
import { type DerivedKey, deriveKey } from './deriveKey.ts'
import { type Genesis, placeAccount } from './genesis.ts'
import { fairProgress } from './launches/fate.ts'
import { placeLookupTable } from './lookupTable.ts'
import { castOf, launcherOf, launchersIn } from './makers/cast.ts'
import { storyMint } from './token.ts'
import {
  type CurvePlacing,
  type CurveSeed,
  type CurveVenue,
  launchedMint,
  type WorldToken,
  worldToken,
} from './worldVenue.ts'

export type { WorldToken } from './worldVenue.ts'

/** A practice world before its first slot. */
export interface SeededWorld {
  /** Tokens in pools by venue, most liquid first. Then tokens on curves by venue, oldest first. */
  readonly tokens: readonly WorldToken[]
  readonly genesis: Genesis
  readonly marketMaker: DerivedKey
}

/** The key that trades for the practice world of `seed`. */
export const marketMakerKey = (seed: string): Promise<DerivedKey> => deriveKey(seed, 'market maker')

/** Creates the accounts that the venues need before their first pool, and the lookup table for their trades. */
export async function venueAccounts(seed: string): Promise<Genesis> {
  const genesis: Genesis = new Map()
  await placeLookupTable(genesis, seed)
  for (const { begin } of worldVenues) await begin(genesis, seed)
  return genesis
}

/**
 * Creates the world of `seed`. The same seed and times give the same accounts, byte for byte.
 * It holds tokens without mint or freeze authority, their metadata, and a pool or a bonding curve for each against SOL.
 * It also holds the tokens' holders, and makers with SOL.
 * @param historySeconds the time between the beginning and the showing of the world. Tokens launched in it are left
 * out.
 */
export async function createSeededWorld(
  seed: string,
  beginsAtSeconds: bigint,
  historySeconds = 0,
): Promise<SeededWorld> {
  const genesis = await venueAccounts(seed)
  const cast = await castOf(seed)
  for (const { key, lamports } of cast)
    placeAccount(genesis, key.address, { owner: systemProgram, data: new Uint8Array(), lamportsOnTop: lamports })
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
  return launchedToken(curves, one, { seed: placing.seed, stage, createdAtSeconds: placing.launchedSeconds })
}

/** The token of a story, launched at `createdAtSeconds`. */
export async function launchedToken(
  curves: CurveVenue,
  one: CurveSeed,
  {
    seed,
    stage,
    createdAtSeconds,
  }: { readonly seed: string; readonly stage: 'curve' | 'graduated'; readonly createdAtSeconds: number },
): Promise<WorldToken> {
  const { protocol, decimals, program } = one
  const mint = await launchedMint(curves, await storyMint(seed, one.symbol))
  const pool = await curves.poolOf(mint)
  return worldToken(one, { mint, pool, protocol, stage, decimals, program, createdAtSeconds })
}
