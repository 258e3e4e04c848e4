import type { Address } from '@tern/core'
import { kdfLimits } from '../src/bundle.ts'
import { formatBundleFile } from '../src/bundleFile.ts'
import { createKeystore } from '../src/keystore.ts'

export interface WalletFile {
  readonly text: string
  readonly address: Address
  /** Opens it at once, because it needs no stretching. */
  readonly recoveryCode: string
}

/** Makes the file of a new wallet, with the lowest passphrase cost that a vault accepts. */
export async function makeWalletFile(passphrase: string): Promise<WalletFile> {
  const [m, t, p] = [kdfLimits.m[0], kdfLimits.t[0], kdfLimits.p[0]]
  const { bundle, addresses, recoveryCode } = await createKeystore({ m, t, p }).create({
    passphrase: new TextEncoder().encode(passphrase),
    suborgId: crypto.randomUUID(),
    label: 'Main',
    createdAt: Math.floor(Date.now() / 1000),
  })
  const [address] = addresses
  if (address === undefined) throw new RangeError('no wallet was made')
  return { text: formatBundleFile(bundle), address, recoveryCode }
}
