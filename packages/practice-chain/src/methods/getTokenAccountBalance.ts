import { type Method, withContext } from './method.ts'
import { invalidParams, readAddress, readOptions } from './params.ts'
import { countedBy, requireMintOf, tokenAccountAt } from './parsedToken.ts'
import { uiTokenAmount } from './tokenAmount.ts'
import { viewOf } from './view.ts'

/** Returns the balance of a token account. */
export const getTokenAccountBalance: Method = ({ bank }, [address, config]) => {
  const options = readOptions(config, 'CommitmentConfig')
  const asked = readAddress(address)
  const view = viewOf(bank, options)
  const account = view.account(asked)
  if (account === null) throw invalidParams('Invalid param: could not find account')
  const token = tokenAccountAt(asked, account)
  if (token === undefined) throw invalidParams('Invalid param: not a Token account')
  return withContext(view.slot, uiTokenAmount(token.amount, countedBy(requireMintOf(view, token.mint), view)))
}
