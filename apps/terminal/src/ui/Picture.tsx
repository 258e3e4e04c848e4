import { useState } from 'react'

/**
 * A token's picture, or its first letter if it has none or the picture fails to load. Decorative: the symbol is beside
 * it.
 */
export function Picture({ source, symbol, size = 32 }: { source: string | null; symbol: string; size?: number }) {
  const [failed, setFailed] = useState<string>()
  const box = { width: size, height: size }
  if (source === null || source === failed)
    return (
      <span className="picture letter" style={box} aria-hidden="true">
        {symbol.slice(0, 1)}
      </span>
    )
  return (
    <img
      className="picture"
      style={box}
      src={source}
      alt=""
      width={size}
      height={size}
      decoding="async"
      onError={() => setFailed(source)}
    />
  )
}
