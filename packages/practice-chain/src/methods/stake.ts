import { type Method, slotOf, withContext } from './method.ts'
import { readAddress, readCommitment, readFlag, readOptionalU64, readOptions } from './params.ts'

/** The validators that vote: the chain's only one does not need to. */
export const getVoteAccounts: Method = (_, [config]) => {
  const options = readOptions(config, 'RpcGetVoteAccountsConfig')
  readCommitment(options)
  readFlag(options.keepUnstakedDelinquents)
  readOptionalU64(options.delinquentSlotDistance)
  if (options.votePubkey !== undefined && options.votePubkey !== null) readAddress(options.votePubkey)
  return { current: [], delinquent: [] }
}

/** The least that can be delegated, lamports: as on a cluster. */
export const getStakeMinimumDelegation: Method = ({ bank }, [config]) =>
  withContext(slotOf(bank, readOptions(config, 'RpcContextConfig')), 1)
