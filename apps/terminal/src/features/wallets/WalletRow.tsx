import type { ListedWallet } from '@tern/custody'
import type { ReactNode } from 'react'
import type { ExternalWallet } from '../../data/wallets/external.ts'
import { isUnchecked, type KnownWallet } from '../../data/wallets/session.ts'
import { useBalance } from '../../data/wallets/useBalance.ts'
import { useNonceAccount } from '../../data/wallets/useNonceAccount.ts'
import { Address } from '../../ui/Address.tsx'
import { Sol } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'
import { Check } from '../../ui/Check.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { NonceChip } from './NonceCard.tsx'

interface RowProps {
  readonly wallet: KnownWallet
  readonly isChosen: boolean
  readonly onChoose: () => void
  /** The way the wallet signs, or its state. */
  readonly chip: ReactNode
  /** The wallet's actions. */
  readonly children: ReactNode
}

/** A row of a wallet: whether it is in use, its name, address and balance. */
function Row({ wallet, isChosen, onChoose, chip, children }: RowProps) {
  const { address, label } = wallet
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
          {chip}
        </p>
        {isUnchecked(wallet) ? (
          <p className="hint">Unlock to check it</p>
        ) : (
          <Address value={address} kind="wallet" of={label} />
        )}
      </div>
      <p className="wallet-sol">
        <Sol lamports={useBalance(address)} digits={{ fraction: 3 }} unit="SOL" width={84} />
      </p>
      <div className="wallet-actions">{children}</div>
    </li>
  )
}

interface WalletRowProps extends Pick<RowProps, 'isChosen' | 'onChoose'> {
  readonly wallet: ListedWallet
  readonly onDeposit: () => void
  readonly onWithdraw: () => void
  /** Unset if there is no other wallet. */
  readonly onMove: (() => void) | undefined
  readonly onRename: () => void
  /** Unset if the key cannot be exported. */
  readonly onExport: (() => void) | undefined
}

/** A wallet that Tern keeps. */
export function WalletRow({ onDeposit, onWithdraw, onMove, onRename, onExport, ...row }: WalletRowProps) {
  const { wallet, isChosen, onChoose } = row
  const { address, label, nonceMode } = wallet
  const nonce = useNonceAccount(nonceMode ? address : undefined)
  const isThere = nonce === undefined ? undefined : nonce !== null
  return (
    <Row
      {...row}
      chip={
        isUnchecked(wallet) ? (
          <Chip size="small" kind="caution">
            not checked
          </Chip>
        ) : (
          <NonceChip of="nonce" isOn={nonceMode} isThere={isThere} />
        )
      }
    >
      {isUnchecked(wallet) ? null : (
        <Button onClick={onDeposit} aria-label={`Deposit to ${label}`}>
          Deposit
        </Button>
      )}
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
            ...(onMove === undefined ? [] : [{ label: 'Move everything…', onPick: onMove }]),
          ],
          ...(onExport === undefined ? [] : [[{ label: 'Export key…', onPick: onExport }]]),
        ]}
      />
    </Row>
  )
}

interface ExternalRowProps extends Pick<RowProps, 'isChosen' | 'onChoose'> {
  readonly wallet: ExternalWallet
  readonly onConnect: () => void
  readonly onDisconnect: () => void
}

/** A wallet in another program. */
export function ExternalRow({ onConnect, onDisconnect, ...row }: ExternalRowProps) {
  const { label, owner } = row.wallet
  const isConnected = owner !== undefined
  const chip = (
    <Chip size="small" kind={isConnected ? 'fact' : 'caution'}>
      {isConnected ? 'external, asks each time' : 'not connected'}
    </Chip>
  )
  return (
    <Row {...row} chip={chip}>
      {isConnected ? null : (
        <Button onClick={onConnect} aria-label={`Connect ${label}`}>
          Connect
        </Button>
      )}
      <Button onClick={onDisconnect} aria-label={`${isConnected ? 'Disconnect' : 'Forget'} ${label}`}>
        {isConnected ? 'Disconnect' : 'Forget'}
      </Button>
    </Row>
  )
}
