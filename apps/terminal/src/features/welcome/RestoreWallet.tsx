import { type Bundle, parseBundleFile } from '@tern/custody'
import { type FormEvent, useRef, useState } from 'react'
import { restoreWallet } from '../../data/wallets/session.ts'
import { errorText } from '../../text/errorText.ts'
import { nextStep } from '../../text/nextStep.ts'
import { ShortAddress } from '../../ui/Address.tsx'
import { Button } from '../../ui/Button.tsx'
import { PassphraseField } from '../../ui/PassphraseField.tsx'
import { PassphraseUser } from '../../ui/PassphraseUser.tsx'
import { Ring } from '../../ui/Ring.tsx'
import { useInSight } from './useInSight.ts'

interface RestoreWalletProps {
  readonly onReady: () => void
  readonly onBack: () => void
}

/** Takes a downloaded wallet file and its passphrase, opens it, and makes it this browser's wallet. */
export function RestoreWallet({ onReady, onBack }: RestoreWalletProps) {
  const [bundle, setBundle] = useState<Bundle>()
  const [fileName, setFileName] = useState<string>()
  const [passphrase, setPassphrase] = useState('')
  const [isOpening, setOpening] = useState(false)
  const [failure, setFailure] = useState<string>()
  const picker = useRef<HTMLInputElement>(null)

  async function pick(file: File | undefined) {
    if (file === undefined) return
    setFailure(undefined)
    setFileName(file.name)
    try {
      setBundle(parseBundleFile(await file.text()))
    } catch (error) {
      setBundle(undefined)
      setFailure(errorText(error))
    }
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isOpening || bundle === undefined) return
    setFailure(undefined)
    setOpening(true)
    try {
      await restoreWallet(bundle, passphrase)
      onReady()
    } catch (error) {
      setFailure(errorText(error))
      setOpening(false)
    }
  }

  const inSight = useInSight()
  return (
    <section ref={inSight} className="card begun-card" aria-labelledby="bring-back">
      <header>
        <h2 id="bring-back" className="card-title">
          Restore a wallet
        </h2>
        <span className="spacer" />
        {isOpening ? null : (
          <Button look="quiet" size="small" onClick={onBack}>
            Back
          </Button>
        )}
      </header>
      <form className="card-body" onSubmit={submit} noValidate>
        <PassphraseUser />
        <p className="hint">
          You downloaded it on the Wallets page. It holds your keys encrypted, and is opened here with your passphrase
          or recovery code.
        </p>
        <div className="field">
          <label htmlFor="wallet-file">Wallet file</label>
          <input
            ref={picker}
            id="wallet-file"
            className="visually-hidden"
            type="file"
            accept=".json,application/json"
            onChange={event => void pick(event.target.files?.[0])}
          />
          <div className="button-row">
            <Button onClick={() => picker.current?.click()} aria-hidden="true" tabIndex={-1}>
              Choose file…
            </Button>
            <span className="hint">{fileName ?? 'No file chosen. Its name begins with tern-wallets.'}</span>
          </div>
        </div>
        {bundle?.wallets.map(({ label, address }) => (
          <p key={address} className="hint">
            {label} <ShortAddress address={address} />
          </p>
        ))}
        <PassphraseField value={passphrase} onChange={setPassphrase} hint="The recovery code opens it too." />
        {failure === undefined ? null : (
          <div className="note danger" role="alert">
            <b>✕ {failure}</b>
            <p>{nextStep(failure)}</p>
          </div>
        )}
        <Button type="submit" look="paper" size="main" blocked={isOpening || bundle === undefined || passphrase === ''}>
          {isOpening ? <Ring /> : null}
          {isOpening
            ? 'Opening…'
            : bundle === undefined
              ? 'Choose the wallet file'
              : passphrase === ''
                ? 'Type its passphrase'
                : 'Restore wallet'}
        </Button>
      </form>
    </section>
  )
}
