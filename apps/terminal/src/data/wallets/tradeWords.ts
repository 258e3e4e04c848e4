import type { TokenWords, VaultForm } from '@tern/custody'
import { tokensQuery } from '../market/tokens.ts'
import { queryClient } from '../queryClient.ts'

type Asked = Pick<Extract<VaultForm, { form: 'confirmTrade' }>, 'messages'>

/** Returns the names of the traded tokens from the server's list, for the signer to show with its own reading. */
export function tradeWords({ messages }: Asked): readonly TokenWords[] {
  const traded = new Set(messages.flatMap(({ terms }) => [...terms.spend, ...terms.receive].map(({ mint }) => mint)))
  return (queryClient.getQueryData(tokensQuery.queryKey) ?? [])
    .filter(({ mint }) => traded.has(mint))
    .map(({ mint, symbol, decimals, scale }) => ({ mint, symbol, decimals, ...(scale && { scale }) }))
}
