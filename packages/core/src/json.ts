/**
 * `value` as JSON, with every `bigint` as the integer that it is, as a cluster writes amounts beyond 2^53; fields that are undefined
 * are left out. `JSON.stringify` can do neither.
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
