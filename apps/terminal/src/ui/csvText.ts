const plainNumber = /^-?\d+(?:\.\d+)?$/
/** Text that a spreadsheet takes for a formula: its first characters, ASCII and full width, also after spaces. */
const formula = /^\s*[=+\-@|%＝＋－＠]|^[\t\r\n]/

/** Writes CSV (RFC 4180), quoted where needed. A text never begins like a formula; numbers stay numbers. */
export function csvText(lines: readonly (readonly string[])[]): string {
  return `${lines.map(line => line.map(field).join(',')).join('\n')}\n`
}

function field(text: string): string {
  const safe = !plainNumber.test(text) && formula.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
