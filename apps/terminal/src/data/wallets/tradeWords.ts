import type { TokenWords, VaultForm } from '@tern/custody'
import { tokensQuery } from '../market/tokens.ts'
import { queryClient } from '../queryClient.ts'

type Asked = Pick<Extract<VaultForm, { form: 'confirmTrade' }>, 'messages'>

/** What the lists call the tokens that are traded, for the signer to say beside what it reads. */
export function tradeWords({ messages }: Asked): readonly TokenWords[] {
  const traded = new Set(messages.flatMap(({ limits }) => (limits ? [limits.mintIn, limits.mintOut] : [])))
  return (queryClient.getQueryData(tokensQuery.queryKey) ?? [])
    .filter(({ mint }) => traded.has(mint))
    .map(({ mint, symbol, decimals, scale }) => ({ mint, symbol, decimals, ...(scale && { scale }) }))
}
