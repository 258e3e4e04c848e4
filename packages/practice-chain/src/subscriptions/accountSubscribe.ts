import { type AccountSnapshot, systemProgram } from '@tern/core'
import { readAccountFormat, writeNotifiedAccount } from '../methods/encodeAccount.ts'
import { readCommitment, readOptions } from '../methods/params.ts'
import { readKey } from './readKey.ts'
import { type Subscription, writtenInSlot } from './subscription.ts'

/** What a subscriber is told of an account that is gone. */
const emptyAccount = (slot: bigint): AccountSnapshot => ({
  owner: systemProgram,
  lamports: 0n,
  executable: false,
  data: new Uint8Array(),
  slot,
})

/** An account, each time it has changed: all of it, whatever slice was asked for. One that is gone is told as empty, as a cluster does. */
export const accountSubscribe: Subscription = {
  fewestParameters: 1,
  mostParameters: 2,
  read([address, config]) {
    const options = readOptions(config, 'RpcAccountInfoConfig')
    const { encoding } = readAccountFormat(options)
    const commitment = readCommitment(options)
    const asked = readKey(address, 'pubkey')
    return {
      key: [asked, commitment, encoding],
      begin: ({ bank, commitments }, notify) =>
        commitments[commitment].accounts.listen(asked, ({ account, slot }) => {
          notify(writtenInSlot(slot, writeNotifiedAccount(asked, account ?? emptyAccount(slot), encoding, bank)))
        }),
    }
  },
}
