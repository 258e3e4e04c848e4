import { bundleFileName, formatBundleFile } from '@tern/custody'
import { useEffect, useState } from 'react'
import { useBalance } from '../../data/balance.ts'
import { useNetwork } from '../../data/network.ts'
import { getPracticeSol } from '../../data/practiceSol.ts'
import { lockWallet, session, unlockDialog } from '../../data/session.ts'
import { useStore } from '../../data/store.ts'
import { FullAddress } from '../../ui/Address.tsx'
import { Skeleton, Sol } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Holdings } from './Holdings.tsx'
import { saveFile } from '../../data/saveFile.ts'
import './wallets.css'

/** The wallet: its address, what it holds, its file, its lock. */
export function WalletsView() {
  const current = useStore(session)
  const network = useNetwork()
  const isPractice = network?.kind === 'practice'
  const lamports = useBalance('address' in current ? current.address : undefined)
  useEffect(() => {
    document.title = 'Wallet · Tern'
  }, [])
  if (current.status !== 'locked' && current.status !== 'unlocked') return null
  const { address, bundle } = current
  return (
    <div className="wallet-page">
      <h1>Wallet</h1>
      <div className="wallet-column">
        <section className="card" aria-labelledby="deposit">
          <header>
            <h2 id="deposit">Address</h2>
            <span className="spacer" />
            <CopyButton text={address} />
          </header>
          <div className="card-body">
            <p className="total">
              {lamports === undefined ? (
                <Skeleton width={160} />
              ) : (
                <Sol lamports={lamports} digits={{ fraction: 5 }} unit="SOL" />
              )}
            </p>
            <FullAddress address={address} />
            <p className="hint">
              {isPractice
                ? 'This address lives on the practice chain. Never send real SOL to it.'
                : `Send SOL on ${network?.name ?? 'this chain'} to this address. Compare its first and last characters.`}
            </p>
            {isPractice ? (
              <div className="phone-only">
                <Button look="paper" onClick={() => void getPracticeSol(address)}>
                  Get practice SOL
                </Button>
              </div>
            ) : null}
          </div>
        </section>
        <Holdings address={address} />
      </div>
      <div className="wallet-column">
        <section className="card" aria-labelledby="backup">
          <header>
            <h2 id="backup">Wallet file</h2>
          </header>
          <div className="card-body">
            <p className="hint">
              Your keys, encrypted with your passphrase. Keep a copy: with it and the passphrase the wallet comes back
              on any Tern, without either it is gone.
            </p>
            <div className="button-row">
              <Button onClick={() => saveFile(bundleFileName(bundle), formatBundleFile(bundle))}>
                <Icon name="download" />
                Download wallet file
              </Button>
            </div>
          </div>
        </section>
        <section className="card" aria-labelledby="security">
          <header>
            <h2 id="security">Lock</h2>
            <span className="spacer" />
            <span className={current.status === 'unlocked' ? 'chip passed' : 'chip'}>
              {current.status === 'unlocked' ? (
                <>
                  <b aria-hidden="true">✓</b>Unlocked on this page
                </>
              ) : (
                <>
                  <Icon name="lock" />
                  Locked
                </>
              )}
            </span>
          </header>
          <div className="card-body">
            <p className="hint">
              Only this browser can sign, and only while the wallet is unlocked. The server stores ciphertext and cannot
              open it. Reloading or closing the page locks the wallet.
            </p>
            <div className="button-row">
              {current.status === 'unlocked' ? (
                <Button onClick={() => void lockWallet()}>
                  <Icon name="lock" />
                  Lock
                </Button>
              ) : (
                <Button look="paper" onClick={() => unlockDialog.set('open')}>
                  Unlock
                </Button>
              )}
            </div>
          </div>
        </section>
      </div>
    </div>
  )
}

function CopyButton({ text }: { text: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle')
  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), 2000)
    return () => clearTimeout(timer)
  }, [state])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      setState('refused')
    }
  }
  return (
    <Button size="small" onClick={() => void copy()}>
      <Icon name="copy" />
      {state === 'idle' ? 'Copy address' : state === 'copied' ? 'Copied' : 'Select and copy it by hand'}
    </Button>
  )
}
