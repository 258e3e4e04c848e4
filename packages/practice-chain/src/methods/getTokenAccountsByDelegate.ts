import { addressBytes, tokenAccountLayout } from '@tern/core/internal'
import type { Method } from './method.ts'
import { readAddress, readOptions } from './params.ts'
import { programOf, readTokenAccountFilter, writeTokenAccounts } from './tokenAccounts.ts'
import { viewOf } from './view.ts'

const { delegateOption, delegate: delegateOffset } = tokenAccountLayout.offsets
const isSome = Uint8Array.of(1, 0, 0, 0)

/** Returns the token accounts that this delegate may spend from, of a mint or of a token program. */
export const getTokenAccountsByDelegate: Method = ({ bank }, [delegate, filter, config]) => {
  const options = readOptions(config, 'RpcAccountInfoConfig')
  const wanted = addressBytes(readAddress(delegate))
  const tokens = readTokenAccountFilter(filter)
  const view = viewOf(bank, options)
  const bytes = [
    { offset: delegateOption, bytes: isSome },
    { offset: delegateOffset, bytes: wanted },
  ]
  return writeTokenAccounts(view, view.accountsByOwner(programOf(view, tokens), { bytes }), { filter: tokens, options })
}
