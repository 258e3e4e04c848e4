import type { Address } from '@tern/core'
import { walletName } from '@tern/core/internal'
import { useState } from 'react'
import { useNetwork } from '../data/network.ts'
import { useStore } from '../data/store.ts'
import { useTask } from '../data/useTask.ts'
import { connectWallet, type WalletProgram, walletPrograms } from '../data/wallets/connections.ts'
import { offerWallet } from '../data/wallets/offerWallet.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { MoneyMark } from './MoneyMark.tsx'
import { Ring } from './Ring.tsx'

interface ConnectDialogProps {
  readonly onClose: () => void
  /** Called with the connected wallet's address. */
  readonly onConnected: (address: Address) => void
}

/** Lists the wallet programs of this browser, and connects the chosen program. */
export function ConnectDialog({ onClose, onConnected }: ConnectDialogProps) {
  const programs = useStore(walletPrograms)
  const network = useNetwork()
  const { run, isRunning, failure } = useTask()
  const [asked, setAsked] = useState<WalletProgram>()
  const connect = async (program: WalletProgram) => {
    setAsked(program)
    let address: Address | undefined
    await run(async () => {
      address = await connectWallet(program)
      await offerWallet(address)
    })
    if (address !== undefined) onConnected(address)
  }
  return (
    <Dialog title="Connect a wallet" onClose={onClose} marker={<MoneyMark />}>
      <div className="dialog-body">
        {programs.length === 0 ? (
          <p className="note">
            No Solana wallet found. Install Phantom, Solflare or Backpack, or open Tern in your wallet’s browser.
          </p>
        ) : (
          <ul className="connect-list" aria-label="Wallets of this browser">
            {programs.map(program => (
              <li key={program.name}>
                <ProgramIcon of={program} />
                <b>{walletName(program.name)}</b>
                <Button
                  look="paper"
                  blocked={isRunning}
                  onClick={() => void connect(program)}
                  aria-label={`Connect ${walletName(program.name)}`}
                >
                  {isRunning && asked === program ? <Ring /> : null}
                  {isRunning && asked === program ? 'Confirm in wallet' : 'Connect'}
                </Button>
              </li>
            ))}
          </ul>
        )}
        <p className="hint">
          Your wallet asks before every signature. Tern never sees its key, and sends only what the wallet showed you.
          {network?.kind === 'practice' ? ' It may warn about an unknown chain.' : ''}
        </p>
        {failure === undefined ? null : (
          <p className="note danger" role="alert">
            ✕ {failure}
          </p>
        )}
      </div>
      <div className="dialog-foot single">
        <Button size="large" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  )
}

/** The program's icon, only as a data URL: the page loads no image from elsewhere. */
const ProgramIcon = ({ of: { icon = '' } }: { of: WalletProgram }) =>
  /^data:image\/(png|svg\+xml|webp|gif);base64,./.test(icon) ? (
    <img className="program-icon" src={icon} alt="" width={24} height={24} />
  ) : null
