import { matchesFilters, readAccountFilters } from '../methods/accountFilter.ts'
import { encodeNotifiedAccount, readAccountFormat } from '../methods/encodeAccount.ts'
import { apiVersion } from '../methods/method.ts'
import { readAddress, readCommitment, readOptions } from '../methods/params.ts'
import type { Subscription } from './subscription.ts'

/** Every account of a program that the filters let through, each time one has changed. */
export const programSubscribe: Subscription = ({ bank, commitments }, [program, config], notify) => {
  const owner = readAddress(program)
  const options = readOptions(config)
  const format = readAccountFormat(options)
  const filters = readAccountFilters(options)
  return commitments.listen({
    commitment: readCommitment(options),
    onAccount({ address, account, slot }) {
      if (account?.owner !== owner || !matchesFilters(address, account, filters)) return
      const value = { account: encodeNotifiedAccount(address, account, format, bank), pubkey: address }
      notify({ context: { apiVersion, slot }, value })
    },
  })
}
