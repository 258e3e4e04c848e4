import type { Bundle } from '@tern/custody/internal'
import { readPin } from './pin.ts'

/**
 * Lists the wallets that this browser knew and a wallet file lacks: their labels, or their addresses without a label.
 */
export function lackingIn(file: Bundle): readonly string[] {
  const { addresses = [], labels } = readPin() ?? {}
  const held = new Set(file.wallets.map(({ address }) => address))
  return addresses.flatMap((address, i) => (held.has(address) ? [] : [labels?.[i] || address]))
}
