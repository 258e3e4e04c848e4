import { useQuery } from '@tanstack/react-query'
import { type PlannedWithdraw, planWithdraw } from '@tern/client'
import type { Address } from '@tern/core'
import { useEffect, useState } from 'react'
import { clientFor } from '../../data/landing/withdrawals.ts'
import { usePreset } from '../../data/settings/usePreset.ts'
import { fetchWithdrawalFee } from '../../data/trade/tradeFees.ts'
import { type HeldToken, heldTokensQuery } from '../../data/wallets/heldTokens.ts'
import { errorText } from '../../text/errorText.ts'
import { readAmount } from '../../text/typed.ts'

/** What can be withdrawn: SOL, or a token. */
export interface Asset {
  /** `null`: SOL. */
  readonly mint: Address | null
  readonly symbol: string
  readonly decimals: number
  /** Raw units of a token. */
  readonly held?: bigint
}

const sol: Asset = { mint: null, symbol: 'SOL', decimals: 9 }

/** What somebody wants to withdraw, as typed. */
export interface WithdrawForm {
  readonly recipient: string
  readonly mint: Address | null
  readonly amount: string
  readonly isAll: boolean
}

export const emptyForm: WithdrawForm = { recipient: '', mint: null, amount: '', isAll: false }

/** An address as it was meant: a paste may have blanks around it, or between the groups in which it is shown. */
export const withoutBlanks = (address: string): string => address.replace(/\s/g, '')

/** What to do next about a form; `undefined` when it can be planned. */
function formFault(form: WithdrawForm, { decimals }: Asset): string | undefined {
  if (form.recipient.trim() === '') return 'Enter an address'
  if (form.isAll) return undefined
  const amount = readAmount(form.amount, decimals)
  return 'reason' in amount ? amount.reason : undefined
}

const quietMs = 250

/** The plan for what is typed, renewed when typing pauses. `why`: the chain could not be asked; `unread`: nor for the tokens. */
export function usePlannedWithdrawal(from: Address, form: WithdrawForm) {
  const { data, error, refetch } = useQuery(heldTokensQuery(from))
  const held: readonly HeldToken[] = data ?? []
  const assets: readonly Asset[] = [sol, ...held.map(({ amount, ...token }) => ({ ...token, held: amount }))]
  const asset = assets.find(({ mint }) => mint === form.mint) ?? sol
  const [answer, setAnswer] = useState<{
    readonly form: WithdrawForm
    readonly planned?: PlannedWithdraw
    why?: string
  }>()
  const fault = formFault(form, asset)
  const { decimals } = asset
  const { fee } = usePreset()
  useEffect(() => {
    if (fault !== undefined) return
    let isOver = false
    const timer = setTimeout(async () => {
      try {
        const amount = form.isAll ? 'all' : readAmount(form.amount, decimals)
        const raw = amount === 'all' ? amount : 'value' in amount ? amount.value : 0n
        const client = await clientFor(from)
        const planned = await planWithdraw(client, {
          recipient: withoutBlanks(form.recipient),
          mint: form.mint,
          amount: raw,
          priorityFeeLamports: await fetchWithdrawalFee(fee, from),
        })
        if (!isOver) setAnswer({ form, planned })
      } catch (error) {
        if (!isOver) setAnswer({ form, why: errorText(error) })
      }
    }, quietMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [form, from, fault, decimals, fee])
  const current = fault === undefined && answer?.form === form ? answer : undefined
  const unread = data === undefined && error !== null ? { error, onRetry: () => void refetch() } : undefined
  return { assets, unread, asset, fault, planned: current?.planned, why: current?.why }
}
