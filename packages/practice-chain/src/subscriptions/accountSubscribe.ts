import { encodeNotifiedAccount, readAccountFormat } from '../methods/encodeAccount.ts'
import { apiVersion } from '../methods/method.ts'
import { readAddress, readCommitment, readOptions } from '../methods/params.ts'
import { emptyAccount } from './emptyAccount.ts'
import type { Subscription } from './subscription.ts'

/** An account, each time it has changed. One that is gone is told as empty, as a cluster does. */
export const accountSubscribe: Subscription = ({ bank, commitments }, [address, config], notify) => {
  const asked = readAddress(address)
  const options = readOptions(config)
  const format = readAccountFormat(options)
  return commitments.listen({
    commitment: readCommitment(options),
    onAccount({ address, account, slot }) {
      if (address !== asked) return
      const value = encodeNotifiedAccount(asked, account ?? emptyAccount(slot), format, bank)
      notify({ context: { apiVersion, slot }, value })
    },
  })
}
