import { accountsNamed } from '@tern/chain/internal'
import { type Address, wrappedNativeMint } from '@tern/core'
import type { FoundTransaction } from '../indexer/transaction.ts'

/** A transaction's changes of a wallet. Negative amounts left it. */
export interface Changes {
  /** Lamports, including wrapped SOL. */
  readonly lamports: bigint
  /** Lamports that went into its own token accounts without being wrapped SOL. */
  readonly rent: bigint
  /** Lamports that it paid the network. */
  readonly networkFee: bigint
  /** Raw units by mint, without SOL and without unchanged tokens. */
  readonly tokens: readonly { readonly mint: Address; readonly decimals: number; readonly amount: bigint }[]
  /** Number of its closed token accounts. */
  readonly closed: number
  /** The wallet with the largest opposite change. `null` if there is no such wallet. */
  readonly counterparty: string | null
}

type TokenBalance = NonNullable<FoundTransaction['meta']['preTokenBalances']>[number]

export function readChanges(found: FoundTransaction, owner: Address): Changes {
  const { meta } = found
  const accounts = accountsNamed(found)
  const [before, after] = [meta.preTokenBalances ?? [], meta.postTokenBalances ?? []]
  const lamportsOf = (index: number) => (meta.postBalances[index] ?? 0n) - (meta.preBalances[index] ?? 0n)
  const own = new Set([...before, ...after].filter(isOf(owner)).map(({ accountIndex }) => accountIndex))
  const inAccounts = [...own].reduce((sum, index) => sum + lamportsOf(index), 0n)
  const byMint = changesByMint(before.filter(isOf(owner)), after.filter(isOf(owner)))
  const wrapped = byMint.get(wrappedNativeMint)?.amount ?? 0n
  const tokens = [...byMint.values()].filter(({ mint, amount }) => mint !== wrappedNativeMint && amount !== 0n)
  const lamports = wrapped + accounts.reduce((sum, one, i) => (one === owner ? sum + lamportsOf(i) : sum), 0n)
  const networkFee = accounts[0] === owner ? meta.fee : 0n
  const [token] = tokens
  const rent = inAccounts - wrapped
  const moved = lamports + rent + networkFee
  return {
    lamports,
    rent,
    networkFee,
    tokens,
    closed: [...own].filter(index => meta.preBalances[index] !== 0n && meta.postBalances[index] === 0n).length,
    counterparty:
      token === undefined
        ? ofLamports(moved, accounts, index => !own.has(index) && accounts[index] !== owner, lamportsOf)
        : ofTokens(token, owner, [before, after]),
  }
}

const isOf = (owner: Address) => (balance: TokenBalance) => balance.owner === owner

interface Change {
  readonly mint: Address
  readonly decimals: number
  readonly amount: bigint
}

function changesByMint(before: readonly TokenBalance[], after: readonly TokenBalance[]): ReadonlyMap<string, Change> {
  const changes = new Map<string, Change>()
  const add = ({ mint, uiTokenAmount }: TokenBalance, sign: bigint) => {
    const known = changes.get(mint)?.amount ?? 0n
    const { amount, decimals } = uiTokenAmount
    changes.set(mint, { mint, decimals, amount: known + sign * BigInt(amount) })
  }
  for (const balance of before) add(balance, -1n)
  for (const balance of after) add(balance, 1n)
  return changes
}

/** Returns the account that lost most of the gain, or gained most of the loss. */
function ofLamports(
  moved: bigint,
  accounts: readonly Address[],
  isOther: (index: number) => boolean,
  lamportsOf: (index: number) => bigint,
): string | null {
  let found: { readonly address: string; readonly amount: bigint } | undefined
  for (const [index, address] of accounts.entries()) {
    const amount = moved > 0n ? -lamportsOf(index) : lamportsOf(index)
    if (isOther(index) && amount > (found?.amount ?? 0n)) found = { address, amount }
  }
  return found?.address ?? null
}

function ofTokens(
  { amount: moved, mint }: Change,
  owner: Address,
  [before, after]: readonly [readonly TokenBalance[], readonly TokenBalance[]],
): string | null {
  const others = (balances: readonly TokenBalance[]) =>
    balances.filter(balance => balance.mint === mint && balance.owner !== owner)
  const changed = new Map<string, bigint>()
  const add = ({ owner: other, uiTokenAmount }: TokenBalance, sign: bigint) => {
    if (other !== undefined) changed.set(other, (changed.get(other) ?? 0n) + sign * BigInt(uiTokenAmount.amount))
  }
  for (const balance of others(before)) add(balance, moved > 0n ? 1n : -1n)
  for (const balance of others(after)) add(balance, moved > 0n ? -1n : 1n)
  const [max] = [...changed].filter(([, amount]) => amount > 0n).sort(([, a], [, b]) => (a > b ? -1 : a < b ? 1 : 0))
  return max?.[0] ?? null
}
