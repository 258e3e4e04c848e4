import { type Address, systemProgram } from '@tern/core'
import type { Protocol } from '@tern/venues'
import { decodeGlobal, globalAddress } from '@tern/venues/pumpfun'
import { pumpfunGenesis } from '../programs/pumpfun/genesis.ts'
import { placeConfigs } from './cpmmPool.ts'
import { curveStories } from './curveStories.ts'
import { launcherOf, placeCurveToken } from './curveToken.ts'
import { type DerivedKey, deriveKey } from './deriveKey.ts'
import { type Genesis, placeAccount } from './genesis.ts'
import { castOf, launchersIn } from './makers/cast.ts'
import { placePoolToken } from './poolToken.ts'
import { stories } from './stories.ts'

/** One token of the world, as a listing shows it, and where it trades. */
export interface WorldToken {
  readonly mint: Address
  readonly symbol: string
  readonly name: string
  /** One sentence. */
  readonly description: string
  /** A whole SVG document. */
  readonly picture: string
  /** The pool; of a pump.fun coin its bonding curve. */
  readonly pool: Address
  readonly protocol: Protocol
  /** Where it stood when the world was first shown: on its curve, past it (complete or migrated), or in a pool. */
  readonly stage: 'curve' | 'graduated' | 'pool'
  readonly decimals: number
  /** The token program that owns the mint. */
  readonly program: Address
  /** When its pool opened or its curve was launched. */
  readonly createdAtSeconds: number
}

/** A practice world before its first slot. */
export interface SeededWorld {
  /** Those in pools first, the most liquid first; then those on curves, the oldest first. */
  readonly tokens: readonly WorldToken[]
  readonly genesis: Genesis
  readonly marketMaker: DerivedKey
}

/** The key that trades for the practice world of `seed`. */
export const marketMakerKey = (seed: string): Promise<DerivedKey> => deriveKey(seed, 'market maker')

/**
 * The world that `seed` names: the same seed and times give the same accounts, byte for byte. Tokens that nobody can mint or
 * freeze, their metadata, a CPMM pool against wrapped SOL or a pump.fun curve each, holders, and makers with SOL. With
 * `historySeconds`, the world is shown so much later than it begins: tokens that were launched in between are not in it yet.
 */
export async function createSeededWorld(
  seed: string,
  beginsAtSeconds: bigint,
  historySeconds = 0,
): Promise<SeededWorld> {
  const genesis: Genesis = await pumpfunGenesis()
  const cast = await castOf(seed)
  for (const { key, lamports } of cast) placeAccount(genesis, key.address, systemProgram, new Uint8Array(), lamports)
  await placeConfigs(genesis)
  const marketMaker = await marketMakerKey(seed)
  const present = beginsAtSeconds + BigInt(historySeconds)
  const tokens: WorldToken[] = []
  for (const story of stories) tokens.push(await placePoolToken(genesis, story, seed, marketMaker.address, present))
  const global = decodeGlobal(genesis.get(globalAddress)?.data ?? new Uint8Array())
  for (const [index, story] of curveStories.entries()) {
    const launchedSeconds = Number(present) - story.ageMinutes * 60
    const launcher = launcherOf(launchersIn(cast), index)
    if (launcher === undefined || launchedSeconds > Number(beginsAtSeconds)) continue
    const placing = { seed, global, cast, launcher, launchedSeconds, beginsAtSeconds: Number(beginsAtSeconds) }
    tokens.push(await placeCurveToken(genesis, story, placing))
  }
  return { tokens, genesis, marketMaker }
}
