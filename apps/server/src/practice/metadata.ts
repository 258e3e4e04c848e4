import type { Chain } from '@tern/chain'
import { type Address, decodeMetadata, decodeMint, isTernError, metadataAddress } from '@tern/core'
import type { WorldToken } from '@tern/practice-chain'
import { describeName, drawEmblem, emblemOf, metadataUri, practiceOrigin } from '@tern/practice-chain/internal/makers'
import type { MetadataRow } from '../data/rows.ts'

/**
 * Returns each mint's picture, an SVG document. The world's own tokens have their picture. A picture of another mint is
 * drawn from its address.
 */
export function pictures(world: readonly WorldToken[]): (mint: Address) => string {
  const own = new Map(world.map(({ mint, picture }) => [mint, picture]))
  return mint => own.get(mint) ?? drawEmblem(emblemOf(mint), 'A token')
}

/**
 * Returns a reader of tokens' metadata. It returns `undefined` if the token's own URI, in its mint or at Metaplex, does
 * not point to this server.
 *
 * @throws TernError `rpc/*`.
 */
export function metadataReader(world: readonly WorldToken[]) {
  const stories = new Map(world.map(({ mint, description }) => [mint, description]))
  return async (chain: Chain, mint: Address): Promise<MetadataRow | undefined> => {
    const names = await readNames(chain, mint)
    if (names?.uri !== metadataUri(mint)) return undefined
    const { name, symbol } = names
    return {
      name,
      symbol,
      description: stories.get(mint) ?? describeName(name),
      image: `${practiceOrigin}/pictures/${mint}.svg`,
    }
  }
}

async function readNames(chain: Chain, mint: Address) {
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
