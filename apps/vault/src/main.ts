import { answerDoor, appOriginOf } from '@tern/custody'
import { serve } from './serve.ts'
import { readTipAccounts } from './tipAccounts.ts'
import { createWallets } from './wallets.ts'

const appOrigin = appOriginOf(location.origin)

// Nobody opens it by itself.
if (appOrigin === undefined || parent === window) location.replace(appOrigin ?? 'about:blank')
else {
  const wallets = createWallets(appOrigin, readTipAccounts())
  void wallets.load()
  answerDoor(parent, appOrigin, window, port => serve(port, wallets))
}
