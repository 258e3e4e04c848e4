import { requireMint } from './getTokenSupply.ts'
import { checkMinContextSlot, type Method, withContext } from './method.ts'
import { readAddress, readCommitment, readOptions } from './params.ts'
import { tokenAccountAt } from './parsedToken.ts'
import { uiTokenAmount } from './tokenAmount.ts'

const most = 20

/** The 20 token accounts of a mint that hold most, the largest first. */
export const getTokenLargestAccounts: Method = ({ bank }, [address, config]) => {
  const asked = readAddress(address)
  const options = readOptions(config)
  readCommitment(options)
  checkMinContextSlot(bank, options)
  const { decimals } = requireMint(bank, asked)
  const held = [...bank.tokenAccountsByMint(asked)].flatMap(([at, account]) => tokenAccountAt(at, account) ?? [])
  held.sort((a, b) => (a.amount === b.amount ? (a.address < b.address ? -1 : 1) : a.amount > b.amount ? -1 : 1))
  const largest = held
    .slice(0, most)
    .map(token => ({ address: token.address, ...uiTokenAmount(token.amount, decimals) }))
  return withContext(bank, largest)
}
