import type { Chain, ReadOptions } from '@tern/chain'
import { type Address, isTernError, tokenProgram } from '@tern/core'
import { decodeMints } from '@tern/core/internal'
import { type LiquidityPool, type LiquidityVenue, liquidityProtocols, loadLiquidity } from '@tern/venues'
import { readNamedPools } from '../../readNamedPools.ts'
import type { FoundLiquidity } from './findLiquidity.ts'
import { positionIn } from './positionIn.ts'

/** Max searches at a time. A node may limit scans of a program's accounts. */
const searchesAtOnce = 5

/** LP tokens that a wallet holds, and the code for their pools. */
interface Held {
  readonly lpMint: Address
  /** Raw units. */
  readonly lpAmount: bigint
  readonly venue: LiquidityVenue
}

/** Implements `findLiquidity`. */
export async function searchLiquidity(
  chain: Chain,
  owner: Address,
  options: Pick<ReadOptions, 'maxAgeMs'>,
): Promise<FoundLiquidity> {
  const [held, clock] = await Promise.all([lpTokensOf(chain, owner), chain.readClock()])
  const pools = await poolsOf(chain, held, options)
  return {
    positions: held.flatMap(({ lpMint, lpAmount }) => {
      const pool = pools.get(lpMint)
      return pool === undefined ? [] : [positionIn(pool, lpAmount, clock)]
    }),
    unresolved: held.flatMap(({ lpMint, lpAmount }) => (pools.has(lpMint) ? [] : [{ lpMint, lpAmount }])),
  }
}

/** Finds the LP tokens among a wallet's tokens. An LP token's mint authority identifies its program. */
async function lpTokensOf(chain: Chain, owner: Address): Promise<readonly Held[]> {
  const [accounts, venues] = await Promise.all([
    chain.readTokenAccounts(owner),
    Promise.all(liquidityProtocols.map(loadLiquidity)),
  ])
  const amounts = new Map<Address, bigint>()
  for (const { mint, amount, account } of accounts)
    if (amount > 0n && account.owner === tokenProgram) amounts.set(mint, (amounts.get(mint) ?? 0n) + amount)
  const { mints } = decodeMints(await chain.readAccounts([...amounts.keys()]))
  return [...amounts].flatMap(([lpMint, lpAmount]) => {
    const authority = mints.get(lpMint)?.mintAuthority
    const venue = venues.find(({ lpMints }) => lpMints.authority === authority)
    return venue === undefined ? [] : [{ lpMint, lpAmount, venue }]
  })
}

/** Reads the pools of LP tokens. Leaves out a pool that is not found or cannot be opened. */
async function poolsOf(
  chain: Chain,
  held: readonly Held[],
  options: Pick<ReadOptions, 'maxAgeMs'>,
): Promise<ReadonlyMap<Address, LiquidityPool>> {
  const known = new Map(chain.objects().flatMap(one => (isLiquidity(one) ? [[one.lpToken.mint, one.address]] : [])))
  const asked: { readonly readable: LiquidityVenue; readonly address: Address }[] = []
  for (let i = 0; i < held.length; i += searchesAtOnce)
    await Promise.all(
      held.slice(i, i + searchesAtOnce).map(async one => {
        const address = known.get(one.lpMint)
        const found = address === undefined ? await searchPool(chain, one) : [address]
        asked.push(...found.map(pool => ({ readable: one.venue, address: pool })))
      }),
    )
  const answers = await chain.readMany(asked, options)
  return new Map(answers.flatMap(one => ('value' in one ? [[one.value.lpToken.mint, one.value] as const] : [])))
}

const isLiquidity = (value: object): value is LiquidityPool => 'lpToken' in value

/** Finds the accounts that may be the pool of an LP token. */
async function searchPool(chain: Chain, { lpMint, venue }: Held): Promise<readonly Address[]> {
  const { program, offset } = venue.lpMints
  try {
    const found = await chain.rpc
      .getProgramAccounts(program, {
        ...{ commitment: 'confirmed', encoding: 'base64', dataSlice: { offset: 0, length: 0 } },
        filters: [{ memcmp: { offset: BigInt(offset), bytes: lpMint, encoding: 'base58' } }],
      })
      .send()
    return found.map(({ pubkey }) => pubkey)
  } catch (error) {
    // Many nodes scan no accounts, or take too long.
    if (!isTernError(error)) throw error
    const named = await readNamedPools(chain, { address: lpMint, program })
    return named.map(({ address }) => address)
  }
}
