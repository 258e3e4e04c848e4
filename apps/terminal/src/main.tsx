import './theme/theme.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App, preloadPages } from './App.tsx'
import { startAutoLock } from './data/autoLock.ts'
import { startBlockhashes } from './data/blockhash.ts'
import { disarmOnLock } from './data/disarmOnLock.ts'
import { startKeys } from './data/keys.ts'
import { startLaunches } from './data/launches.ts'
import { startLiveTrades } from './data/liveTrades.ts'
import { loadSession } from './data/session.ts'
import { startSettings } from './data/settings.ts'
import { startSharedSession } from './data/sharedSession.ts'

startSettings()
startKeys()
void loadSession()
startSharedSession()
startAutoLock()
disarmOnLock()
startLiveTrades()
startLaunches()
startBlockhashes()

const container = document.getElementById('root')
if (container === null) throw new TypeError('index.html has no #root')
createRoot(container).render(
  <StrictMode>
    <App />
  </StrictMode>,
)

// Once what was asked for is there.
setTimeout(preloadPages, 5_000)
