import type { VaultForm } from '@tern/custody'
import '@tern/terminal/theme.css'
import { addPasskey } from './addPasskey.ts'
import { changePassphrase } from './changePassphrase.ts'
import { confirmTrade } from './confirmTrade.ts'
import { create } from './create.ts'
import './forms.css'
import { importWallets } from './importWallets.ts'
import { limits } from './limits.ts'
import { newWallet } from './newWallet.ts'
import { removePasskey } from './removePasskey.ts'
import { replaceCode } from './replaceCode.ts'
import { restore } from './restore.ts'
import type { Scene, Stage } from './stage.ts'
import { unlock } from './unlock.ts'
import { withdraw } from './withdraw.ts'

/** Loads what shows a form. */
export async function formOf(form: VaultForm): Promise<(scene: Scene) => Stage> {
  switch (form.form) {
    case 'unlock':
      return unlock
    case 'create':
      return create
    case 'restore':
      return scene => (scene.wallets.state().status === 'held' ? importWallets(scene) : restore(scene))
    case 'newWallet':
      return newWallet
    case 'changePassphrase':
      return changePassphrase
    case 'replaceCode':
      return replaceCode
    case 'addPasskey':
      return addPasskey
    case 'removePasskey':
      return scene => removePasskey(form, scene)
    case 'exportKey': {
      const { exportKey } = await import('./exportKey.ts')
      return scene => exportKey(form, scene)
    }
    case 'limits':
      return limits
    case 'confirmTrade':
      return scene => confirmTrade(form, scene)
    case 'withdraw':
      return scene => withdraw(form, scene)
  }
}
