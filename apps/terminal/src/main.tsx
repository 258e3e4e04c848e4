import './theme/theme.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App, preloadPages } from './App.tsx'
import type { TakeUp } from './data/activity/sentJournal.ts'
import { startKeys } from './data/keys/keyHandlers.ts'
import { startAnswering } from './data/market/framePace.ts'
import { startLaunches } from './data/market/launches.ts'
import { startLiveTrades } from './data/market/liveTrades.ts'
import { persist } from './data/persist.ts'
import { takeReferrer } from './data/referral/referrer.ts'
import { settings, startSettings } from './data/settings/settings.ts'
import { startBlockhashes } from './data/stream/followBlockhashes.ts'
import { pageStream } from './data/stream/pageStream.ts'
import { disarmOnLock } from './data/trade/disarmOnLock.ts'
import { disarmOnOtherSettings } from './data/trade/instant.ts'
import { notedSendings, onSendingLeft } from './data/underway.ts'
import { startAutoLock } from './data/wallets/autoLock.ts'
import { startSession } from './data/wallets/session.ts'
import { preloadAfterMs } from './lazyPage.tsx'

takeReferrer()
startSettings()
startKeys(() => settings.get().keys)
startSession()
startAutoLock()
disarmOnLock()
disarmOnOtherSettings()
startLiveTrades()
startAnswering()
startLaunches()
startBlockhashes(pageStream)

const container = document.getElementById('root')
if (container === null) throw new TypeError('index.html has no #root')
createRoot(container).render(
  <StrictMode>
    <App />
  </StrictMode>,
)

// At once if a transaction is known to be pending, otherwise after the page has loaded.
const resume = (when: TakeUp) => persist(async () => (await import('./data/landing/resumeSent.ts')).resumeSent(when))
const isNoticeOwed = (localStorage.getItem('trade-transaction-notifies') ?? '{}') !== '{}'
const isUnderway = isNoticeOwed || notedSendings().length > 0
setTimeout(resume, isUnderway ? 0 : 5_000, 'atOnce')
onSendingLeft(() => resume('patiently'))

// After the page has loaded.
setTimeout(preloadPages, preloadAfterMs)
