import { TernError } from '@tern/core'
import { type Bundle, parseBundle } from './bundle.ts'

const maxFileLength = 256 * 1024

/**
 * Names a downloaded bundle, for example `tern-wallets-7xKXab-2.json` for revision 2: the first wallet's first 6 characters.
 */
export function bundleFileName(bundle: Bundle): string {
  return `tern-wallets-${bundle.wallets[0]?.address.slice(0, 6) ?? 'none'}-${bundle.rev}.json`
}

/** Formats a bundle as the text of a file, for `parseBundleFile` to read. */
export function formatBundleFile(bundle: Bundle): string {
  return `${JSON.stringify(bundle, null, 2)}\n`
}

/**
 * Parses the text of a bundle file.
 *
 * @throws TernError `wallet/bundleMalformed` if the file is over 256 Ki characters or not a bundle, and as `parseBundle`.
 */
export function parseBundleFile(text: string): Bundle {
  if (text.length > maxFileLength) throw new TernError('wallet/bundleMalformed', { at: 'file' })
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (cause) {
    throw new TernError('wallet/bundleMalformed', { at: 'file' }, { cause })
  }
  return parseBundle(json)
}
