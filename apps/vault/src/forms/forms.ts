import type { VaultForm } from '@tern/custody'
import '@tern/terminal/theme.css'
import { addPasskey } from './addPasskey.ts'
import { changePassphrase } from './changePassphrase.ts'
import { confirmTrade } from './confirmTrade.ts'
import { create } from './create.ts'
import { exportKey } from './exportKey.ts'
import './forms.css'
import { givePhrase } from './givePhrase.ts'
import { importKeys } from './importKeys.ts'
import { importWallets } from './importWallets.ts'
import { limits } from './limits.ts'
import { newWallet } from './newWallet.ts'
import { removePasskey } from './removePasskey.ts'
import { replaceCode } from './replaceCode.ts'
import { restore } from './restore.ts'
import { restorePhrase } from './restorePhrase.ts'
import { revealPhrase } from './revealPhrase.ts'
import type { Scene, Stage } from './stage.ts'
import { unlock } from './unlock.ts'
import { withdraw } from './withdraw.ts'

export { errorMessage } from '@tern/core'

/** Opens a form. */
export function openForm(form: VaultForm, scene: Scene): Stage {
  switch (form.form) {
    case 'unlock':
      return unlock(scene)
    case 'create':
      return create(scene)
    case 'restore':
      return scene.wallets.state().status === 'held' && !scene.wallets.isPractice()
        ? importWallets(scene)
        : restore(scene)
    case 'restorePhrase':
      return restorePhrase(scene)
    case 'importKeys':
      return importKeys(scene)
    case 'givePhrase':
      return givePhrase(scene)
    case 'revealPhrase':
      return revealPhrase(scene)
    case 'newWallet':
      return newWallet(scene)
    case 'changePassphrase':
      return changePassphrase(scene)
    case 'replaceCode':
      return replaceCode(scene)
    case 'addPasskey':
      return addPasskey(scene)
    case 'removePasskey':
      return removePasskey(form, scene)
    case 'exportKey':
      return exportKey(form, scene)
    case 'limits':
      return limits(scene)
    case 'confirmTrade':
      return confirmTrade(form, scene)
    case 'withdraw':
      return withdraw(form, scene)
  }
}
