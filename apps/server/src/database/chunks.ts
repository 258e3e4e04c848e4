/** Max rows in a statement. PostgreSQL allows 65,535 parameters. */
const maxRows = 500

/**
 * Cuts rows into parts that fit into a statement each.
 *
 * @example
 * chunks([1, 2]) // [[1, 2]]
 */
export function chunks<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const parts: (readonly Item[])[] = []
  for (let at = 0; at < items.length; at += maxRows) parts.push(items.slice(at, at + maxRows))
  return parts
}
