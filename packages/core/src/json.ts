/**
 * Writes JSON with every `bigint` as a plain integer, as a cluster writes amounts beyond 2^53. `JSON.stringify` refuses a `bigint`.
 * Fields that are undefined are left out.
 *
 * @example
 * stringifyJson({ lamports: 2n ** 60n, memo: undefined }) // '{"lamports":1152921504606846976}'
 */
export function stringifyJson(value: unknown): string {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(stringifyJson).join(',')}]`
  let text = ''
  for (const [key, field] of Object.entries(value)) {
    if (field === undefined) continue
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${stringifyJson(field)}`
  }
  return `{${text}}`
}
