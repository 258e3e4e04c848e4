import { useQuery } from '@tanstack/react-query'
import { type PlannedWithdraw, type WithdrawPlan, withdrawMessage } from '@tern/client'
import type { SealedWallet } from '@tern/custody'
import { useState } from 'react'
import { client } from '../../data/client.ts'
import { useTask } from '../../data/useTask.ts'
import { signer } from '../../data/wallets/signer.ts'
import { errorText } from '../../text/errorText.ts'
import { Skeleton } from '../../ui/Amount.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { PassphraseField } from '../../ui/PassphraseField.tsx'
import { FormDialog } from './FormDialog.tsx'
import { amountWords, startWithdrawal } from './startWithdrawal.ts'
import type { Asset } from './useWithdrawal.ts'
import { Effects } from './WithdrawEffects.tsx'

interface WithdrawCheckProps {
  readonly planned: PlannedWithdraw
  readonly asset: Asset
  readonly wallet: SealedWallet
  readonly typedRecipient: string
  readonly onBack: () => void
  readonly onClose: () => void
}

const endLength = 4

/** What the signer reads in the bytes that it is asked to sign. */
function useReading(plan: WithdrawPlan | undefined) {
  return useQuery({
    queryKey: ['withdrawal', plan?.owner, plan?.recipient, plan?.mint, String(plan?.amount)],
    queryFn: async () => {
      if (plan === undefined) throw new TypeError('No plan')
      const { chain } = await client()
      const { bytes } = withdrawMessage(plan, await chain.readBlockhash())
      return (await signer()).readWithdrawal(plan.owner, bytes)
    },
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
}

/** The withdrawal as the signer reads it; it signs for who types the end of the address and the passphrase. */
export function WithdrawCheck({ planned, asset, wallet, typedRecipient, onBack, onClose }: WithdrawCheckProps) {
  const { plan } = planned
  const { data: shown, error } = useReading(plan)
  const [recipientEnd, setRecipientEnd] = useState('')
  const [passphrase, setPassphrase] = useState('')
  const task = useTask()
  const fault =
    shown === undefined
      ? 'The signer is reading it'
      : recipientEnd.length < endLength
        ? 'Type the last 4 characters'
        : passphrase === ''
          ? 'Type your passphrase'
          : undefined
  const submit = async () => {
    if (shown === undefined) return
    const proof = { shown, recipientEnd, passphrase }
    const isSigned = await task.run(() => startWithdrawal(planned, wallet.address, proof, asset))
    setPassphrase('')
    if (isSigned) onClose()
  }
  return (
    <FormDialog
      title="Check this withdrawal"
      onClose={onClose}
      onSubmit={() => void submit()}
      action={`Withdraw ${amountWords(shown?.amount ?? 0n, asset)}`}
      underway="Signing…"
      fault={fault}
      task={error === null ? task : { ...task, failure: errorText(error) }}
      back={{ label: 'Back', onPress: onBack }}
      marker={
        <Chip size="small">
          <Icon name="lock" size="small" />
          read by the signer
        </Chip>
      }
    >
      {shown === undefined || plan === undefined ? (
        <Skeleton width={200} />
      ) : (
        <>
          <Effects shown={shown} plan={plan} asset={asset} label={wallet.label} typedRecipient={typedRecipient} />
          <Field
            label="Type the last 4 characters of the address"
            value={recipientEnd}
            maxLength={endLength}
            onChange={event => setRecipientEnd(event.target.value)}
            autoComplete="off"
            spellCheck={false}
            autoFocus
          />
          <PassphraseField value={passphrase} onChange={setPassphrase} />
        </>
      )}
    </FormDialog>
  )
}
