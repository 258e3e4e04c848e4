import { addressBytes, tokenAccountLayout } from '@tern/core'
import type { Method } from './method.ts'
import { readAddress, readOptions } from './params.ts'
import { programOf, readTokenAccountFilter, writeTokenAccounts } from './tokenAccounts.ts'
import { viewOf } from './view.ts'

const { delegateOption, delegate: delegateOffset } = tokenAccountLayout.offsets

/** The token accounts that somebody may spend from for their owners, of one mint or of one token program. */
export const getTokenAccountsByDelegate: Method = ({ bank }, [delegate, filter, config]) => {
  const options = readOptions(config, 'RpcAccountInfoConfig')
  const wanted = Buffer.from(addressBytes(readAddress(delegate)))
  const tokens = readTokenAccountFilter(filter)
  const view = viewOf(bank, options)
  const candidates =
    'mint' in tokens ? view.tokenAccountsByMint(tokens.mint) : view.accountsByOwner(programOf(view, tokens))
  const delegated = [...candidates].filter(
    ([, { data }]) => data[delegateOption] === 1 && wanted.equals(data.subarray(delegateOffset, delegateOffset + 32)),
  )
  return writeTokenAccounts(view, delegated, tokens, options)
}
