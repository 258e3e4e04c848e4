import type { ListedWallet } from '@tern/custody'
import { useBalance } from '../../data/wallets/useBalance.ts'
import { useNonceAccount } from '../../data/wallets/useNonceAccount.ts'
import { Address } from '../../ui/Address.tsx'
import { Sol } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'
import { Check } from '../../ui/Check.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { NonceChip } from './NonceCard.tsx'

interface WalletRowProps {
  readonly wallet: ListedWallet
  readonly isChosen: boolean
  readonly onChoose: () => void
  readonly onDeposit: () => void
  readonly onWithdraw: () => void
  readonly onRename: () => void
  readonly onExport: () => void
}

/** One wallet: whether it is in use, its name and address, what it holds, and what can be done with it. */
export function WalletRow({ wallet, isChosen, ...on }: WalletRowProps) {
  const { onChoose, onDeposit, onWithdraw, onRename, onExport } = on
  const { address, label } = wallet
  const nonce = useNonceAccount(wallet.nonceMode ? address : undefined)
  return (
    <li className="wallet-row" aria-label={`Wallet ${label}`}>
      <Check kind="radio" name="wallet" checked={isChosen} onChange={onChoose}>
        <span className="visually-hidden">Use {label}</span>
      </Check>
      <div className="wallet-row-name">
        <p>
          <b>{label}</b>
          {isChosen ? (
            <Chip kind="here" size="small">
              in use
            </Chip>
          ) : null}
          <NonceChip of="nonce" isOn={wallet.nonceMode} isThere={nonce === undefined ? undefined : nonce !== null} />
        </p>
        <Address value={address} kind="wallet" of={label} />
      </div>
      <p className="wallet-sol">
        <Sol lamports={useBalance(address)} digits={{ fraction: 3 }} unit="SOL" width={84} />
      </p>
      <div className="wallet-actions">
        <Button onClick={onDeposit} aria-label={`Deposit to ${label}`}>
          Deposit
        </Button>
        <Button onClick={onWithdraw} aria-label={`Withdraw from ${label}`}>
          Withdraw
        </Button>
        <Menu
          shape="square"
          aria-label={`More for ${label}`}
          groups={[
            [
              { label: 'Rename', onPick: onRename },
              { label: 'Use this wallet', blocked: isChosen, onPick: onChoose },
            ],
            [{ label: 'Export key…', onPick: onExport }],
          ]}
        />
      </div>
    </li>
  )
}
