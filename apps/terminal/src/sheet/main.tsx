import '../theme/theme.css'
import './sheet.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { networkQuery } from '../data/network.ts'
import { queryClient } from '../data/queryClient.ts'
import { practiceNetwork } from './practiceNetwork.ts'
import { Sheet } from './Sheet.tsx'

// This page has no server: its answers are set here.
queryClient.setQueryData(networkQuery.queryKey, practiceNetwork)

const container = document.getElementById('root')
if (container === null) throw new TypeError('sheet.html has no #root')
createRoot(container).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Sheet />
    </QueryClientProvider>
  </StrictMode>,
)
