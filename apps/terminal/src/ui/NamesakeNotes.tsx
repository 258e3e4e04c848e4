import { ownSymbol } from '../data/market/listing.ts'
import { useNamesakes } from '../data/market/namesakes.ts'
import type { SwapToken } from '../data/swap/swapTokens.ts'
import { ShortAddress } from './Address.tsx'
import { NamesakeMark } from './NamesakeMark.tsx'

/** Warns of each token that has the name of a coin or of another listed token. Absent if there is none. */
export function NamesakeNotes({ tokens }: { tokens: readonly (SwapToken | undefined)[] }) {
  const namesakeOf = useNamesakes()
  return tokens.map(token => {
    const namesake = token && namesakeOf(token)
    return token === undefined || namesake === undefined ? null : (
      <p key={token.mint} className="hint">
        {ownSymbol(token)} <ShortAddress address={token.mint} />: <NamesakeMark token={token} namesake={namesake} />
      </p>
    )
  })
}
