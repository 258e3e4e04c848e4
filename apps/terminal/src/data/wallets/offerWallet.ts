import type { Address } from '@tern/core'
import { openToast } from '../toasts.ts'
import { chooseWallet, labelOf, session } from './session.ts'

/** Uses a new wallet if no wallet was in use. Otherwise the wallet in use stays, and a toast offers the new wallet. */
export async function offerWallet(address: Address): Promise<void> {
  const current = session.get()
  if (!('address' in current) || current.address === address) return chooseWallet(address)
  const label = labelOf(address) ?? 'New wallet'
  const onPress = () => {
    toast.close()
    void chooseWallet(address)
  }
  const toast = openToast({
    state: 'confirmed',
    title: `${label} was added`,
    detail: `Trades still come from ${labelOf(current.address)}.`,
    actions: [{ label: `Use ${label}`, onPress }],
  })
}
