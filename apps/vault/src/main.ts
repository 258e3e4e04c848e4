import { answerDoor, appOriginOf } from '@tern/custody/internal'
import { browserCopies } from './copy.ts'
import { isSignerShared } from './isSignerShared.ts'
import { readMoney } from './money.ts'
import { readPageAccounts } from './pageAccounts.ts'
import { serve } from './serve.ts'
import { createWallets } from './wallets.ts'
import { openWindow } from './window.ts'

const appOrigin = appOriginOf(location.origin)
const isWindow = location.pathname === '/window'

// The frame's page is never opened by itself, and the window's page is never framed.
if (appOrigin === undefined || isWindow !== (parent === window)) location.replace(appOrigin ?? 'about:blank')
else {
  const request = isWindow ? location.hash.slice(1) : undefined
  const wallets = createWallets(appOrigin, readPageAccounts(), {
    joinKeys: async accounts => (await import('./joinKeys.ts')).joinKeys(accounts, request),
    isSignerShared,
    copies: browserCopies,
  })
  void wallets.load()
  // Start early, so that it is known before the first form.
  void readMoney()
  if (request !== undefined) void openWindow(wallets, request)
  else answerDoor({ parent, appOrigin, self: window }, port => serve(port, wallets))
}
