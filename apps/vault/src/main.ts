import { answerDoor, appOriginOf } from '@tern/custody'
import { readMoney } from './money.ts'
import { readPageAccounts } from './pageAccounts.ts'
import { serve } from './serve.ts'
import { createWallets } from './wallets.ts'

const appOrigin = appOriginOf(location.origin)

// Nobody opens it by itself.
if (appOrigin === undefined || parent === window) location.replace(appOrigin ?? 'about:blank')
else {
  const wallets = createWallets(appOrigin, readPageAccounts())
  void wallets.load()
  // Known by the time that a form is asked for.
  void readMoney()
  answerDoor(parent, appOrigin, window, port => serve(port, wallets))
}
