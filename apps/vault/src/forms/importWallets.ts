import { isTernError } from '@tern/core'
import { type Bundle, checkRevision, maxWallets, pinOf, walletsToImport } from '@tern/custody/internal'
import { errorText } from '@tern/terminal/text/errorText.ts'
import { nextStep } from '@tern/terminal/text/walletSteps.ts'
import { openDialog } from './dialog.ts'
import { passphraseField, retype } from './field.ts'
import type { FormContext, OpenForm } from './form.ts'
import { hint, make } from './make.ts'
import { walletFile } from './walletFile.ts'

const replacing =
  'This file is a newer copy of your wallets. It replaces the copy here, and its passphrase then unlocks the wallets.'

const standing = {
  file: 'Its recovery phrase or code opens it too.',
  own: 'It protects the added wallets, too.',
}

/** Lists the kinds of secrets that open a bundle, in words. */
function openersOf({ ark }: Bundle): string {
  const has = (type: string) => ark.some(lock => lock.type === type)
  const openers = [
    'passphrase',
    ...(has('recovery') ? ['recovery code'] : []),
    ...(has('phrase') ? ['recovery phrase'] : []),
    ...(has('prf') ? ['passkeys'] : []),
  ]
  return new Intl.ListFormat('en').format(openers)
}

/**
 * Adds the wallets of a downloaded file. This browser's passphrase opens them from then on.
 * If the file is a newer copy of this browser's own wallets, it replaces them, and its passphrase opens them.
 */
export function importWallets({ wallets, money }: FormContext): OpenForm {
  const dialog = openDialog(money)
  const own = wallets.current()
  const added = (bundle: Bundle) => walletsToImport(own, bundle)
  const isNewer = (bundle: Bundle | undefined) =>
    bundle !== undefined && bundle.rev > own.rev && checkRevision(pinOf(own), bundle) === undefined

  function fateOf(bundle: Bundle): ReadonlyMap<string, string> {
    if (isNewer(bundle)) return new Map()
    const labels = new Map(added(bundle).map(({ address, label }) => [address, label]))
    return new Map(
      bundle.wallets.flatMap(({ address, label }): readonly [string, string][] => {
        const next = labels.get(address)
        if (next === undefined) return [[address, 'here already']]
        return next === label ? [] : [[address, `will be called ${next}`]]
      }),
    )
  }

  const file = walletFile({ fateOf, onChosen: judgeFile })
  const secrets = {
    file: passphraseField({ label: 'Passphrase of the file', hint: standing.file, autocomplete: 'off' }),
    own: passphraseField({ label: 'Your passphrase here', hint: standing.own }),
  }

  const joining = `The file’s wallets join yours. From then on, your ${openersOf(own)} here unlock them.`
  const about = hint(joining)
  const ownPart = make('div', {}, secrets.own.element)

  function judgeFile(): void {
    const isReplacing = isNewer(file.bundle)
    about.textContent = isReplacing ? replacing : joining
    ownPart.replaceChildren(...(isReplacing ? [] : [secrets.own.element]))
    dialog.refresh()
  }

  /** Shows or clears the error of a passphrase field. */
  function judge(name: 'file' | 'own', text: string | undefined): void {
    secrets[name].setError(text)
    secrets[name].setHint((text && nextStep(text)) ?? standing[name])
    if (text !== undefined) retype(secrets[name].input)
  }

  function fault(): string | undefined {
    if (file.bundle === undefined) return 'Choose the wallet file'
    if (isNewer(file.bundle)) return secrets.file.value === '' ? 'Type the passphrase of the file' : undefined
    const count = added(file.bundle).length
    if (count === 0) return 'All of its wallets are here already'
    if (own.wallets.length + count > maxWallets) return `The limit is ${maxWallets} wallets`
    if (secrets.file.value === '') return 'Type the passphrase of the file'
    return secrets.own.value === '' ? 'Type your passphrase here' : undefined
  }

  dialog.fill({
    title: 'Add wallets from a file',
    body: [about, ...file.elements, secrets.file.element, ownPart, file.failure],
    focus: file.input,
    action() {
      if (isNewer(file.bundle)) return 'Use the newer file'
      const count = file.bundle === undefined ? 0 : added(file.bundle).length
      return count === 1 ? 'Add the wallet' : `Add ${count} wallets`
    },
    underway: 'Opening the file…',
    fault,
    fail(text) {
      file.fail(text)
      if (text !== undefined) return
      judge('file', undefined)
      judge('own', undefined)
    },
    async submit() {
      if (file.bundle === undefined) return
      try {
        if (isNewer(file.bundle)) {
          // A wrong passphrase at `restore` would lock the open wallets.
          await (await wallets.signer()).prove(file.bundle, secrets.file.value)
          const address = await wallets.restore(file.bundle, secrets.file.value)
          return dialog.end({ outcome: 'done', address })
        }
        await wallets.importFrom(file.bundle, secrets.file.value, secrets.own.value)
        dialog.end({ outcome: 'done' })
      } catch (error) {
        if (isTernError(error, 'wallet/wrongFilePassphrase')) judge('file', errorText(error))
        else if (isTernError(error, 'wallet/wrongPassphrase'))
          judge(isNewer(file.bundle) ? 'file' : 'own', errorText(error))
        else throw error
      }
    },
  })
  return dialog
}
