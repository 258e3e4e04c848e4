import '../theme/theme.css'
import './sheet.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { networkQuery } from '../data/network.ts'
import { queryClient } from '../data/queryClient.ts'
import { Sheet } from './Sheet.tsx'

// This page has no server: its answers are set here.
queryClient.setQueryData(networkQuery.queryKey, {
  kind: 'practice',
  name: 'Practice',
  genesisHash: '',
  nodes: 1,
  feeWallet: null,
  lookupTable: null,
  disabledFeatures: [],
  slotMs: 400,
})

const container = document.getElementById('root')
if (container === null) throw new TypeError('sheet.html has no #root')
createRoot(container).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Sheet />
    </QueryClientProvider>
  </StrictMode>,
)
