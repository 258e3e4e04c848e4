import './theme/theme.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App, preloadPages } from './App.tsx'
import { startKeys } from './data/keys/keys.ts'
import { startLaunches } from './data/market/launches.ts'
import { startLiveTrades } from './data/market/liveTrades.ts'
import { settings, startSettings } from './data/settings/settings.ts'
import { startBlockhashes } from './data/stream/latestBlockhash.ts'
import { disarmOnLock } from './data/trade/disarmOnLock.ts'
import { disarmOnOtherSettings } from './data/trade/instant.ts'
import { startAutoLock } from './data/wallets/autoLock.ts'
import { loadSession } from './data/wallets/session.ts'

startSettings()
startKeys(() => settings.get().keys)
void loadSession()
startAutoLock()
disarmOnLock()
disarmOnOtherSettings()
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
