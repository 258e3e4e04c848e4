import type { VaultForm } from '@tern/custody'
import '@tern/terminal/theme.css'
import { addPasskey } from './addPasskey.ts'
import { changePassphrase } from './changePassphrase.ts'
import { confirmTrade } from './confirmTrade.ts'
import { create } from './create.ts'
import { exportKey } from './exportKey.ts'
import './forms.css'
import type { FormContext, OpenForm } from './form.ts'
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
import { unlock } from './unlock.ts'
import { withdraw } from './withdraw.ts'

export { errorMessage } from '@tern/core'

/** Opens a form. */
export function openForm(form: VaultForm, context: FormContext): OpenForm {
  switch (form.form) {
    case 'unlock':
      return unlock(context)
    case 'create':
      return create(context)
    case 'restore':
      return context.wallets.state().status === 'held' && !context.wallets.isPractice()
        ? importWallets(context)
        : restore(context)
    case 'restorePhrase':
      return restorePhrase(context)
    case 'importKeys':
      return importKeys(context)
    case 'givePhrase':
      return givePhrase(context)
    case 'revealPhrase':
      return revealPhrase(context)
    case 'newWallet':
      return newWallet(context)
    case 'changePassphrase':
      return changePassphrase(context)
    case 'replaceCode':
      return replaceCode(context)
    case 'addPasskey':
      return addPasskey(context)
    case 'removePasskey':
      return removePasskey(form, context)
    case 'exportKey':
      return exportKey(form, context)
    case 'limits':
      return limits(context)
    case 'confirmTrade':
      return confirmTrade(form, context)
    case 'withdraw':
      return withdraw(form, context)
  }
}
