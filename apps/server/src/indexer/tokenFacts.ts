import type { Chain } from '@tern/chain'
import {
  type AccountSet,
  type AccountSnapshot,
  type Address,
  associatedTokenAddress,
  decodeMetadata,
  decodeMint,
  decodeTokenAccount,
  type Mint,
  metadataAddress,
  type ScaledExtensions,
  systemProgram,
} from '@tern/core'
import { epochTransferFee } from '@tern/core/internal'
import type { Pool, Protocol, Venue } from '@tern/venues'
import { venues } from '@tern/venues/all'
import type { HolderRow, SourceRow, TokenFactsRow } from '../data/rows.ts'
import { type Holdings, readHoldings } from './tokenHolders.ts'

/** How long a token's facts are reused, in milliseconds. */
const maxAgeMs = 10_000
/** Max tokens with kept facts. */
const maxKept = 1_000
/** Number of accounts that count as the largest. */
const largest = 10

interface Traded {
  readonly mint: Address
  readonly protocol: Protocol
  readonly pool: Address
}

/** Reads tokens' facts from the chain, once for all requests within 10 s. @throws TernError the error of the read. */
export interface TokenFacts {
  /** Returns the facts that matter for buying the token. A fact that could not be read is `null`, never a guess. */
  facts(token: Traded): Promise<TokenFactsRow>
  /** Returns the largest holders, largest first. `null`: the node does not serve this. */
  holders(token: Traded): Promise<readonly HolderRow[] | null>
}

interface Found {
  readonly facts: TokenFactsRow
  readonly holders: readonly HolderRow[] | null
}

interface Kept {
  readonly atMs: number
  /** The token's pool at that time. */
  readonly pool: Address
  readonly found: Promise<Found>
}

/** Creates the reader. `now`: monotonic clock in milliseconds. */
export function createTokenFacts(chain: Chain, now: () => number = () => performance.now()): TokenFacts {
  const kept = new Map<Address, Kept>()
  function read(token: Traded): Promise<Found> {
    const { mint, pool } = token
    const known = kept.get(mint)
    if (known?.pool === pool && now() - known.atMs < maxAgeMs) return known.found
    const found = readToken(chain, token)
    kept.delete(mint)
    kept.set(mint, { atMs: now(), pool, found })
    const [oldest] = kept.keys()
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
    found.catch(() => kept.delete(mint))
    return found
  }
  return {
    facts: async token => (await read(token)).facts,
    holders: async token => (await read(token)).holders,
  }
}

async function readToken(chain: Chain, { mint: address, protocol, pool: poolAddress }: Traded): Promise<Found> {
  const venue: Venue = venues[protocol]
  const metadataAt = await metadataAddress(address)
  const [read, pool, epoch, { unixTimestamp }] = await Promise.all([
    chain.readAccounts([address, metadataAt], { maxAgeMs }),
    chain.read(venue, poolAddress, { mint: address }),
    chain.readEpoch(),
    chain.readClock(),
  ])
  const mint = decodeMint(address, read.get(address))
  const vaults = await accountsOf(chain, venue, pool, address)
  const creator = pool.curve?.creator ?? pool.creator ?? null
  const { extensions } = mint
  const fee = extensions.transferFeeConfig
  const source = sourceOf(address, read.get(address))
  const metadata = metadataOf(mint, metadataAt, read)
  const [liquidity, holdings, creators] = await Promise.all([
    readLiquidity(chain, pool),
    readHoldings(chain, { mint, pool, vaults, maxAgeMs }).catch(() => undefined),
    creator === null ? unread : readCreator(chain, mint, creator).catch(() => unread),
  ])
  const largest = holdings === undefined ? unread : largestOf(mint, holdings)
  const facts = {
    slot: source.slot ?? 0,
    mintAuthority: mint.mintAuthority,
    freezeAuthority: mint.freezeAuthority,
    transferFeeBps: epochTransferFee(mint, epoch.epoch)?.transferFeeBasisPoints ?? 0,
    laterTransferFeeBps: fee?.newerTransferFee.transferFeeBasisPoints ?? 0,
    transferFeeAuthority: fee === undefined ? null : orNull(fee.transferFeeConfigAuthority),
    permanentDelegate: extensions.permanentDelegate ?? null,
    transferHook: extensions.transferHook ?? null,
    isFrozenAtFirst: extensions.defaultAccountState === 'frozen',
    isTransferable: !extensions.names.includes('nonTransferable'),
    pausing: extensions.pausable === undefined ? 'none' : extensions.pausable.paused ? 'paused' : 'possible',
    unknownExtensions: extensions.names.filter(name => name === 'unknown').length,
    ...scaleFacts(extensions, unixTimestamp),
    metadata: metadata.value,
    liquidity: liquidity.value,
    largestPpm: largest.value,
    creator,
    creatorPpm: creators.value,
    sources: {
      mint: source,
      metadata: metadata.source,
      liquidity: liquidity.source,
      largest: largest.source,
      creator: creators.source,
    },
  } as const
  return { facts, holders: holdings === undefined ? null : holdersOf(mint, holdings, creator) }
}

