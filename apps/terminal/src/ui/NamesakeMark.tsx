import type { Listing } from '../data/market/listing.ts'
import type { Namesake } from '../text/sameName.ts'
import { ShortAddress } from './Address.tsx'
import { Chip } from './Chip.tsx'

interface NamesakeMarkProps {
  readonly token: Pick<Listing, 'posesAs'>
  readonly namesake: Namesake | undefined
}

/** Warns that a token has the name of a coin or of another listed token, and shows that token's mint. */
export function NamesakeMark({ token, namesake }: NamesakeMarkProps) {
  if (namesake === undefined) return null
  const isCoin = token.posesAs !== undefined
  return (
    <Chip kind={isCoin ? 'danger' : 'caution'} size="small">
      <span>
        same name as {namesake.symbol} {isCoin ? null : <ShortAddress address={namesake.mint} />}
      </span>
    </Chip>
  )
}
