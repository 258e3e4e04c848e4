import { type Method, slotOf, withContext } from './method.ts'
import { readAddress, readCommitment, readFlag, readOptionalU64, readOptions } from './params.ts'

/** Returns no voting validators: the chain's only validator does not vote. */
export const getVoteAccounts: Method = (_, [config]) => {
  const options = readOptions(config, 'RpcGetVoteAccountsConfig')
  readCommitment(options)
  readFlag(options.keepUnstakedDelinquents)
  readOptionalU64(options.delinquentSlotDistance)
  if (options.votePubkey !== undefined && options.votePubkey !== null) readAddress(options.votePubkey)
  return { current: [], delinquent: [] }
}

/** Returns the min delegation in lamports, as on a cluster. */
export const getStakeMinimumDelegation: Method = ({ bank }, [config]) =>
  withContext(slotOf(bank, readOptions(config, 'RpcContextConfig')), 1)
