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
const leastToOpen = 3_000_000n

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
  const isPoor = account === null && balance !== undefined && balance < leastToOpen
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
            It follows from the wallet’s address; the wallet alone can use it.
          </Fact>
          <Fact sign="wallet" title="Rent" end={<Sol lamports={account.lamports} digits="whole" unit="SOL" />}>
            All of it comes back when it is closed.
          </Fact>
          <Fact
            sign={isTaken ? 'caution' : 'undo'}
            title={isTaken ? 'A trade is on its way with it' : 'Nothing is on its way from here'}
            end={
              <Button size="small" look={isTaken ? 'plain' : 'quiet'} blocked={isBusy} onClick={press(cancelByNonce)}>
                {isTaken ? 'Cancel it' : 'Cancel others'}
              </Button>
            }
          >
            {isTaken
              ? 'It can land until it is cancelled. The next trade waits for it.'
              : 'What another device has on its way can be cancelled here, too.'}
          </Fact>
        </ul>
      ) : null}
      {nonceMode && account ? null : (
        <p className="hint card-hint">
          Trades that live by a nonce account do not run out after a minute: they land once, or until you cancel them.
          They go out by every provider that your bribe reaches, with a tip to the one that lands them; guarded ones by
          those alone that can guard. It takes 0.0015 SOL of rent, which comes back.
          {isPoor ? ' The wallet holds too little for it: it takes 0.003 SOL.' : ''}
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

/** Whether a wallet's trades use its nonce account, and whether the account is ready. */
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
