import { tokenAccountLayout } from '@tern/core/internal'
import { type Method, withContext } from './method.ts'
import { readAddress, readOptions } from './params.ts'
import { countedBy, requireMintOf } from './parsedToken.ts'
import { uiTokenAmount } from './tokenAmount.ts'
import { viewOf } from './view.ts'

const max = 20

/** Returns the 20 largest token accounts of a mint, largest first. */
export const getTokenLargestAccounts: Method = ({ bank }, [address, config]) => {
  const options = readOptions(config, 'CommitmentConfig')
  const asked = readAddress(address)
  const view = viewOf(bank, options)
  const counted = countedBy(requireMintOf(view, asked), view)
  const held = Array.from(view.tokenAccountsByMint(asked), ([at, { data }]) => ({
    address: at,
    amount: tokenAccountLayout.view(data, 'atLeast').amount,
  }))
  held.sort((a, b) => (a.amount === b.amount ? (a.address < b.address ? 1 : -1) : a.amount > b.amount ? -1 : 1))
  const largest = held.slice(0, max).map(one => ({ address: one.address, ...uiTokenAmount(one.amount, counted) }))
  return withContext(view.slot, largest)
}
