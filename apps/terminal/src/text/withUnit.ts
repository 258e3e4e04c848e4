/** Appends a unit on the same line: `1` and `%` → `1%`, `1` and `SOL` → `1 SOL`. */
export function withUnit(text: string, unit: string | undefined): string {
  return unit === undefined ? text : `${text}${unit === '%' ? '' : '\u00a0'}${unit}`
}
