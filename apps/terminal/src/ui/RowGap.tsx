/** Keeps the place of a table's rows that are not rendered, in pixels. */
export function RowGap({ height }: { height: number }) {
  return height > 0 ? <tr style={{ height }} /> : null
}
