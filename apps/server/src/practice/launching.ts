import type { Client } from '@tern/client'
import {
  type DerivedKey,
  deriveKey,
  inventToken,
  launchInstruction,
  launchUnits,
  type Maker,
  migrationInstruction,
  migrationUnits,
  seededRandom,
  type Traded,
} from '@tern/practice-chain/makers'
import {
  bondingCurveAddress,
  creatorVaultAddress,
  decodeGlobal,
  encodeCollectCreatorFee,
  globalAddress,
} from '@tern/venues/pumpfun'
import { land } from './land.ts'

/** How many of the newest launches are looked at again after a start. */
const mostRemembered = 24
/** Mints asked for at once. */
const mostAsked = 100
const budget = { unitLimit: launchUnits, priorityFeeLamports: 10_000n }

/** The launches that the makers make: the `n`th of a world is always the same token. */
export interface Launching {
  /** Launches the next one; `undefined` when the chain did not take it. */
  launch(launcher: Maker, nowSeconds: number, signal: AbortSignal): Promise<Traded | undefined>
  /** The newest launches that are on the chain, as far as it knows when they were. */
  readNewest(): Promise<readonly Traded[]>
}

/** Finds out how many launches there have been: on the chain itself, which is the only one that knows for sure. */
export async function openLaunching(client: Client, seed: string): Promise<Launching> {
  let next = await countLaunches(client, seed)

  async function described(n: number, mint: DerivedKey, createdAtSeconds: number): Promise<Traded> {
    const { name } = inventToken(seed, n)
    const pool = await bondingCurveAddress(mint.address)
    return { mint: mint.address, name, pool, protocol: 'pumpfun', createdAtSeconds }
  }

  return {
    async launch(launcher, nowSeconds, signal) {
      const n = next++
      const mint = await mintOf(seed, n)
      const { name, symbol } = inventToken(seed, n)
      const instruction = seededRandom(`launch ${seed} ${n}`)() < 0.2 ? 'create' : 'create_v2'
      const launch = { mint: mint.address, launcher: launcher.key.address, name, symbol, instruction } as const
      const isLaunched = await land(client, [launcher.key, mint], budget, [await launchInstruction(launch)], signal)
      return isLaunched ? described(n, mint, nowSeconds) : undefined
    },
    async readNewest() {
      const found: Traded[] = []
      for (let n = Math.max(0, next - mostRemembered); n < next; n++) {
        const mint = await mintOf(seed, n)
        const signatures = await client.chain.rpc.getSignaturesForAddress(mint.address, { limit: 1_000 }).send()
        const launched = signatures.at(-1)?.blockTime
        if (launched != null) found.push(await described(n, mint, Number(launched)))
      }
      return found
    },
  }
}

const mintOf = (seed: string, n: number): Promise<DerivedKey> => deriveKey(seed, `launch ${n}`)

/** One more than the number of the last launch. Launches that failed left gaps, but never so many in a row. */
async function countLaunches({ chain }: Client, seed: string): Promise<number> {
  async function lastOf(chunk: number): Promise<number> {
    const numbers = Array.from({ length: mostAsked }, (_, i) => chunk * mostAsked + i)
    const mints = await Promise.all(numbers.map(n => mintOf(seed, n)))
    const accounts = await chain.readAccounts(
      mints.map(({ address }) => address),
      { maxAgeMs: 0 },
    )
    return mints.findLastIndex(({ address }) => accounts.get(address) !== null)
  }
  let beyond = 1
  while ((await lastOf(beyond)) >= 0) beyond *= 2
  let within = 0
  while (beyond - within > 1) {
    const middle = (within + beyond) >> 1
    if ((await lastOf(middle)) >= 0) within = middle
    else beyond = middle
  }
  return within * mostAsked + (await lastOf(within)) + 1
}

/** What a launcher's coins must have earned for it to ask for it, in lamports. */
const leastEarned = 100_000_000n

/** Pays a launcher what its coins have earned, once that is worth the while. */
export async function collectFees(client: Client, { key }: Maker, signal: AbortSignal): Promise<boolean> {
  const vault = await creatorVaultAddress(key.address)
  const earned = (await client.chain.readAccounts([vault], { maxAgeMs: 0 })).get(vault)?.lamports ?? 0n
  if (earned < leastEarned) return false
  const most = { unitLimit: 60_000, priorityFeeLamports: 0n }
  return land(client, [key], most, [encodeCollectCreatorFee(key.address, vault)], signal)
}

/** Moves a complete curve to its pool. */
export async function migrate(
  client: Client,
  maker: Maker,
  mint: Traded['mint'],
  signal: AbortSignal,
): Promise<boolean> {
  const accounts = await client.chain.readAccounts([mint, globalAddress], { maxAgeMs: 0 })
  const [minted, global] = [accounts.get(mint), accounts.get(globalAddress)]
  if (!minted || !global) return false
  const { withdraw_authority } = decodeGlobal(global.data)
  const instruction = await migrationInstruction({ mint, program: minted.owner }, maker.key.address, withdraw_authority)
  const most = { unitLimit: migrationUnits, priorityFeeLamports: 5_000n }
  return land(client, [maker.key], most, [instruction], signal)
}
