import type { Chain } from '@tern/chain'
import type { Listing } from '../indexer/listing.ts'

/** What the server trades on: a cluster's node, or the practice chain in this process. */
export interface Node {
  readonly rpcUrl: string
  readonly subscriptionsUrl: string
  /** SVG by mint. */
  readonly pictures: ReadonlyMap<string, string>
  list(chain: Chain): Promise<readonly Listing[]>
  /** Begins whatever trading the server does by itself. @returns ends it. */
  startTrading(): Promise<() => Promise<void>>
  close(): Promise<void>
}
