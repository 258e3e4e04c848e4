import './pairPictures.css'
import { Picture } from './Picture.tsx'

interface Pictured {
  readonly symbol: string
  readonly picture: string | null
}

/** The pictures of a pair, the second over the edge of the first. */
export const PairPictures = ({ tokens, size = 20 }: { tokens: readonly Pictured[]; size?: number }) => (
  <span className="pair-pictures">
    {tokens.map(({ symbol, picture }, at) => (
      // A new element for each picture, because an old one would show its last picture until the new one loads.
      // biome-ignore lint/suspicious/noArrayIndexKey: a side is known by its place
      <Picture key={`${at} ${picture}`} source={picture} symbol={symbol} size={size} />
    ))}
  </span>
)
