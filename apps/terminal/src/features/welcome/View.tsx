import type { Address } from '@tern/core'
import { useEffect, useState } from 'react'
import { useNetwork } from '../../data/network.ts'
import { useStore } from '../../data/store.ts'
import { openToast } from '../../data/toasts.ts'
import { fundNewWallet } from '../../data/wallets/practiceSol.ts'
import { session } from '../../data/wallets/session.ts'
import { showForm, vault } from '../../data/wallets/vault.ts'
import { lazyPage } from '../../lazyPage.tsx'
import { errorText } from '../../text/errorText.ts'
import { withNextStep } from '../../text/nextStep.ts'
import { AwaitDialog } from '../../ui/AwaitDialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { Ring } from '../../ui/Ring.tsx'
import { LiveTokens } from './LiveTokens.tsx'
import './welcome.css'

const ConnectDialog = lazyPage(() => import('../../ui/ConnectDialog.tsx'), 'ConnectDialog')

/** The first page: practise with a new wallet, connect a wallet, or restore wallets from a phrase or a file. */
export function WelcomeView({ onReady }: { onReady: () => void }) {
  /** The chosen way in; the vault shows its form once it has loaded. */
  const [begun, setBegun] = useState<'practise' | 'create' | 'restore' | 'restorePhrase' | 'connect'>()
  const [isFunding, setFunding] = useState(false)
  const current = useStore(session)
  const { status } = current
  // The visitor has a wallet after all, for example because the vault answered late.
  const isOver = begun === undefined && (status === 'locked' || status === 'unlocked')
  useEffect(() => {
    if (isOver) onReady()
  }, [isOver, onReady])
  /** Makes a wallet with practice money, without any question. */
  const practise = async () => {
    setBegun('practise')
    try {
      await fund(await (await vault()).practise())
    } catch (error) {
      openToast({ state: 'failed', title: 'No practice wallet was made', detail: withNextStep(errorText(error)) })
      setBegun(undefined)
    }
  }
  const begin = async (form: 'create' | 'restore' | 'restorePhrase') => {
    setBegun(form)
    const { outcome, address } = await showForm({ form })
    if (outcome !== 'done') return setBegun(undefined)
    if (form === 'create' && address !== undefined) await fund(address)
    else onReady()
  }
  const fund = async (address: Address) => {
    setFunding(true)
    await fundNewWallet(address)
    onReady()
  }
  const network = useNetwork()
  const isUnknown = status === 'unreachable'
  const isRefused = status === 'refused'
  const isBusy = isFunding || isUnknown || begun !== undefined
  const isPractice = network?.kind !== 'cluster'
  useEffect(() => {
    document.title = 'Tern · Trade Solana tokens'
  }, [])
  return (
    <div className="welcome-grid">
      <div className="hero">
        <h1>Trade Solana tokens knowing every cost and risk before you click.</h1>
        <p className="lead">
          Discover, buy and sell from one screen. Your keys are made, unlocked and used only on this device.
        </p>
        <div className="start-cards">
          <section className={isPractice ? 'start-card practice-card' : 'start-card'} aria-labelledby="start">
            <div>
              <h2 id="start">{isPractice ? 'Try it with practice money' : `Trade on ${network?.name}`}</h2>
              <p>
                {isRefused
                  ? `Your wallets cannot be used: ${current.why}. Restore them; no new wallet is made in their place.`
                  : isPractice
                    ? 'A practice chain with moving markets. One click, no passphrase, nothing to lose.'
                    : 'Create a wallet in this browser, then send SOL to it.'}
              </p>
            </div>
            <Button
              look="paper"
              size="large"
              blocked={isBusy || isRefused}
              onClick={() => void (isPractice ? practise() : begin('create'))}
            >
              {isFunding || begun === 'create' || begun === 'practise' ? <Ring /> : null}
              {isUnknown
                ? 'Wallets not loaded yet'
                : isRefused
                  ? 'Restore your wallets instead'
                  : isFunding
                    ? 'Getting practice SOL…'
                    : isPractice
                      ? 'Start practising'
                      : 'Start trading'}
            </Button>
          </section>
          <section className="start-card" aria-labelledby="connect">
            <div>
              <h2 id="connect">Use a wallet you have</h2>
              <p>Connect any Wallet Standard wallet. It asks you before every signature.</p>
            </div>
            <Button size="large" blocked={isFunding || begun !== undefined} onClick={() => setBegun('connect')}>
              Connect a wallet
            </Button>
          </section>
          <section className="start-card" aria-labelledby="restore">
            <div>
              <h2 id="restore">Been here before?</h2>
              <p>Restore your wallets with a recovery phrase, from Tern or another wallet, or from their file.</p>
            </div>
            <div className="start-choices">
              <Button size="large" blocked={isBusy} onClick={() => void begin('restorePhrase')}>
                {begun === 'restorePhrase' ? <Ring /> : null}
                Use a phrase
              </Button>
              <Button size="large" blocked={isBusy} onClick={() => void begin('restore')}>
                {begun === 'restore' ? <Ring /> : null}
                Restore from file
              </Button>
            </div>
          </section>
        </div>
        <section className="money-kinds" aria-labelledby="money">
          <h2 id="money">You always see if the money is real</h2>
          <div>
            <div className="money-kind practice">
              <span className="money-mark">Practice money</span>
              <p>Hatched violet, on every page, never hidden.</p>
            </div>
            <div className="money-kind">
              <span className="money-mark real">Mainnet</span>
              <p>Plain. A server trades on one chain only, so nothing switches.</p>
            </div>
          </div>
        </section>
      </div>
      <LiveTokens />
      {begun === 'connect' && !isFunding ? (
        <AwaitDialog>
          <ConnectDialog onClose={() => setBegun(undefined)} onConnected={address => void fund(address)} />
        </AwaitDialog>
      ) : null}
    </div>
  )
}
