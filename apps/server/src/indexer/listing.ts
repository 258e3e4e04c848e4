import type { Chain } from '@tern/chain'
import {
  type Address,
  decodeMetadata,
  decodeMint,
  isTernError,
  type Mint,
  metadataAddress,
  type ScaledExtensions,
  TernError,
  usd1Mint,
  usdcMint,
  wrappedNativeMint,
} from '@tern/core'
import { epochTransferFee, readableText } from '@tern/core/internal'
import type { Pool, Protocol, Venue } from '@tern/venues'
import { venues } from '@tern/venues/all'
import type { Launch } from '@tern/venues/read'

/** A listed token, with the pool that it trades in. These facts do not change from trade to trade. */
export interface Listing {
  readonly mint: Address
  readonly symbol: string
  readonly name: string
  readonly decimals: number
  readonly program: Address
  readonly picture: string | null
  readonly description: string | null
  /** Link to more about the token, from its creator: unverified text. */
  readonly uri: string | null
  readonly protocol: Protocol
  readonly pool: Address
  /** `null`: not known, as on a cluster. */
  readonly createdAtSeconds: number | null
  readonly supply: bigint
  readonly mintAuthority: Address | null
  readonly freezeAuthority: Address | null
  readonly transferFeeBps: number | null
  /** The mint's extensions that scale the displayed amounts. */
  readonly scaling: ScaledExtensions
  /** The creator, from the token's launch. `null`: the curve or the pool may name it. */
  readonly creator: Address | null
}

/** The practice world's own facts about a token, beyond its accounts. */
interface WorldFacts {
  readonly mint: Address
  readonly symbol: string
  readonly name: string
  readonly description: string
  readonly protocol: Protocol
  readonly pool: Address
  readonly createdAtSeconds: number
}

/** Lists the tokens of the practice world, in its order. */
export async function listWorld(chain: Chain, world: readonly WorldFacts[]): Promise<readonly Listing[]> {
  const mints = await readMints(
    chain,
    world.map(token => token.mint),
  )
  return world.map(({ mint, symbol, name, description, protocol, pool, createdAtSeconds }) => ({
    ...onChain(mints.get(mint)),
    ...{ symbol, name, description, protocol, pool, createdAtSeconds },
    picture: pictureOf(mint),
    uri: null,
    creator: null,
  }))
}

/**
 * Lists the tokens that trade against SOL in `pools`.
 *
 * @throws TernError `config/badValue` for a pool that does not exist, that no venue knows, or that does not trade
 *   against SOL.
 */
export async function listPools(chain: Chain, pools: readonly Address[]): Promise<readonly Listing[]> {
  const found = (await openPools(chain, pools)).map(({ address, protocol, tokens }) => {
    const token = tokens.find(({ mint }) => mint !== wrappedNativeMint)
    if (token === undefined || tokens.every(({ mint }) => mint !== wrappedNativeMint))
      throw badPool(address, 'does not trade against SOL')
    return { pool: address, protocol, mint: token.mint }
  })
  const all = found.map(({ mint }) => mint)
  const mints = await readMints(chain, all)
  // Read all metadata accounts in few requests. Each token then finds its account in the cache.
  await chain.readAccounts(await Promise.all(all.map(metadataAddress)))
  return Promise.all(
    found.map(async ({ pool, protocol, mint }) => ({
      ...onChain(mints.get(mint)),
      ...(await readNames(chain, mint, mints.get(mint))),
      ...{ pool, protocol, picture: null, description: null, createdAtSeconds: null, creator: null },
    })),
  )
}

/** A launchpad's token, with the facts that are known before its accounts are read. */
export interface Launched extends Partial<Pick<Launch, 'name' | 'symbol' | 'uri' | 'creator'>> {
  readonly mint: Address
  readonly protocol: Protocol
  readonly pool: Address
  readonly createdAtSeconds: number | null
}

/** Lists tokens of launchpads, in few requests. Leaves out a token if its mint does not exist or cannot be decoded. */
export async function listLaunched(chain: Chain, launched: readonly Launched[]): Promise<readonly Listing[]> {
  const found = await readMints(
    chain,
    launched.map(({ mint }) => mint),
    'tolerant',
  )
  const listed = launched.map(async ({ mint, protocol, pool, createdAtSeconds, name, symbol, uri, creator = null }) => {
    const minted = found.get(mint)
    if (minted === undefined) return []
    const said = name === undefined || symbol === undefined ? undefined : { name, symbol, uri: uri ?? '' }
    const names = await readNames(chain, mint, minted, said)
    const common = { protocol, pool, createdAtSeconds, picture: pictureOf(mint), description: null, creator }
    return [{ ...onChain(minted), ...names, ...common }]
  })
  return (await Promise.all(listed)).flat()
}

/** Path of the picture that this server draws for a token of the practice chain. */
const pictureOf = (mint: Address) => `/pictures/${mint}.svg`

/** Mints that tokens are priced in. */
const quotes: readonly Address[] = [wrappedNativeMint, usdcMint, usd1Mint]

