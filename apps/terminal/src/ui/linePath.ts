/** The size of the drawing, which is stretched to its place on the page. */
export const lineSize = { width: 800, height: 132 } as const
const margin = 8
/** The drawing's height spans at least 1/20 of the highest value. */
const minSpan = 20

/** Draws the points as an SVG line, and the area below it. */
export function pathOf(points: readonly number[]): { readonly line: string; readonly area: string } {
  const { width, height } = lineSize
  const [lowest, highest] = [Math.min(...points), Math.max(...points)]
  // Small changes must not fill the height.
  const span = Math.max(highest - lowest, Math.abs(highest) / minSpan)
  const middle = (highest + lowest) / 2
  const y = (point: number) =>
    span === 0 ? height / 2 : height / 2 - ((point - middle) / span) * (height - 2 * margin)
  const x = (i: number) => (i / Math.max(1, points.length - 1)) * width
  const line = points.map((point, i) => `${i === 0 ? 'M' : 'L'}${x(i).toFixed(1)} ${y(point).toFixed(1)}`).join('')
  return { line, area: `${line}L${width} ${height}L0 ${height}Z` }
}
