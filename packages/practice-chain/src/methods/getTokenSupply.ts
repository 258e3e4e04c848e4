import type { Address } from '@tern/core'
import type { Bank } from '../bank/bank.ts'
import { checkMinContextSlot, type Method, withContext } from './method.ts'
import { invalidParams, readAddress, readCommitment, readOptions } from './params.ts'
import { mintAt } from './parsedToken.ts'
import { uiTokenAmount } from './tokenAmount.ts'

/** How much there is of a token. */
export const getTokenSupply: Method = ({ bank }, [address, config]) => {
  const asked = readAddress(address)
  const options = readOptions(config)
  readCommitment(options)
  checkMinContextSlot(bank, options)
  const { supply, decimals } = requireMint(bank, asked)
  return withContext(bank, uiTokenAmount(supply, decimals))
}

/** The mint at `address`. @throws TernError `practice/refused`. */
export function requireMint(bank: Bank, address: Address) {
  const account = bank.account(address)
  if (account === null) throw invalidParams('Invalid param: could not find account')
  const mint = mintAt(address, account)
  if (mint === undefined) throw invalidParams('Invalid param: not a Token mint')
  return mint
}
