import type { Chain } from '@tern/chain'
import type { Address } from '@tern/core'
import type { Candidate } from '@tern/venues/finder'
import type { Listing } from '../indexer/listing.ts'
import type { MetadataRow } from '../practice/metadata.ts'
import type { NodeAddress } from './nodes.ts'

/** What the server trades on: a cluster's nodes, or the practice chain in this process. */
export interface Node {
  /** At least one. */
  readonly addresses: readonly NodeAddress[]
  /** How long the node has for an answer, in milliseconds; unset: as long as any node of a cluster. */
  readonly answerWithinMs?: number
  /** Runs a read of the start: a node in this process is asked until it answers, a cluster's node once. */
  persist<Answer>(read: () => Promise<Answer>): Promise<Answer>
  /** With the accounts that trades share; `undefined`: none. */
  readonly lookupTable: Address | undefined
  /** A mint's picture, an SVG document, where this server draws them. */
  pictureOf(mint: Address): string | undefined
  /** A token's metadata, where it says that it is on this server. */
  metadataOf(chain: Chain, mint: Address): Promise<MetadataRow | undefined>
  list(chain: Chain): Promise<readonly Listing[]>
  /** Pools that a token may have on the chain of that genesis hash, beyond those that follow from its mint everywhere. */
  candidatesOf(mint: Address, genesisHash: string): Promise<readonly Candidate[]>
  /**
   * Begins whatever trading the server does by itself, and waits for none of it.
   *
   * @param isWatched - whether anybody looks.
   * @returns ends the trading.
   */
  startTrading(isWatched: () => boolean): () => Promise<void>
  close(): Promise<void>
}
