import type { Chain } from '@tern/chain'
import { type Address, decodeMetadata, decodeMint, isTernError, metadataAddress } from '@tern/core'
import type { WorldToken } from '@tern/practice-chain'
import { describeName, drawEmblem, emblemOf, metadataUri, practiceOrigin } from '@tern/practice-chain/makers'

/** What stands where a token's metadata says, as wallets read it. */
export interface MetadataRow {
  readonly name: string
  readonly symbol: string
  readonly description: string
  /** An address under the practice world's name, as the metadata's own is. */
  readonly image: string
}

/** The picture of any mint, an SVG document: the world's own tokens have theirs, of the others each has one by its address. */
export function pictures(world: readonly WorldToken[]): (mint: Address) => string {
  const own = new Map(world.map(({ mint, picture }) => [mint, picture]))
  return mint => own.get(mint) ?? drawEmblem(emblemOf(mint), 'A token')
}

/**
 * The metadata of a token that says that it is here, as its own mint or Metaplex names it; `undefined` of any other.
 * @throws TernError `rpc/*`.
 */
export function metadataReader(world: readonly WorldToken[]) {
  const stories = new Map(world.map(({ mint, description }) => [mint, description]))
  return async (chain: Chain, mint: Address): Promise<MetadataRow | undefined> => {
    const words = await readWords(chain, mint)
    if (words?.uri !== metadataUri(mint)) return undefined
    const { name, symbol } = words
    return {
      name,
      symbol,
      description: stories.get(mint) ?? describeName(name),
      image: `${practiceOrigin}/pictures/${mint}.svg`,
    }
  }
}

async function readWords(chain: Chain, mint: Address) {
  const address = await metadataAddress(mint)
  const accounts = await chain.readAccounts([mint, address])
  const account = accounts.get(address)
  try {
    return (
      decodeMint(mint, accounts.get(mint)).extensions.tokenMetadata ??
      (account ? decodeMetadata(address, account) : undefined)
    )
  } catch (error) {
    if (isTernError(error)) return undefined
    throw error
  }
}
