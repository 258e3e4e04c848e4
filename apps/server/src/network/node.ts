import type { Chain } from '@tern/chain'
import type { PoolName } from '@tern/client'
import type { Address } from '@tern/core'
import type { Candidate } from '@tern/venues/internal/finder'
import type { MetadataRow } from '../data/rows.ts'
import type { Listing } from '../indexer/listing.ts'
import type { NodeAddress } from './nodes.ts'

/** The chain that the server trades on: a cluster's nodes, or the practice chain in this process. */
export interface Node {
  /** At least one address. */
  readonly addresses: readonly NodeAddress[]
  /** Time limit for a node's answer, in milliseconds. Unset: the default for a cluster's nodes. */
  readonly answerWithinMs?: number
  /** Runs a read of the start. A node in this process is asked until it answers, a cluster's node once. */
  persist<Answer>(read: () => Promise<Answer>): Promise<Answer>
  /** A lookup table with the accounts that trades share. `undefined`: there is no such table. */
  readonly lookupTable: Address | undefined
  /** Returns a mint's picture as an SVG document, if this server draws pictures. */
  pictureOf(mint: Address): string | undefined
  /** Reads a token's metadata, if the token's URI points to this server. */
  metadataOf(chain: Chain, mint: Address): Promise<MetadataRow | undefined>
  list(chain: Chain): Promise<readonly Listing[]>
  /** Reads pools that a token may have, beyond the pools with addresses derived from its mint. */
  candidatesOf(mint: Address, genesisHash: string): Promise<readonly Candidate[]>
  /** Reads pools of a token against any other, the most liquid first. */
  poolsOf(mint: Address, genesisHash: string): Promise<readonly Candidate[]>
  /** Reads the addresses of lookup tables with the accounts of pools. A pool may lack a table. */
  tablesOf(pools: readonly PoolName[], genesisHash: string): Promise<readonly Address[]>
  /**
   * Starts the server's own trading, without waiting for it.
   *
   * @param isWatched says if any client uses the server now.
   * @returns ends the trading.
   */
  startTrading(isWatched: () => boolean): () => Promise<void>
  close(): Promise<void>
}
