import { matchesFilters, readAccountFilters } from '../methods/accountFilter.ts'
import { readAccountFormat, writeNotifiedAccount } from '../methods/encodeAccount.ts'
import { readCommitment, readFlag, readOptions } from '../methods/params.ts'
import { readKey } from './readKey.ts'
import { type Subscription, writtenInSlot } from './subscription.ts'

/** Notifies of every change of a program's accounts that pass the filters. */
export const programSubscribe: Subscription = {
  minParameters: 1,
  maxParameters: 2,
  read([program, config]) {
    const options = readOptions(config, 'RpcProgramAccountsConfig')
    const { encoding } = readAccountFormat(options)
    const commitment = readCommitment(options)
    readFlag(options.withContext)
    const filters = readAccountFilters(options)
    const owner = readKey(program, 'pubkey')
    return {
      key: [owner, commitment, encoding, filters],
      begin: ({ bank, commitments }, notify) =>
        commitments[commitment].programs.listen(owner, ({ address, account, slot }) => {
          if (account === null || !matchesFilters(address, account, filters)) return
          const written = writeNotifiedAccount(address, account, { encoding, accounts: bank })
          notify(writtenInSlot(slot, `{"account":${written},"pubkey":"${address}"}`))
        }),
    }
  },
}
