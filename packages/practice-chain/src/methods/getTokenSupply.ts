import { token2022Program, tokenProgram } from '@tern/core'
import { type Method, withContext } from './method.ts'
import { invalidParams, readAddress, readOptions } from './params.ts'
import { countedBy, mintAt } from './parsedToken.ts'
import { uiTokenAmount } from './tokenAmount.ts'
import { viewOf } from './view.ts'

/** Returns the supply of a token. */
export const getTokenSupply: Method = ({ bank }, [address, config]) => {
  const options = readOptions(config, 'CommitmentConfig')
  const asked = readAddress(address)
  const view = viewOf(bank, options)
  const account = view.account(asked)
  if (account === null) throw invalidParams('Invalid param: could not find account')
  if (account.owner !== tokenProgram && account.owner !== token2022Program)
    throw invalidParams('Invalid param: not a Token mint')
  const mint = mintAt(asked, account)
  if (mint === undefined) throw invalidParams('Invalid param: mint could not be unpacked')
  return withContext(view.slot, uiTokenAmount(mint.supply, countedBy(mint, view)))
}
