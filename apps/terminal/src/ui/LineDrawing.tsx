import { lineSize, pathOf } from './linePath.ts'
import './lineDrawing.css'

/** Draws values at even steps of time, oldest first. `points` is unset while they load. */
export function LineDrawing({ points }: { points: readonly number[] | undefined }) {
  const { width, height } = lineSize
  const drawn = points && pathOf(points)
  return (
    <svg className="line-drawing" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {drawn === undefined ? null : <path className="line-drawing-area" d={drawn.area} />}
      <path className="line-drawing-grid" d={`M0 33H${width}M0 66H${width}M0 99H${width}`} />
      {drawn === undefined ? null : <path className="line-drawing-line" d={drawn.line} />}
    </svg>
  )
}