/**
 * Finds the token that trades in a pool or on a curve.
 *
 * @returns `undefined` if the address is no pool of a known venue.
 * @throws TernError `rpc/*`.
 */
export async function tokenInPool(chain: Chain, address: Address): Promise<Address | undefined> {
  try {
    const [{ tokens } = never()] = await openPools(chain, [address])
    const found =
      tokens.find(({ mint }) => !quotes.includes(mint)) ?? tokens.find(({ mint }) => mint !== wrappedNativeMint)
    return found?.mint
  } catch (error) {
    if (isTernError(error, 'config/badValue')) return undefined
    throw error
  }
}

/**
 * Opens pools in parallel, in the order given. All of them take as few rounds of requests as a single pool.
 *
 * @throws TernError `config/badValue` if no venue can open a pool, `rpc/*`.
 */
export async function openPools(chain: Chain, addresses: readonly Address[]): Promise<readonly Pool[]> {
  const accounts = await chain.readAccounts(addresses)
  const opened = new Map<Address, Pool>()
  const left = new Map<Address, Venue[]>()
  for (const address of addresses) {
    const owner = accounts.get(address)?.owner
    if (owner === undefined) throw badPool(address, 'is not on this chain')
    left.set(
      address,
      Object.values<Venue>(venues).filter(({ programs }) => programs.includes(owner)),
    )
  }
  while (left.size > 0) {
    const asked = [...left].map(([pool, venuesLeft]) => {
      const venue = venuesLeft.shift()
      if (venue === undefined) throw badPool(pool, 'is no pool of a known venue')
      return { readable: venue, address: pool }
    })
    const answers = await chain.readMany(asked)
    for (const [i, { address: pool }] of asked.entries()) {
      const answer = answers[i]
      if (answer === undefined) continue
      if ('error' in answer) {
        const { error } = answer
        if (isTernError(error) && error.code.startsWith('rpc/')) throw error
        // Another protocol of the same program may open it.
        continue
      }
      opened.set(pool, answer.value)
      left.delete(pool)
    }
  }
  return addresses.map(address => opened.get(address) ?? never())
}

function never(): never {
  throw new TypeError('a pool was not opened')
}

const badPool = (pool: Address, why: string) =>
  new TernError('config/badValue', { name: 'POOLS', why: `holds ${pool}, which ${why}` })

interface Minted {
  readonly mint: Mint
  readonly transferFeeBps: number | null
}

/**
 * Reads mints. `tolerant`: reads them fresh, and leaves out an account that is not a mint. @throws TernError `token/*`,
 * unless tolerant; `rpc/*`.
 */
async function readMints(
  chain: Chain,
  mints: readonly Address[],
  kind: 'strict' | 'tolerant' = 'strict',
): Promise<ReadonlyMap<Address, Minted>> {
  const options = kind === 'tolerant' ? { maxAgeMs: 0 } : {}
  const [accounts, { epoch }] = await Promise.all([chain.readAccounts(mints, options), chain.readEpoch()])
  const found = new Map<Address, Minted>()
  for (const address of mints)
    try {
      const mint = decodeMint(address, accounts.get(address))
      const transferFeeBps = epochTransferFee(mint, epoch)?.transferFeeBasisPoints ?? null
      found.set(address, { mint, transferFeeBps })
    } catch (error) {
      if (kind === 'strict' || !isTernError(error)) throw error
    }
  return found
}

/** Returns the extensions of a mint that scale its displayed amounts. */
export function scalingOf({ extensions: { scaledUiAmount, interestBearing } }: Mint): ScaledExtensions {
  return { ...(scaledUiAmount && { scaledUiAmount }), ...(interestBearing && { interestBearing }) }
}

function onChain(minted: Minted | undefined) {
  if (minted === undefined) throw new TernError('config/upstream', { why: 'a mint was not read' })
  const { address, decimals, program, supply, mintAuthority, freezeAuthority } = minted.mint
  const { transferFeeBps } = minted
  const scaling = scalingOf(minted.mint)
  return { mint: address, decimals, program, supply, mintAuthority, freezeAuthority, transferFeeBps, scaling }
}

interface Names {
  readonly symbol: string
  readonly name: string
  readonly uri: string
}

/**
 * Reads the token's own names: from its launch, otherwise from the mint, otherwise from Metaplex. Its address replaces
 * a missing name.
 */
async function readNames(chain: Chain, address: Address, minted: Minted | undefined, said?: Names) {
  const names: Names | undefined = said ?? minted?.mint.extensions.tokenMetadata ?? (await readMetadata(chain, address))
  return {
    symbol: readableText(names?.symbol ?? '', 16) || address.slice(0, 4),
    name: readableText(names?.name ?? '', 48) || address,
    uri: readableText(names?.uri ?? '', 200) || null,
  }
}

async function readMetadata(chain: Chain, mint: Address) {
  const address = await metadataAddress(mint)
  const account = (await chain.readAccounts([address])).get(address)
  try {
    return account ? decodeMetadata(address, account) : undefined
  } catch {
    return undefined
  }
}
