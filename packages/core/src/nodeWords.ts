/** A node's words, as it wrote them. */
export const nodeWords = (error: unknown): string =>
  JSON.stringify(error, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value))
