import { QueryClientProvider } from '@tanstack/react-query'
import type { ListedWallet } from '@tern/custody'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, it, vi } from 'vitest'
import { queryClient } from '../../data/queryClient.ts'
import { WalletRow } from './WalletRow.tsx'

// The balance has no value while a row is rendered to text.
vi.mock('../../data/wallets/useBalance.ts', () => ({ useBalance: () => undefined }))

// The test files of a worker share the query client.
afterAll(() => queryClient.clear())

const address = 'So11111111111111111111111111111111111111112' as ListedWallet['address']

const nothing = () => undefined

/** The row of a wallet as HTML. */
const rowOf = (wallet: ListedWallet) =>
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <WalletRow
        {...{ wallet, isChosen: false, onMove: undefined, onExport: undefined }}
        {...{ onChoose: nothing, onDeposit: nothing, onWithdraw: nothing, onRename: nothing }}
      />
    </QueryClientProvider>,
  )

it('shows no address and offers no deposit for a wallet that only the server names', () => {
  const wallet: ListedWallet = { address, label: 'Wallet 1', createdAt: 0, nonceMode: false }
  const shown = rowOf(wallet)
  expect(shown).toContain('Deposit to Wallet 1')
  expect(shown).toContain(address)
  const unchecked = rowOf({ ...wallet, isUnchecked: true })
  expect(unchecked).toContain('not checked')
  expect(unchecked).not.toContain('Deposit')
  expect(unchecked).not.toContain(address)
})
