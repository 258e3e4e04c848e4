const plainNumber = /^-?\d+(?:\.\d+)?$/
/** What spreadsheets take for the beginning of a formula, ASCII and full width, also after spaces. */
const formula = /^\s*[=+\-@|%＝＋－＠]|^[\t\r\n]/

/** A table for a spreadsheet (RFC 4180): quoted where it has to be; a stranger's words never begin a formula, numbers stay numbers. */
export function csvText(lines: readonly (readonly string[])[]): string {
  return `${lines.map(line => line.map(field).join(',')).join('\n')}\n`
}

function field(text: string): string {
  const safe = !plainNumber.test(text) && formula.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
