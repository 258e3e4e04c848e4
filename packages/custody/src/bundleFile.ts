import { TernError } from '@tern/core'
import { type Bundle, parseBundle } from './bundle.ts'

const MAX_FILE_LENGTH = 256 * 1024

/** The name that a downloaded bundle gets: `tern-wallets-7xKX…-2.json` for revision 2. */
export function bundleFileName(bundle: Bundle): string {
  return `tern-wallets-${bundle.wallets[0]?.address.slice(0, 6) ?? 'none'}-${bundle.rev}.json`
}

/** A bundle as the text of a file; `parseBundleFile` reads it back. */
export function formatBundleFile(bundle: Bundle): string {
  return `${JSON.stringify(bundle, null, 2)}\n`
}

/**
 * The bundle in a file that somebody picked.
 * @throws TernError `wallet/bundleMalformed` when it is none, and as `parseBundle`.
 */
export function parseBundleFile(text: string): Bundle {
  if (text.length > MAX_FILE_LENGTH) throw new TernError('wallet/bundleMalformed', { at: 'file' })
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (cause) {
    throw new TernError('wallet/bundleMalformed', { at: 'file' }, { cause })
  }
  return parseBundle(json)
}
