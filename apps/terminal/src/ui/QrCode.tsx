import { useMemo } from 'react'
import { encode } from 'uqr'

/** The quiet zone around a QR code, in modules. Readers need it. */
const quiet = 4

/** A QR code of a short text. It is dark on white in every theme, because readers expect that. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { side, path } = useMemo(() => {
    const { data: rows } = encode(text, { ecc: 'M', border: 0 })
    const runs = rows.flatMap((row, y) =>
      [
        ...row
          .map(dark => (dark ? '1' : '0'))
          .join('')
          .matchAll(/1+/g),
      ].map(({ index, 0: run }) => `M${index + quiet} ${y + quiet}h${run.length}v1h-${run.length}z`),
    )
    return { side: rows.length + 2 * quiet, path: runs.join('') }
  }, [text])
  return (
    <svg className="qr-code" viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
