import { type Address, maximumIn, minimumOut, wrappedNativeMint } from '@tern/core'
import { tokenAccountLayout } from '@tern/core/internal'
import type { Client } from '../../client.ts'
import { simulateMessage } from '../plan/simulateMessage.ts'
import type { LimitedHop } from './limitedHops.ts'
import type { SwapMessage } from './swapMessages.ts'
import type { SwapWallet } from './swapWallet.ts'

/**
 * Limits a part of a path by the simulation of its own message: the min output of an exact input, the max input of an exact output.
 * A limit only becomes tighter than planned. The other hops keep their limits.
 *
 * @param part consecutive hops of a path.
 * @throws TernError the reason if the part would fail, `rpc/*`.
 */
export async function limitBySimulation(
  client: Client,
  wallet: SwapWallet,
  part: Pick<SwapMessage, 'hops' | 'message' | 'opens'>,
): Promise<readonly LimitedHop[]> {
  const { hops } = part
  const [first, last] = [hops[0] as LimitedHop, hops.at(-1) as LimitedHop]
  if ('exactIn' in first.quote.request) {
    const out = await simulatedChange(client, wallet, part, last.quote.tokenOut)
    const min = minimumOut(out, last.slippageBps)
    return min > last.minOut ? [...hops.slice(0, -1), { ...last, limit: min, minOut: min }] : hops
  }
  const spent = -(await simulatedChange(client, wallet, part, first.quote.tokenIn))
  const max = maximumIn(spent, first.slippageBps)
  // No instruction takes a limit below its quote.
  const limit = max > first.quote.amountIn ? max : first.quote.amountIn
  return limit < first.maxIn ? [{ ...first, limit, maxIn: limit }, ...hops.slice(1)] : hops
}

/** Simulates a message. Returns the wallet's change of a token in raw units, without the costs in SOL. */
async function simulatedChange(
  client: Client,
  { owner, sides }: SwapWallet,
  { message, opens }: Pick<SwapMessage, 'message' | 'opens'>,
  mint: Address,
): Promise<bigint> {
  const account = mint === wrappedNativeMint ? owner : (sides.get(mint)?.address ?? owner)
  const asked = [...new Set([owner, account, ...opens.map(({ address }) => address)])]
  const [before, lifetime] = await Promise.all([
    client.chain.readAccounts(asked, { maxAgeMs: 0 }),
    client.chain.readBlockhash(),
  ])
  const { accounts: after, failure } = await simulateMessage(client, message, { owner, lifetime, asked })
  if (failure !== undefined) throw failure
  const change = (address: Address) => (after.get(address)?.lamports ?? 0n) - (before.get(address)?.lamports ?? 0n)
  if (mint !== wrappedNativeMint) {
    const [had, has] = [before, after].map(accounts => {
      const { data } = accounts.get(account) ?? {}
      return data?.length ? tokenAccountLayout.view(data, 'atLeast').amount : 0n
    }) as [bigint, bigint]
    return has - had
  }
  // A venue may pay into an account that it opened, so at most the rent counts as a cost.
  const rents = opens.reduce((sum, { address, lamports }) => {
    const paid = change(address)
    return sum + (paid < 0n ? 0n : paid < lamports ? paid : lamports)
  }, 0n)
  const { networkFee, tradeFee = 0n, tip = 0n } = message.terms.lamports
  return change(owner) + networkFee + tradeFee + tip + rents
}
