import type { PlannedWithdraw } from '@tern/client'
import type { Address } from '@tern/core'
import type { ListedWallet } from '@tern/custody'
import { useEffect, useRef, useState } from 'react'
import { useStore } from '../../data/store.ts'
import { useTask } from '../../data/useTask.ts'
import { isUnchecked, session } from '../../data/wallets/session.ts'
import { useBalance } from '../../data/wallets/useBalance.ts'
import { fractionNeeded, inSol } from '../../text/numberText.ts'
import { nextStep } from '../../text/tradeSteps.ts'
import { Amount, Sol } from '../../ui/Amount.tsx'
import { AmountField } from '../../ui/AmountField.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { PreviewLine, PreviewPart } from '../../ui/Preview.tsx'
import { Select } from '../../ui/Select.tsx'
import { Unread } from '../../ui/Unread.tsx'
import { WithoutInterest } from '../../ui/WithoutInterest.tsx'
import { FormDialog } from './FormDialog.tsx'
import { confirmWithdrawal } from './startWithdrawal.ts'
import { type Asset, usePlannedWithdrawal } from './useWithdrawal.ts'
import { emptyForm } from './withdrawForm.ts'

interface WithdrawDialogProps {
  readonly wallet: ListedWallet
  /** Set to move everything to this address: each token in turn, and SOL last, because it pays the fees. */
  readonly movesTo?: Address | undefined
  readonly onClose: () => void
}

interface LinesProps {
  readonly planned: PlannedWithdraw
  readonly asset: Asset
  readonly label: string
}

/** Asks for a recipient and an amount. The vault then shows the transaction and asks for the confirmation. */
export function WithdrawDialog({ wallet, movesTo, onClose }: WithdrawDialogProps) {
  const isMoving = movesTo !== undefined
  const [form, setForm] = useState({ ...emptyForm, recipient: movesTo ?? '', isAll: isMoving })
  const [moved, setMoved] = useState<readonly Address[]>([])
  const task = useTask()
  const { assets, unread, asset, fault, isAddressWrong, planned, why } = usePlannedWithdrawal(wallet.address, form)
  const [reason] = planned?.reasons ?? []
  const wrongRecipient = isAddressWrong
    ? fault
    : reason !== undefined && /^(address\/|withdraw\/to[A-Z])/.test(reason.code)
      ? reason.text
      : undefined
  const blocked = fault ?? why ?? reason?.text ?? (planned === undefined ? 'Reading the chain…' : undefined)
  const toMove = assets.flatMap(({ mint }) => (mint === null || moved.includes(mint) ? [] : [mint]))
  const next = toMove[0] ?? null
  useEffect(() => {
    if (isMoving) setForm(before => ({ ...before, mint: next, amount: '', isAll: true }))
  }, [isMoving, next])
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  const submit = async () => {
    if (planned?.plan === undefined) return
    let isSigned = false
    await task.run(async () => {
      isSigned = await confirmWithdrawal(planned, asset, () => isHere.current)
    })
    if (!isSigned) return
    if (isMoving && asset.mint !== null) setMoved([...moved, asset.mint])
    else onClose()
  }
  return (
    <FormDialog
      title={`${isMoving ? 'Move everything' : 'Withdraw'} from ${wallet.label}`}
      onClose={onClose}
      onSubmit={() => void submit()}
      action="Check the withdrawal"
      fault={wrongRecipient !== undefined ? 'Enter another address' : blocked}
      task={task}
    >
      {isMoving ? (
        <p className="hint">
          {next === null
            ? 'SOL goes last. Then the wallet is empty.'
            : `Tokens go first, SOL last: ${toMove.length + 1} to go. You confirm each.`}
        </p>
      ) : null}
      <Field
        label="To"
        value={form.recipient}
        onChange={event => setForm({ ...form, recipient: event.target.value })}
        placeholder="Wallet address"
        autoComplete="off"
        spellCheck={false}
        mono
        autoFocus
        error={wrongRecipient}
      />
      <OwnWallets but={wallet.address} onChoose={recipient => setForm({ ...form, recipient })} />
      <Select
        label="Asset"
        options={assets.map(({ mint, symbol }) => ({ name: mint ?? 'SOL', label: symbol }))}
        chosen={form.mint ?? 'SOL'}
        onChoose={name => {
          const chosen = assets.find(({ mint }) => (mint ?? 'SOL') === name)
          setForm({ ...form, mint: chosen?.mint ?? null, amount: '', isAll: false })
        }}
      />
      {unread === undefined ? null : <Unread what="Could not load the wallet’s tokens" {...unread} />}
      <AmountField
        label="Send"
        aria-label="Amount"
        value={form.isAll ? 'All' : form.amount}
        onChange={amount => setForm({ ...form, amount: amount.replace('All', ''), isAll: false })}
        have={<Have address={wallet.address} asset={asset} />}
        end={
          <>
            <span className="faint">{asset.symbol}</span>
            <Button size="small" aria-pressed={form.isAll} onClick={() => setForm({ ...form, isAll: !form.isAll })}>
              All
            </Button>
          </>
        }
      />
      {planned?.quote === undefined || planned.quote.left < 0n ? null : (
        <Lines planned={planned} asset={asset} label={wallet.label} />
      )}
      {blocked !== undefined && nextStep(blocked) !== undefined ? <p className="hint">{nextStep(blocked)}</p> : null}
    </FormDialog>
  )
}

