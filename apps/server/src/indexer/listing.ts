import type { Chain } from '@tern/chain'
import {
  type Address,
  decodeMetadata,
  decodeMint,
  epochTransferFee,
  type Mint,
  metadataAddress,
  TernError,
  wrappedNativeMint,
} from '@tern/core'
import { type Protocol, type Venue, venues } from '@tern/venues'

/** A token that is listed, with the pool it trades in: what does not change from trade to trade. */
export interface Listing {
  readonly mint: Address
  readonly symbol: string
  readonly name: string
  readonly decimals: number
  readonly program: Address
  readonly picture: string | null
  readonly description: string | null
  readonly protocol: Protocol
  readonly pool: Address
  /** `null`: not known, as on a cluster. */
  readonly createdAtSeconds: number | null
  readonly supply: bigint
  readonly mintAuthority: Address | null
  readonly freezeAuthority: Address | null
  readonly transferFeeBps: number | null
}

/** What the practice world says of its tokens beyond what is on its chain. */
interface Told {
  readonly mint: Address
  readonly symbol: string
  readonly name: string
  readonly description: string
  readonly protocol: Protocol
  readonly pool: Address
  readonly createdAtSeconds: number
}

/** The tokens of the practice world, in its order. */
export async function listWorld(chain: Chain, world: readonly Told[]): Promise<readonly Listing[]> {
  const mints = await readMints(
    chain,
    world.map(token => token.mint),
  )
  return world.map(({ mint, symbol, name, description, protocol, pool, createdAtSeconds }) => ({
    ...onChain(mints.get(mint)),
    ...{ symbol, name, description, protocol, pool, createdAtSeconds },
    picture: `/pictures/${mint}.svg`,
  }))
}

/**
 * The tokens that trade against SOL in `pools`. @throws TernError `config/badValue` for a pool that is not there, that no
 * venue knows, or that does not trade against SOL.
 */
export async function listPools(chain: Chain, pools: readonly Address[]): Promise<readonly Listing[]> {
  const found = await Promise.all(
    pools.map(async address => {
      const { protocol, tokens } = await openPool(chain, address)
      const token = tokens.find(({ mint }) => mint !== wrappedNativeMint)
      if (token === undefined || tokens.every(({ mint }) => mint !== wrappedNativeMint))
        throw badPool(address, 'does not trade against SOL')
      return { pool: address, protocol, mint: token.mint }
    }),
  )
  const mints = await readMints(
    chain,
    found.map(({ mint }) => mint),
  )
  return Promise.all(
    found.map(async ({ pool, protocol, mint }) => ({
      ...onChain(mints.get(mint)),
      ...(await readNames(chain, mint, mints.get(mint))),
      ...{ pool, protocol, picture: null, description: null, createdAtSeconds: null },
    })),
  )
}

async function openPool(chain: Chain, address: Address) {
  const account = (await chain.readAccounts([address])).get(address)
  if (!account) throw badPool(address, 'is not on this chain')
  for (const venue of Object.values<Venue>(venues)) {
    if (!venue.programs.includes(account.owner)) continue
    try {
      return await chain.readPool(venue, address)
    } catch {
      // Another protocol of the same program may know it.
    }
  }
  throw badPool(address, 'is no pool of a known venue')
}

const badPool = (pool: Address, why: string) =>
  new TernError('config/badValue', { name: 'POOLS', why: `holds ${pool}, which ${why}` })

interface Minted {
  readonly mint: Mint
  readonly transferFeeBps: number | null
}

async function readMints(chain: Chain, mints: readonly Address[]): Promise<ReadonlyMap<Address, Minted>> {
  const [accounts, { epoch }] = await Promise.all([chain.readAccounts(mints), chain.readEpoch()])
  return new Map(
    mints.map(address => {
      const mint = decodeMint(address, accounts.get(address))
      return [address, { mint, transferFeeBps: epochTransferFee(mint, epoch)?.transferFeeBasisPoints ?? null }]
    }),
  )
}

function onChain(minted: Minted | undefined) {
  if (minted === undefined) throw new TernError('config/upstream', { why: 'a mint was not read' })
  const { address, decimals, program, supply, mintAuthority, freezeAuthority } = minted.mint
  const { transferFeeBps } = minted
  return { mint: address, decimals, program, supply, mintAuthority, freezeAuthority, transferFeeBps }
}

/** The token's own words for itself, from Metaplex or from the mint; its address where there are none. */
async function readNames(chain: Chain, address: Address, minted: Minted | undefined) {
  const inMint = minted?.mint.extensions.tokenMetadata
  const metadata = inMint ?? (await readMetadata(chain, address))
  return {
    symbol: tidy(metadata?.symbol, 16) || address.slice(0, 4),
    name: tidy(metadata?.name, 48) || address,
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

/** Strangers write these: without what a screen cannot show, or shows in another order than it is written. */
export function tidy(text: string | undefined, mostCharacters: number): string {
  const visible = (text ?? '').replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu, '').replace(/\s+/g, ' ')
  return [...visible.trim()].slice(0, mostCharacters).join('').trim()
}
