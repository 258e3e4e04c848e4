import { TernError } from '@tern/core'
import { readableText } from '@tern/core/internal'
import type { FormOutcome, VaultForm } from '@tern/custody'
import { bundleFileName, formatBundleFile, serveVault } from '@tern/custody/internal'
import { saveFile } from '@tern/terminal/saveFile'
import { askInWindow } from './askInWindow.ts'
import type { OpenForm } from './forms/form.ts'
import { readMoney } from './money.ts'
import { noteHappenings } from './noteHappenings.ts'
import type { Wallets } from './wallets.ts'

const startForms = () => import('./forms/forms.ts')

/** Serves the terminal that frames this page. */
export function serve(port: MessagePort, wallets: Wallets): void {
  let openedForm: OpenForm | undefined
  let shown = 0

  const wants = () => notify({ wants: 'withdrawal' })

  /** Ends the requested form, even before it has opened. */
  let close = () => {}

  function show(form: VaultForm, id: string | undefined): Promise<FormOutcome> {
    hide()
    const turn = shown
    if (id !== undefined) {
      const look = () => ({ ...document.documentElement.dataset })
      const asked = askInWindow({ id, form, look, wants })
      openedForm = asked
      return asked.ended.finally(wallets.lend(id))
    }
    return new Promise((resolve, reject) => {
      close = () => resolve({ outcome: 'closed' })
      open(form, turn).then(resolve, reject)
    })
  }

  async function open(form: VaultForm, turn: number): Promise<FormOutcome> {
    if (form.form === 'unlock' && wallets.isPractice()) return { outcome: 'done', address: await wallets.practise() }
    const [{ openForm }, money] = await Promise.all([startForms(), readMoney()])
    // The form was closed meanwhile, or another form was requested.
    if (turn !== shown) return { outcome: 'closed' }
    const opened = openForm(form, { wallets, money, wants })
    openedForm = opened
    return opened.ended
  }

  function hide() {
    shown++
    close()
    openedForm?.end({ outcome: 'closed' })
  }

  const notify = serveVault(port, {
    look({ look }) {
      Object.assign(document.documentElement.dataset, look)
      return null
    },
    autoLock({ rule }) {
      wallets.setAutoLock(rule)
      return null
    },
    presence({ isActive, isInSight }) {
      wallets.notePresence({ isActive, isInSight })
      return null
    },
    show: ({ form, window }) => show(form, window),
    hide() {
      hide()
      return null
    },
    practise: async () => ({ address: await wallets.practise() }),
    async lock() {
      await wallets.lock()
      return null
    },
    async rename({ address, label }) {
      await wallets.rename(address, readableText(label, 64))
      return null
    },
    async nonceMode({ address, isOn }) {
      await wallets.setNonceMode(address, isOn)
      return null
    },
    async signOutOthers() {
      await wallets.signOutOthers()
      return null
    },
    async download() {
      const bundle = await wallets.toDownload()
      saveFile(bundleFileName(bundle), formatBundleFile(bundle))
      return null
    },
    async withdraw({ address, bytes, terms }) {
      if (openedForm?.withdraw === undefined)
        throw new TernError('wallet/refusedToSign', { reason: 'nobody confirmed it' })
      return { signature: await openedForm.withdraw({ address, bytes, terms }) }
    },
  })

  const notifySigning = () => notify({ signing: wallets.joined.get()?.signingPort() ?? null })
  wallets.joined.subscribe(notifySigning)
  notifySigning()
  const notifyState = () => notify({ state: wallets.state() })
  wallets.subscribe(notifyState)
  notifyState()
  wallets.signedLamports.subscribe(() => notify({ signedLamports: wallets.signedLamports.get() }))
  port.start()
  noteHappenings(wallets)
  addEventListener('keydown', ({ key }) => {
    // A form that is still loading cannot close itself.
    if (key === 'Escape' && document.querySelector('dialog[open]') === null) hide()
  })
}
