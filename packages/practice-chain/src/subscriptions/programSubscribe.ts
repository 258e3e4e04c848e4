import { matchesFilters, readAccountFilters } from '../methods/accountFilter.ts'
import { encodeNotifiedAccount, readAccountFormat } from '../methods/encodeAccount.ts'
import { readCommitment, readFlag, readOptions } from '../methods/params.ts'
import { readKey } from './readKey.ts'
import { inSlot, type Subscription } from './subscription.ts'

/** Every account of a program that the filters let through, each time one has changed. */
export const programSubscribe: Subscription = {
  fewestParameters: 1,
  mostParameters: 2,
  read([program, config]) {
    const options = readOptions(config, 'RpcProgramAccountsConfig')
    const format = { ...readAccountFormat(options), dataSlice: undefined }
    const commitment = readCommitment(options)
    readFlag(options.withContext)
    const filters = readAccountFilters(options)
    const owner = readKey(program, 'pubkey')
    return {
      key: [owner, commitment, format.encoding, filters],
      begin: ({ bank, commitments }, notify) =>
        commitments[commitment].programs.listen(owner, ({ address, account, slot }) => {
          if (account === null || !matchesFilters(address, account, filters)) return
          notify(inSlot(slot, { account: encodeNotifiedAccount(address, account, format, bank), pubkey: address }))
        }),
    }
  },
}
