import type { Chain } from '@tern/chain'
import type { Client } from '@tern/client'
import { findPools } from '@tern/client'
import type { Address } from '@tern/core'
import {
  type CurveVenue,
  curveVenues,
  deriveKey,
  inventToken,
  launchedMint,
  type Maker,
  type Market,
  type Random,
  seededRandom,
  type Traded,
  worldCandidates,
  worldVenueOf,
} from '@tern/practice-chain/internal/makers'
import { landDeed } from './landDeed.ts'

/** Newest launches that are read again after a start. */
const maxRemembered = 24
/** Max mints in a request. */
const maxAsked = 100
const priority = { launch: 10_000n, migration: 5_000n, collection: 0n }

/** The makers' launches. The `n`th launch of a world is always the same token. */
export interface Launching {
  /** Launches the next token. `undefined` if the chain refused it. */
  launch(launcher: Maker, nowSeconds: number, signal: AbortSignal): Promise<Traded | undefined>
  /** Reads the newest launches on the chain that have a known time. */
  readNewest(): Promise<readonly Traded[]>
}

/** Counts the earlier launches on the chain, because only the chain knows the number for certain. */
export async function openLaunching(client: Client, seed: string): Promise<Launching> {
  let next = await countLaunches(client, seed)

  /** Describes a token with the curve that it was launched on. */
  async function described(n: number, mint: Address, createdAtSeconds: number) {
    const found = (await findPools(client, mint, { listed: await worldCandidates(mint) })).find(
      ({ pool }) => pool.curve !== undefined,
    )
    if (found === undefined) return undefined
    const { protocol, address: pool } = found.pool
    return { mint, name: inventToken(seed, n).name, pool, protocol, createdAtSeconds }
  }

  return {
    async launch(launcher, nowSeconds, signal) {
      const n = next++
      const { key, chance, curves } = await planned(seed, n)
      const deed = await curves?.launch({ ...inventToken(seed, n), seed, mint: key, launcher: launcher.key, chance })
      if (deed === undefined || !(await landDeed(client, deed, { priorityFeeLamports: priority.launch, signal })))
        return undefined
      return described(n, await mintOf(seed, n), nowSeconds)
    },
    async readNewest() {
      const found: Traded[] = []
      for (let n = Math.max(0, next - maxRemembered); n < next; n++) {
        const mint = await mintOf(seed, n)
        const signatures = await client.chain.rpc.getSignaturesForAddress(mint, { limit: 1_000 }).send()
        const launched = signatures.at(-1)?.blockTime
        const token = launched == null ? undefined : await described(n, mint, Number(launched))
        if (token !== undefined) found.push(token)
      }
      return found
    },
  }
}

/** Picks a venue at random, weighted by its share of launches. */
function someVenue(random: Random): CurveVenue | undefined {
  let left = random() * curveVenues.reduce((sum, { launchShare }) => sum + launchShare, 0)
  return curveVenues.find(({ launchShare }) => {
    left -= launchShare
    return left < 0
  })
}

/** The key, the chance and the venue of the `n`th launch. */
async function planned(seed: string, n: number) {
  const random = seededRandom(`launch ${seed} ${n}`)
  const chance = random()
  return { key: await deriveKey(seed, `launch ${n}`), chance, curves: someVenue(random) }
}

async function mintOf(seed: string, n: number): Promise<Address> {
  const { key, curves } = await planned(seed, n)
  return launchedMint(curves ?? {}, key)
}

/** Returns the number of the last launch plus 1. Failed launches leave gaps, but never a whole request of mints. */
async function countLaunches({ chain }: Client, seed: string): Promise<number> {
  async function lastOf(chunk: number): Promise<number> {
    const numbers = Array.from({ length: maxAsked }, (_, i) => chunk * maxAsked + i)
    const mints = await Promise.all(numbers.map(n => mintOf(seed, n)))
    const accounts = await chain.readAccounts(mints, { maxAgeMs: 0 })
    return mints.findLastIndex(mint => accounts.get(mint) !== null)
  }
  let beyond = 1
  while ((await lastOf(beyond)) >= 0) beyond *= 2
  let within = 0
  while (beyond - within > 1) {
    const middle = (within + beyond) >> 1
    if ((await lastOf(middle)) >= 0) within = middle
    else beyond = middle
  }
  return within * maxAsked + (await lastOf(within)) + 1
}

const reading = (chain: Chain) => (addresses: readonly Address[]) => chain.readAccounts(addresses, { maxAgeMs: 0 })

/** Collects a launcher's fees, if they are worth it. @returns `true` if any were paid. */
export async function collectFees(client: Client, maker: Maker, signal: AbortSignal): Promise<boolean> {
  let isPaid = false
  for (const { collect } of curveVenues) {
    const deed = await collect?.(maker, { read: reading(client.chain) })
    if (deed !== undefined && (await landDeed(client, deed, { priorityFeeLamports: priority.collection, signal })))
      isPaid = true
  }
  return isPaid
}

/** Moves a completed curve to its pool. @returns `true` if it was moved. */
export async function migrate(
  client: Client,
  {
    seed,
    maker,
    market: { mint, pool, protocol },
    signal,
  }: {
    readonly market: Pick<Market, 'mint' | 'pool' | 'protocol'>
    readonly seed: string
    readonly maker: Maker
    readonly signal: AbortSignal
  },
): Promise<boolean> {
  const read = reading(client.chain)
  const program = (await read([mint])).get(mint)?.owner
  const curves = worldVenueOf(protocol)?.curves
  if (program === undefined || curves === undefined) return false
  const deeds = await curves.migrate({ mint, program, pool }, { seed, mover: maker.key, read })
  for (const deed of deeds)
    if (!(await landDeed(client, deed, { priorityFeeLamports: priority.migration, signal }))) return false
  return true
}
