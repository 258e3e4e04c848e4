import { useQuery } from '@tanstack/react-query'
import { type PlannedWithdraw, planWithdraw } from '@tern/client'
import type { Address } from '@tern/core'
import { useEffect, useState } from 'react'
import { clientFor } from '../../data/landing/withdrawals.ts'
import { usePreset } from '../../data/settings/usePreset.ts'
import { fetchWithdrawalFee } from '../../data/trade/tradeFees.ts'
import { type HeldToken, heldTokensQuery } from '../../data/wallets/heldTokens.ts'
import { useBalance } from '../../data/wallets/useBalance.ts'
import { errorText } from '../../text/errorText.ts'
import { readAmountOf, type Typed } from '../../text/typed.ts'

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

/** How much is wanted, in raw units; a share is one of `balance`. */
function readWanted(form: WithdrawForm, decimals: number, balance: bigint | undefined): Typed<bigint | 'all'> {
  return form.isAll ? { value: 'all' } : readAmountOf(form.amount, decimals, balance)
}

/** What to do next about a form; `undefined` when it can be planned. */
function formFault(form: WithdrawForm, wanted: Typed<unknown>): string | undefined {
  if (form.recipient.trim() === '') return 'Enter an address'
  return 'reason' in wanted ? wanted.reason : undefined
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
    readonly amount: bigint | 'all'
    readonly planned?: PlannedWithdraw
    why?: string
  }>()
  const solBalance = useBalance(from)
  const wanted = readWanted(form, asset.decimals, asset.mint === null ? solBalance : asset.held)
  const fault = formFault(form, wanted)
  const amount = 'value' in wanted ? wanted.value : undefined
  const { fee } = usePreset()
  useEffect(() => {
    if (fault !== undefined || amount === undefined) return
    let isOver = false
    const timer = setTimeout(async () => {
      try {
        const client = await clientFor(from)
        const planned = await planWithdraw(client, {
          recipient: withoutBlanks(form.recipient),
          mint: form.mint,
          amount,
          priorityFeeLamports: await fetchWithdrawalFee(fee, from),
        })
        if (!isOver) setAnswer({ form, amount, planned })
      } catch (error) {
        if (!isOver) setAnswer({ form, amount, why: errorText(error) })
      }
    }, quietMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [form, from, fault, amount, fee])
  const current = fault === undefined && answer?.form === form && answer.amount === amount ? answer : undefined
  const unread = data === undefined && error !== null ? { error, onRetry: () => void refetch() } : undefined
  return { assets, unread, asset, fault, planned: current?.planned, why: current?.why }
}