/** The other wallets, as recipients to choose. */
function OwnWallets({ but, onChoose }: { but: Address; onChoose: (address: Address) => void }) {
  const current = useStore(session)
  const others =
    'wallets' in current ? current.wallets.filter(wallet => wallet.address !== but && !isUnchecked(wallet)) : []
  if (others.length === 0) return null
  return (
    <fieldset className="own-wallets" aria-label="Your own wallets">
      <span className="faint">Yours:</span>
      {others.map(({ address, label }) => (
        <Button key={address} size="small" onClick={() => onChoose(address)}>
          {label}
        </Button>
      ))}
    </fieldset>
  )
}

/** The available balance. */
function Have({ address, asset }: { address: Address; asset: Asset }) {
  const lamports = useBalance(address)
  const raw = asset.mint === null ? lamports : asset.held
  return (
    <span>
      You have <Amount raw={raw} of={asset} digits="whole" unit={asset.symbol} />
      <WithoutInterest raw={raw} of={asset} unit={asset.symbol} />
    </span>
  )
}

function Lines({ planned: { quote }, asset, label }: LinesProps) {
  if (quote === undefined) return null
  const { symbol } = asset
  const lamports = [quote.networkFee, quote.leftLamports, quote.opens?.lamports ?? 0n]
  const solDigits = {
    fraction: fractionNeeded(quote.mint === null ? [quote.received, ...lamports] : lamports, inSol, 5),
  }
  const digits = quote.mint === null ? solDigits : 'whole'
  return (
    <PreviewPart title="Summary">
      <PreviewLine label="They receive">
        <Amount raw={quote.received} of={asset} digits={digits} unit={symbol} />
      </PreviewLine>
      {quote.received === quote.amount ? null : (
        <PreviewLine label="Token transfer fee" look="warn">
          <Amount raw={quote.amount - quote.received} of={asset} digits={digits} unit={symbol} />
        </PreviewLine>
      )}
      {quote.opens === undefined ? null : (
        <PreviewLine label="Their token account" note="rent, goes to them">
          <Sol lamports={quote.opens.lamports} digits={solDigits} unit="SOL" />
        </PreviewLine>
      )}
      <PreviewLine label="Network fee">
        <Sol lamports={quote.networkFee} digits={solDigits} unit="SOL" />
      </PreviewLine>
      <PreviewLine label={`Left in ${label}`} kind="sum">
        <Amount raw={quote.left} of={asset} digits={digits} unit={symbol} />
      </PreviewLine>
    </PreviewPart>
  )
}
