import type { BlockhashLifetime } from '@tern/chain'
import { signatureFee } from '@tern/chain/internal'
import { type AccountSnapshot, minimumOut } from '@tern/core'
import { tokenAccountLayout } from '@tern/core/internal'
import type { Client } from '../../client.ts'
import { amountsMoved } from './realised.ts'
import { simulatePlan } from './simulatePlan.ts'
import type { Trade } from './trade.ts'

/**
 * Computes the minimum output of a trade of a kind that was never compared with the chain.
 * It is the output of the message's simulation less the slippage, and at least the plan's minimum.
 *
 * @returns raw units.
 * @throws TernError the reason if the trade would fail, `rpc/*`.
 */
export async function simulatedMinimum(client: Client, plan: Trade, lifetime: BlockhashLifetime): Promise<bigint> {
  const { owner, tokenAccount, temporary, opens, request, outlay, minimum } = plan
  const touched = [owner, tokenAccount, ...(temporary === undefined ? [] : [temporary.address])]
  const addresses = [...new Set([...touched, ...opens.map(({ address }) => address)])]
  const before = await client.chain.readAccounts(addresses, { maxAgeMs: 0 })
  const { accounts: after, failure } = await simulatePlan(client, plan, { lifetime, asked: addresses })
  if (failure !== undefined) throw failure
  const { amountOut } = amountsMoved(plan, {
    change: address => (after.get(address)?.lamports ?? 0n) - (before.get(address)?.lamports ?? 0n),
    tokens: tokensIn(after.get(tokenAccount)) - tokensIn(before.get(tokenAccount)),
    networkFee: signatureFee + outlay.priorityFee,
  })
  const simulated = minimumOut(amountOut, request.slippageBps)
  return simulated > minimum ? simulated : minimum
}

function tokensIn(account: AccountSnapshot | null | undefined): bigint {
  return account ? tokenAccountLayout.view(account.data, 'atLeast').amount : 0n
}
