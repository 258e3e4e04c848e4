import { type AccountSnapshot, systemProgram } from '@tern/core'
import { readAccountFormat, writeNotifiedAccount } from '../methods/encodeAccount.ts'
import { readCommitment, readOptions } from '../methods/params.ts'
import { readKey } from './readKey.ts'
import { type Subscription, writtenInSlot } from './subscription.ts'

/** The notification for a deleted account. */
const emptyAccount = (slot: bigint): AccountSnapshot => ({
  owner: systemProgram,
  lamports: 0n,
  executable: false,
  data: new Uint8Array(),
  slot,
})

/**
 * Notifies of an account each time it changes. It always sends all data, even if the client asked for a slice.
 * A deleted account is sent as an empty account, as a cluster does.
 */
export const accountSubscribe: Subscription = {
  minParameters: 1,
  maxParameters: 2,
  read([address, config]) {
    const options = readOptions(config, 'RpcAccountInfoConfig')
    const { encoding } = readAccountFormat(options)
    const commitment = readCommitment(options)
    const asked = readKey(address, 'pubkey')
    return {
      key: [asked, commitment, encoding],
      begin: ({ bank, commitments }, notify) =>
        commitments[commitment].accounts.listen(asked, ({ account, slot }) => {
          notify(
            writtenInSlot(
              slot,
              writeNotifiedAccount(asked, account ?? emptyAccount(slot), { encoding, accounts: bank }),
            ),
          )
        }),
    }
  },
}
