import { useQuery } from '@tanstack/react-query'
import { type PlannedWithdraw, planWithdraw } from '@tern/client'
import type { Address } from '@tern/core'
import { useEffect, useState } from 'react'
import { clientFor } from '../../data/landing/withdrawals.ts'
import { usePreset } from '../../data/settings/usePreset.ts'
import { fetchWithdrawalFee } from '../../data/trade/withdrawalFee.ts'
import { type HeldToken, heldTokensQuery } from '../../data/wallets/heldTokens.ts'
import { useBalance } from '../../data/wallets/useBalance.ts'
import { errorText } from '../../text/errorText.ts'
import { inSol, type TokenUnit } from '../../text/numberText.ts'
import { formFault, readWanted, type WithdrawForm, withoutBlanks } from './withdrawForm.ts'

/** An asset to withdraw: SOL or a token. */
export interface Asset extends TokenUnit {
  /** `null` for SOL. */
  readonly mint: Address | null
  readonly symbol: string
  /** The balance of a token, in raw units. */
  readonly held?: bigint
}

const sol: Asset = { mint: null, symbol: 'SOL', ...inSol }

const quietMs = 250

/**
 * Plans the typed withdrawal, again after each pause in typing. `why`: planning failed; `unread`: the tokens failed to
 * load.
 */
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
  const wanted = readWanted(form, asset, asset.mint === null ? solBalance : asset.held)
  const wrong = formFault(form, wanted)
  const fault = wrong?.text
  const amount = 'value' in wanted ? wanted.value : undefined
  const { fee } = usePreset()
  // "All" is another amount after the balance has changed.
  const renewedBy = amount === 'all' ? solBalance : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: the plan reads the balance itself
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
  }, [form, from, fault, amount, fee, renewedBy])
  const current = fault === undefined && answer?.form === form && answer.amount === amount ? answer : undefined
  const unread = data === undefined && error !== null ? { error, onRetry: () => void refetch() } : undefined
  const isAddressWrong = wrong?.isAddressWrong === true
  return { assets, unread, asset, fault, isAddressWrong, planned: current?.planned, why: current?.why }
}
