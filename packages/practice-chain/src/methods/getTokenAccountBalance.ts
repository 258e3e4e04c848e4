import { checkMinContextSlot, type Method, withContext } from './method.ts'
import { invalidParams, readAddress, readCommitment, readOptions } from './params.ts'
import { mintAt, tokenAccountAt } from './parsedToken.ts'
import { uiTokenAmount } from './tokenAmount.ts'

/** What one token account holds. */
export const getTokenAccountBalance: Method = ({ bank }, [address, config]) => {
  const asked = readAddress(address)
  const options = readOptions(config)
  readCommitment(options)
  checkMinContextSlot(bank, options)
  const account = bank.account(asked)
  if (account === null) throw invalidParams('Invalid param: could not find account')
  const token = tokenAccountAt(asked, account)
  if (token === undefined) throw invalidParams('Invalid param: not a Token account')
  const mint = mintAt(token.mint, bank.account(token.mint))
  if (mint === undefined) throw invalidParams('Invalid param: could not find mint')
  return withContext(bank, uiTokenAmount(token.amount, mint.decimals))
}
