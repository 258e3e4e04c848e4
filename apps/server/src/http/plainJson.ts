import { TernError } from '@tern/core'

/** No request that this server accepts is nested as deeply. */
const maxDepth = 16
/** Twice the values of a bundle with 100 wallets, or of a batch with 50 transactions. */
const maxValues = 4_096

const [quote, backslash, comma, openBracket, closeBracket, openBrace, closeBrace] = [34, 92, 44, 91, 93, 123, 125]

/**
 * Refuses JSON that is slow to parse for its length, because of deep nesting or very many values.
 * Reads the text once and allocates nothing.
 *
 * @throws TernError `http/badRequest`
 */
export function assertPlainJson(text: string): void {
  let depth = 0
  let values = 1
  let isInString = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isInString) {
      if (code === backslash) at++
      else if (code === quote) isInString = false
    } else if (code === quote) isInString = true
    else if (code === comma) values++
    else if (code === openBracket || code === openBrace) {
      depth++
      values++
    } else if (code === closeBracket || code === closeBrace) depth--
    if (depth > maxDepth)
      throw new TernError('http/badRequest', { what: `it is nested deeper than ${maxDepth} levels` })
    if (values > maxValues) throw new TernError('http/badRequest', { what: `it has more than ${maxValues} values` })
  }
}