function scaleFacts({ interestBearing, scaledUiAmount }: ScaledExtensions, unixSeconds: bigint) {
  const authority = interestBearing?.rateAuthority ?? scaledUiAmount?.authority
  const isSet = scaledUiAmount !== undefined && unixSeconds < scaledUiAmount.newMultiplierEffectiveTimestamp
  return {
    scaleAuthority: authority === undefined ? null : orNull(authority),
    laterMultiplier: isSet ? String(scaledUiAmount.newMultiplier) : null,
    interestBps: interestBearing?.currentRate ?? null,
  }
}

function holdersOf({ supply }: Mint, { slot, accounts }: Holdings, creator: Address | null): readonly HolderRow[] {
  return accounts.map(({ account, owner, amount, isPools }) => ({
    account,
    owner,
    amount: String(amount),
    sharePpm: ppm(amount, supply),
    standing: isPools ? 'pool' : owner !== null && owner === creator ? 'creator' : 'holder',
    slot: Number(slot),
  }))
}

interface Read<T> {
  readonly value: T
  readonly source: SourceRow
}
type Unread = typeof unread
const unread = { value: null, source: null } as const

const sourceOf = (account: Address, snapshot: AccountSnapshot | null | undefined): SourceRow => ({
  account,
  slot: snapshot ? Number(snapshot.slot) : null,
})

const orNull = (address: Address): Address | null => (address === systemProgram ? null : address)

/** Returns every account that the pool is opened from, and its vaults. No person owns the tokens in them. */
async function accountsOf(chain: Chain, venue: Venue, pool: Pool, mint: Address): Promise<ReadonlySet<Address>> {
  let read: AccountSet = new Map()
  for (;;) {
    const wanted = (await venue.accountsToRead(pool.address, read, mint)).filter(one => !read.has(one))
    if (wanted.length === 0) return new Set([...read.keys(), ...(pool.vaults ?? [])])
    read = new Map([...read, ...(await chain.readAccounts(wanted))])
  }
}

/**
 * Checks if the token's creator can still change its name and picture, in the mint or at Metaplex. Unread: it has no
 * metadata.
 */
function metadataOf(
  { address, extensions }: Mint,
  at: Address,
  read: AccountSet,
): Read<NonNullable<TokenFactsRow['metadata']>> | Unread {
  const own = extensions.tokenMetadata
  if (own !== undefined)
    return { value: { isMutable: own.updateAuthority !== null }, source: sourceOf(address, read.get(address)) }
  const account = read.get(at)
  if (!account) return unread
  try {
    return { value: { isMutable: decodeMetadata(at, account).isMutable }, source: sourceOf(at, account) }
  } catch {
    return unread
  }
}

/**
 * Reads the share of a pool's liquidity that cannot be withdrawn, because its tokens are burned or it is locked. A
 * curve issues no liquidity tokens.
 */
async function readLiquidity(
  chain: Chain,
  { address: poolAddress, slot, curve, liquidityTokens, lockedLiquidity }: Pool,
): Promise<Read<NonNullable<TokenFactsRow['liquidity']>> | Unread> {
  if (curve !== undefined && curve.stage !== 'migrated')
    return { value: { kind: 'curve' }, source: { account: poolAddress, slot: Number(slot) } }
  if (lockedLiquidity !== undefined && lockedLiquidity.whole > 0n) {
    const { locked, whole } = lockedLiquidity
    return {
      value: { kind: 'positions', lockedPpm: keptPpm(locked, whole) },
      source: { account: poolAddress, slot: Number(slot) },
    }
  }
  if (liquidityTokens === undefined || liquidityTokens.given === 0n) return unread
  const { mint: address, given, locker } = liquidityTokens
  try {
    const account = (await chain.readAccounts([address], { maxAgeMs })).get(address)
    const mint = decodeMint(address, account)
    const burned = mint.supply >= given ? 0n : given - mint.supply
    const { amount: locked } = locker === undefined ? { amount: 0n } : await readHeld(chain, mint, locker)
    const [burnedPpm, lockedPpm] = [keptPpm(burned, given), keptPpm(locked, given)]
    return { value: { kind: 'pool', burnedPpm, lockedPpm }, source: sourceOf(address, account) }
  } catch {
    return unread
  }
}

/** Returns the share of the supply that the largest accounts hold, without the pool's own accounts. */
function largestOf(mint: Mint, { slot, accounts }: Holdings): Read<number> {
  const held = accounts.filter(({ isPools }) => !isPools).slice(0, largest)
  const all = held.reduce((sum, { amount }) => sum + amount, 0n)
  return { value: ppm(all, mint.supply), source: { account: null, slot: Number(slot) } }
}

async function readCreator(chain: Chain, mint: Mint, creator: Address): Promise<Read<number>> {
  const { amount, source } = await readHeld(chain, mint, creator)
  return { value: ppm(amount, mint.supply), source }
}

/** Returns the balance of the owner's associated token account. 0 if it does not exist. */
async function readHeld(chain: Chain, { address, program }: Mint, owner: Address) {
  const account = await associatedTokenAddress(owner, address, program)
  const found = (await chain.readAccounts([account], { maxAgeMs })).get(account)
  return { amount: found ? decodeTokenAccount(account, found).amount : 0n, source: sourceOf(account, found) }
}

/** Returns parts per million, rounded up, so that a share never looks smaller than it is. */
function ppm(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number((part * 1_000_000n + whole - 1n) / whole)
}

/** Returns parts per million, rounded down, so that the burned or locked share never looks larger than it is. */
const keptPpm = (part: bigint, whole: bigint): number => Number((part * 1_000_000n) / whole)
