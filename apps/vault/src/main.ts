import { answerDoor, appOriginOf } from '@tern/custody'
import { readMoney } from './money.ts'
import { readPageAccounts } from './pageAccounts.ts'
import { serve } from './serve.ts'
import { createWallets } from './wallets.ts'
import { openWindow } from './window.ts'

const appOrigin = appOriginOf(location.origin)
const isWindow = location.pathname === '/window'

// Nobody opens the frame's page by itself, or frames the window's.
if (appOrigin === undefined || isWindow !== (parent === window)) location.replace(appOrigin ?? 'about:blank')
else {
  const request = isWindow ? location.hash.slice(1) : undefined
  const wallets = createWallets(appOrigin, readPageAccounts(), request)
  void wallets.load()
  // Known by the time that a form is asked for.
  void readMoney()
  if (request !== undefined) void openWindow(wallets, request)
  else answerDoor(parent, appOrigin, window, port => serve(port, wallets))
}
