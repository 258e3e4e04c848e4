/** Holds the place of table rows that are not rendered. The height is in pixels. */
export function RowGap({ height }: { height: number }) {
  return height > 0 ? <tr style={{ height }} /> : null
}
