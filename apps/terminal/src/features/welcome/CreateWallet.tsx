import { type FormEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { fundNewWallet } from '../../data/wallets/practiceSol.ts'
import { type BegunWallet, beginWallet } from '../../data/wallets/session.ts'
import { errorText } from '../../text/errorText.ts'
import { Button } from '../../ui/Button.tsx'
import { UnrealLine } from '../../ui/MoneyMark.tsx'
import { NewPassphrase, nothingTyped, passphraseFault } from '../../ui/NewPassphrase.tsx'
import { PassphraseUser } from '../../ui/PassphraseUser.tsx'
import { RecoveryCode } from '../../ui/RecoveryCode.tsx'
import { Ring } from '../../ui/Ring.tsx'
import { groupsToCheck, notWrittenDown, writingLeft } from '../../ui/writtenDown.ts'
import { useInSight } from './useInSight.ts'

interface CreateWalletProps {
  readonly onReady: () => void
  readonly onBack: () => void
}

type Phase = 'asking' | 'making' | 'keeping' | 'funding'

const phaseText: Record<Exclude<Phase, 'asking'>, string> = {
  making: 'Making your keys…',
  keeping: 'Storing the encrypted wallet…',
  funding: 'Getting practice SOL…',
}

/** Asks for a passphrase, makes the keys, shows the recovery code once, stores the wallet when it is written down, has it funded. */
export function CreateWallet({ onReady, onBack }: CreateWalletProps) {
  const [typed, setTyped] = useState(nothingTyped)
  const [tried, setTried] = useState(false)
  const [phase, setPhase] = useState<Phase>('asking')
  const [begun, setBegun] = useState<BegunWallet>()
  const [asked] = useState(() => groupsToCheck())
  const [written, setWritten] = useState(notWrittenDown)
  const [failure, setFailure] = useState<string>()
  const left = begun && writingLeft(begun.recoveryCode, asked, written)

  // Keys that nobody keeps do not stay open.
  useEffect(() => () => void begun?.abandon(), [begun])

  const codeStep = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (begun !== undefined) codeStep.current?.focus({ preventScroll: true })
  }, [begun])

  async function run(during: Phase, work: () => Promise<void>) {
    setFailure(undefined)
    setPhase(during)
    try {
      await work()
    } catch (error) {
      setFailure(errorText(error))
      setPhase('asking')
    }
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (phase !== 'asking' || left !== undefined) return
    flushSync(() => setTried(true))
    if (passphraseFault(typed) !== undefined) {
      event.currentTarget.querySelector<HTMLElement>('[aria-invalid]')?.focus()
      return
    }
    if (begun === undefined)
      return run('making', async () => {
        setBegun(await beginWallet(typed.first))
        setPhase('asking')
      })
    return run('keeping', async () => {
      const address = await begun.keep()
      setPhase('funding')
      setTyped(nothingTyped)
      await fundNewWallet(address)
      onReady()
    })
  }

  function change() {
    setBegun(undefined)
    setWritten(notWrittenDown)
    setTyped(nothingTyped)
    setTried(false)
  }

  const inSight = useInSight(begun === undefined ? 1 : 2)
  return (
    <section ref={inSight} className="card begun-card" aria-labelledby="create">
      <header>
        <h2 id="create" className="card-title">
          Create a wallet
        </h2>
        <span className="spacer" />
        <span className="caption">Step {begun === undefined ? 1 : 2} of 2</span>
        {phase === 'asking' ? (
          <Button look="quiet" size="small" onClick={onBack}>
            Back
          </Button>
        ) : null}
      </header>
      <form className="card-body create-body" onSubmit={submit} noValidate>
        <PassphraseUser />
        <ol className="steps">
          <li>
            <span className={`step-mark ${begun === undefined ? 'now' : 'done'}`} aria-hidden="true">
              {begun === undefined ? 1 : '✓'}
            </span>
            <div className="step-body">
              <div className="step-head">
                <h3>Choose a passphrase</h3>
                <span className="spacer" />
                {begun !== undefined && phase === 'asking' ? (
                  <Button look="quiet" size="small" onClick={change}>
                    Change
                  </Button>
                ) : null}
              </div>
              <p className="hint">It encrypts your keys on this device. We cannot see or reset it.</p>
              {phase === 'funding' ? null : (
                <NewPassphrase
                  typed={typed}
                  onType={setTyped}
                  judged={tried && phase === 'asking'}
                  readOnly={begun !== undefined || phase !== 'asking'}
                />
              )}
            </div>
          </li>
          <li>
            <span className={`step-mark${begun === undefined ? '' : ' now'}`} aria-hidden="true">
              2
            </span>
            <div className="step-body">
              <div className="step-head">
                <h3 ref={codeStep} tabIndex={-1}>
                  Write down your recovery code
                </h3>
              </div>
              <p className="hint">The only way back in if you forget the passphrase. Shown once.</p>
              {begun === undefined ? null : (
                <RecoveryCode code={begun.recoveryCode} asked={asked} done={written} onChange={setWritten} />
              )}
            </div>
          </li>
        </ol>
        {failure === undefined ? null : (
          <p className="note danger" role="alert">
            ✕ {failure}. Nothing was lost: try again.
          </p>
        )}
        <Button type="submit" look="paper" size="main" blocked={phase !== 'asking' || left !== undefined}>
          {phase === 'asking' ? null : <Ring />}
          {phase === 'asking' ? (begun === undefined ? 'Continue' : (left ?? 'Create wallet')) : phaseText[phase]}
        </Button>
        <UnrealLine>Practice wallet. Its keys are real keys, its money is not.</UnrealLine>
      </form>
    </section>
  )
}
