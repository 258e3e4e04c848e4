import type { ListedWallet } from '@tern/custody'
import { useState } from 'react'
import { cancelByNonce, turnOffNonce, turnOnNonce } from '../../data/landing/nonces.ts'
import { useStore } from '../../data/store.ts'
import { underwayOf } from '../../data/underway.ts'
import { nonceOf } from '../../data/wallets/nonceUse.ts'
import { useBalance } from '../../data/wallets/useBalance.ts'
import { useNonceAccount } from '../../data/wallets/useNonceAccount.ts'
import { Address } from '../../ui/Address.tsx'
import { Sol } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Fact } from './Facts.tsx'

/** Lamports to open a nonce account: its rent, the wallet's own minimum and fees, with some to spare. */
const minToOpen = 3_000_000n

/** The chosen wallet's nonce account: whether trades use it, its rent, and a pending trade. */
export function NonceCard({ wallet: { address, nonceMode } }: { wallet: ListedWallet }) {
  const account = useNonceAccount(address)
  const isTaken = useStore(underwayOf(nonceOf(address))) !== 'none'
  const balance = useBalance(address)
  const [isBusy, setBusy] = useState(false)
  const press = (action: (owner: ListedWallet['address']) => Promise<void>) => () => {
    setBusy(true)
    void action(address).finally(() => setBusy(false))
  }
  const isPoor = account === null && balance !== undefined && balance < minToOpen
  return (
    <section className="card" aria-labelledby="nonce">
      <header>
        <h2 id="nonce">Nonce account</h2>
        <NonceChip isOn={nonceMode} isThere={account === undefined ? undefined : account !== null} isTaken={isTaken} />
        <span className="spacer" />
        {nonceMode && account !== null ? null : (
          <Button
            size="small"
            blocked={isBusy || isTaken || isPoor || account === undefined}
            onClick={press(turnOnNonce)}
          >
            {nonceMode ? 'Open it' : 'Turn on'}
          </Button>
        )}
        {nonceMode || account ? (
          <Button
            size="small"
            look="quiet"
            blocked={isBusy || isTaken || account === undefined}
            onClick={press(turnOffNonce)}
          >
            {nonceMode ? 'Turn off' : 'Close'}
          </Button>
        ) : null}
      </header>
      {account ? (
        <ul className="facts">
          <Fact
            sign="key"
            title="Account"
            end={<Address value={account.address} kind="account" of="the nonce account" />}
          >
            Derived from the wallet’s address. Only this wallet can use it.
          </Fact>
          <Fact sign="wallet" title="Rent" end={<Sol lamports={account.lamports} digits="whole" unit="SOL" />}>
            Returned when you close the account.
          </Fact>
          <Fact
            sign={isTaken ? 'caution' : 'undo'}
            title={isTaken ? 'A trade is pending' : 'No trade pending from here'}
            end={
              <Button size="small" look={isTaken ? 'plain' : 'quiet'} blocked={isBusy} onClick={press(cancelByNonce)}>
                {isTaken ? 'Cancel it' : 'Cancel others'}
              </Button>
            }
          >
            {isTaken
              ? 'It can land until you cancel it. The next trade waits for it.'
              : 'You can also cancel trades pending on other devices.'}
          </Fact>
        </ul>
      ) : null}
      {nonceMode && account ? null : (
        <p className="hint card-hint">
          With a nonce account, trades do not expire after a minute: they stay valid until they land or you cancel them.
          They go to every provider that your bribe covers, and only the provider that lands a trade gets the tip. With
          MEV protection on, they go only to providers that offer it. Rent: 0.0015 SOL, refundable.
          {isPoor ? ' You need 0.003 SOL to open it.' : ''}
        </p>
      )}
    </section>
  )
}

interface NonceChipProps {
  readonly isOn: boolean
  /** `undefined` while unknown. */
  readonly isThere: boolean | undefined
  readonly isTaken?: boolean
  /** Prefixes the word if the place does not name the nonce account. */
  readonly of?: 'nonce'
}

/** Shows if a wallet's trades use its nonce account, and if the account is ready. */
export function NonceChip({ isOn, isThere, isTaken = false, of }: NonceChipProps) {
  if (isOn && isThere === undefined) return null
  const [kind, word] = !isOn
    ? (['fact', 'off'] as const)
    : !isThere
      ? (['caution', 'not ready'] as const)
      : isTaken
        ? (['here', 'in use'] as const)
        : (['passed', 'ready'] as const)
  return (
    <Chip kind={kind} size="small">
      {of === undefined ? word : `${of} ${word}`}
    </Chip>
  )
}
