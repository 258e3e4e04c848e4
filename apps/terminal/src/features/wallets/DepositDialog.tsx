import { useNetwork } from '../../data/network.ts'
import { getPracticeSol } from '../../data/wallets/practiceSol.ts'
import type { KnownWallet } from '../../data/wallets/session.ts'
import { FullAddress } from '../../ui/Address.tsx'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { MoneyMark } from '../../ui/MoneyMark.tsx'
import { QrCode } from '../../ui/QrCode.tsx'

/** Shows a wallet's address as a QR code and in full. */
export function DepositDialog({ wallet, onClose }: { wallet: KnownWallet; onClose: () => void }) {
  const network = useNetwork()
  const isPractice = network?.kind === 'practice'
  const { address, label } = wallet
  const getSol = () => {
    onClose()
    void getPracticeSol(address)
  }
  return (
    <Dialog title={`Deposit to ${label}`} onClose={onClose} marker={<MoneyMark />}>
      <div className="dialog-body deposit">
        <QrCode text={address} label={`QR code of the address of ${label}`} />
        <FullAddress address={address} />
        <CopyButton text={address} what="address" />
        <p className="hint">
          {isPractice
            ? 'A practice chain address. Never send real SOL to it.'
            : `Send SOL or tokens on ${network?.name ?? 'this chain'} only. Compare the first and the last characters.`}
        </p>
      </div>
      <div className={isPractice ? 'dialog-foot' : 'dialog-foot single'}>
        <Button size="large" onClick={onClose}>
          Close
        </Button>
        {isPractice ? (
          <Button size="large" look="paper" onClick={getSol}>
            Get practice SOL
          </Button>
        ) : null}
      </div>
    </Dialog>
  )
}
