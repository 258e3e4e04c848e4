import { checkPassphrase } from '@tern/custody'
import { type FormEvent, useState } from 'react'
import { errorText } from '../../data/errorText.ts'
import { fundNewWallet } from '../../data/practiceSol.ts'
import { createWallet } from '../../data/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { UnrealLine } from '../../ui/MoneyMark.tsx'
import { PassphraseUser } from '../../ui/PassphraseUser.tsx'

type Phase = 'asking' | 'creating' | 'funding'

const phaseText: Record<Phase, string> = {
  asking: 'Create wallet',
  creating: 'Creating wallet…',
  funding: 'Getting practice SOL…',
}

const bars = { weak: 1, fair: 2, strong: 4 } as const

interface CreateWalletProps {
  readonly onReady: () => void
  readonly onBack: () => void
}

/** Asks for a passphrase twice, makes the wallet, has it funded, and goes on. */
export function CreateWallet({ onReady, onBack }: CreateWalletProps) {
  const [passphrase, setPassphrase] = useState('')
  const [repeated, setRepeated] = useState('')
  const [isShown, setShown] = useState(false)
  const [tried, setTried] = useState(false)
  const [phase, setPhase] = useState<Phase>('asking')
  const [failure, setFailure] = useState<string>()
  const { reasons, strength, advice } = checkPassphrase(passphrase)
  const isJudged = tried && phase !== 'funding'
  const weakness = isJudged ? reasons[0]?.text : undefined
  const mismatch = isJudged && repeated !== passphrase ? 'The two are not the same' : undefined

  async function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (phase !== 'asking' || reasons.length > 0 || repeated !== passphrase) return
    setFailure(undefined)
    setPhase('creating')
    try {
      const address = await createWallet(passphrase)
      setPhase('funding')
      setPassphrase('')
      setRepeated('')
      await fundNewWallet(address)
      onReady()
    } catch (error) {
      setFailure(errorText(error))
      setPhase('asking')
    }
  }

  const type = isShown ? 'text' : 'password'
  return (
    <section className="card" aria-labelledby="create">
      <header>
        <h2 id="create" className="card-title">
          Create a wallet
        </h2>
        <span className="spacer" />
        {phase === 'asking' ? (
          <Button look="quiet" size="small" onClick={onBack}>
            Back
          </Button>
        ) : null}
      </header>
      <form className="card-body" onSubmit={submit} noValidate>
        <PassphraseUser />
        <p className="hint">
          The passphrase encrypts your keys on this device; the server keeps only the ciphertext. Nobody can see it or
          reset it, so keep it somewhere safe.
        </p>
        <Field
          label="Passphrase"
          type={type}
          value={passphrase}
          onChange={event => setPassphrase(event.target.value)}
          autoComplete="new-password"
          autoFocus
          error={weakness}
          end={
            <Button look="quiet" size="small" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
              {isShown ? 'Hide' : 'Show'}
            </Button>
          }
        />
        <div className="strength-block">
          <div className={`strength ${strength}`} aria-hidden="true">
            {[1, 2, 3, 4].map(bar => (
              <i key={bar} className={passphrase !== '' && reasons.length === 0 && bar <= bars[strength] ? 'on' : ''} />
            ))}
          </div>
          <p className="hint" aria-live="polite">
            {passphrase === '' || reasons.length > 0 ? (
              'Four or more unrelated words are easy to keep and hard to guess.'
            ) : (
              <>
                <b className={strength === 'strong' ? 'ok' : 'warn'}>
                  {strength === 'strong' ? 'Strong.' : strength === 'fair' ? 'Fair.' : 'Weak.'}
                </b>{' '}
                {advice ?? 'Each guess costs an attacker 64 MiB of memory and most of a second.'}
              </>
            )}
          </p>
        </div>
        <Field
          label="Repeat passphrase"
          type={type}
          value={repeated}
          onChange={event => setRepeated(event.target.value)}
          autoComplete="new-password"
          error={mismatch}
          end={
            repeated !== '' && repeated === passphrase ? (
              <span className="ok" aria-hidden="true">
                ✓
              </span>
            ) : null
          }
        />
        {failure === undefined ? null : (
          <p className="note danger" role="alert">
            ✕ {failure}. Nothing was lost: try again.
          </p>
        )}
        <Button type="submit" look="paper" size="main" blocked={phase !== 'asking'}>
          {phase === 'asking' ? null : <span className="ring" aria-hidden="true" />}
          {phaseText[phase]}
        </Button>
        <UnrealLine>Practice wallet. Its keys are real keys, its money is not.</UnrealLine>
      </form>
    </section>
  )
}
