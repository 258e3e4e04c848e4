import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { NetworkRow } from '@tern/server/appRouter'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { networkQuery } from '../data/network.ts'
import type { Toast } from '../data/toasts.ts'
import { practiceNetwork } from '../sheet/practiceNetwork.ts'
import { ToastCard } from './ToastStack.tsx'

const devnet: NetworkRow = { ...practiceNetwork, kind: 'cluster', name: 'Devnet' }

function markupOf(toast: Partial<Toast>, network: NetworkRow): string {
  const client = new QueryClient()
  client.setQueryData(networkQuery.queryKey, network)
  const whole: Toast = { id: 1, state: 'sent', title: 'Sending transaction', startedAtMs: 0, endedAtMs: 0, ...toast }
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <ToastCard toast={whole} />
    </QueryClientProvider>,
  )
}

/** The targets of a toast's links. */
function linksIn(...of: Parameters<typeof markupOf>): readonly (string | undefined)[] {
  return [...markupOf(...of).matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href)
}

describe('a toast of a signed transaction', () => {
  it.each(['sent', 'confirmed', 'failed'] as const)('links to the explorer: %s', state => {
    expect(linksIn({ state, signature: '5xQm' }, devnet)).toEqual([
      'https://explorer.solana.com/tx/5xQm?cluster=devnet',
    ])
  })

  it('links to its line in Activity if no explorer shows the chain', () => {
    expect(linksIn({ signature: '5xQm' }, practiceNetwork)).toEqual(['/activity?tx=5xQm'])
  })

  it('has no link before it is signed', () => {
    expect(linksIn({ state: 'sending' }, devnet)).toEqual([])
  })
})

it('keeps an amount and SOL on one line', () => {
  const markup = markupOf(
    { state: 'confirmed', title: 'Bought 2 KITE for 0.5 SOL', detail: '1 SOL of rent' },
    practiceNetwork,
  )
  expect(markup).toContain('for 0.5\u00a0SOL')
  expect(markup).toContain('1\u00a0SOL of rent')
})
