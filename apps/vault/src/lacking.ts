import type { Bundle } from '@tern/custody'
import { readPin } from './pin.ts'

/** What this browser knew and a wallet file has not, by name. */
export function lackingIn(file: Bundle): readonly string[] {
  const { addresses = [], labels } = readPin() ?? {}
  const held = new Set(file.wallets.map(({ address }) => address))
  return addresses.flatMap((address, i) => (held.has(address) ? [] : [labels?.[i] ?? address]))
}
