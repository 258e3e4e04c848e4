import type { Instruction } from '@solana/kit'
import {
  randomSeed,
  type TemporaryAccount,
  temporaryAccount,
  temporaryAccountSpare,
  tokenAccountRent,
} from '@tern/chain/internal'
import { type Address, associatedTokenAddress, tokenProgram, wrappedNativeMint } from '@tern/core'
import type { Pool, SwapParties } from '@tern/venues'
import type { LimitedHop } from './limitedHops.ts'

/** The wallet's accounts. */
export interface SwapAccounts {
  readonly owner: Address
  /** Returns the wallet's associated account of a token other than SOL. */
  readonly accountOf: (mint: Address) => Address
  /** Accounts that venues open, and that do not exist yet. */
  readonly missing: ReadonlySet<Address>
  /** The forms of swaps that the cluster takes, by the pool's address, if its program has several. */
  readonly forms: ReadonlyMap<Address, string>
}

/** The swaps of a message. */
export interface BuiltSwaps {
  readonly instructions: readonly Instruction[]
  /** The part of `instructions` that opens and closes temporary accounts. */
  readonly accountInstructions: readonly Instruction[]
  /** Lamports that temporary accounts hold until they are closed, apart from the swapped amounts. */
  readonly heldLamports: bigint
  /** Max rents that the router program pays, by the account. Empty if it is not called. */
  readonly routerRents: ReadonlyMap<Address, bigint>
}

const isWrapped = ({ nativeSettlement }: Pool) => nativeSettlement === 'wrapped'
const takesWrapped = ({ pool, quote }: LimitedHop) => quote.tokenIn === wrappedNativeMint && isWrapped(pool)
const paysWrapped = ({ pool, quote }: LimitedHop) => quote.tokenOut === wrappedNativeMint && isWrapped(pool)

/** Opens a wrapped account when a swap of the message needs it, and closes it when the wallet needs the lamports. */
class WrappedAccounts {
  readonly #owner: Address
  readonly instructions: Instruction[] = []
  readonly own: Instruction[] = []
  opened = 0

  constructor(owner: Address) {
    this.#owner = owner
  }

  async open(amount: bigint): Promise<TemporaryAccount> {
    const account = await temporaryAccount(this.#owner, amount, randomSeed())
    this.opened++
    this.instructions.push(...account.opens)
    this.own.push(...account.opens)
    return account
  }

  close({ closes }: TemporaryAccount): void {
    if (closes === undefined) return
    this.instructions.push(closes)
    this.own.push(closes)
  }
}

/** Paths that all begin, or all end, with wrapped SOL share an account. */
async function openShared(parts: readonly (readonly LimitedHop[])[], accounts: WrappedAccounts) {
  const [firsts, lasts] = [parts.flatMap(part => part[0] ?? []), parts.flatMap(part => part.at(-1) ?? [])]
  if (parts.length < 2) return undefined
  if (firsts.every(takesWrapped)) return accounts.open(firsts.reduce((sum, { maxIn }) => sum + maxIn, 0n))
  return lasts.every(paysWrapped) ? accounts.open(0n) : undefined
}

/**
 * Builds the swaps of a message, part by part. SOL goes through temporary accounts if a pool takes or pays wrapped SOL.
 */
export async function buildSwaps(
  parts: readonly (readonly LimitedHop[])[],
  { owner, accountOf, missing, forms }: SwapAccounts,
): Promise<BuiltSwaps> {
  const accounts = new WrappedAccounts(owner)
  const shared = await openShared(parts, accounts)
  for (const hops of parts) {
    let wrapped = shared
    for (const hop of hops) {
      const { pool, quote, limit, maxIn } = hop
      if (wrapped === undefined && takesWrapped(hop)) wrapped = await accounts.open(maxIn)
      else if (wrapped === undefined && paysWrapped(hop)) wrapped = await accounts.open(0n)
      else if (wrapped !== undefined && quote.tokenIn === wrappedNativeMint && !isWrapped(pool)) {
        // The hop before paid wrapped SOL, and this pool takes lamports.
        accounts.close(wrapped)
        wrapped = undefined
      }
      const native = wrapped?.address ?? owner
      const of = (mint: Address) => (mint === wrappedNativeMint ? native : accountOf(mint))
      const parties: SwapParties = {
        ...{ owner, payer: owner, missing, form: forms.get(pool.address) },
        ...{ tokenAccountIn: of(quote.tokenIn), tokenAccountOut: of(quote.tokenOut) },
      }
      accounts.instructions.push(...(await pool.swap(quote, limit, parties)))
    }
    if (wrapped !== undefined && wrapped !== shared) accounts.close(wrapped)
  }
  if (shared !== undefined) accounts.close(shared)
  return {
    instructions: accounts.instructions,
    accountInstructions: accounts.own,
    heldLamports: BigInt(accounts.opened) * (tokenAccountRent + temporaryAccountSpare),
    routerRents: new Map(),
  }
}

/**
 * Builds the swaps of a message with an instruction of Raydium's router program for each part.
 *
 * @throws TernError `route/poolType`.
 */
export async function buildByRouter(
  parts: readonly (readonly LimitedHop[])[],
  { owner, accountOf }: SwapAccounts,
): Promise<BuiltSwaps> {
  // Loaded on demand, because few swaps ask for the router.
  const { routerRents, routerSwap } = await import('./routerSwaps.ts')
  const accounts = new WrappedAccounts(owner)
  const rents = new Map<Address, bigint>()
  let middleRents = 0n
  for (const hops of parts) {
    const [first, last] = [hops[0] as LimitedHop, hops.at(-1) as LimitedHop]
    const [paid, received] = [
      takesWrapped(first) ? await accounts.open(first.maxIn) : undefined,
      paysWrapped(last) ? await accounts.open(0n) : undefined,
    ]
    // The program takes only associated accounts in the middle.
    const middles = hops
      .slice(1)
      .map(({ quote: { tokenIn } }) =>
        tokenIn === wrappedNativeMint ? associatedTokenAddress(owner, tokenIn, tokenProgram) : accountOf(tokenIn),
      )
    const own = [
      paid?.address ?? accountOf(first.quote.tokenIn),
      ...(await Promise.all(middles)),
      received?.address ?? accountOf(last.quote.tokenOut),
    ]
    const instruction = await routerSwap(owner, hops, own)
    accounts.instructions.push(instruction)
    for (const [account, rent] of routerRents(instruction)) {
      if (account !== own.at(-1)) middleRents += rent
      rents.set(account, rent)
    }
    for (const one of [paid, received]) if (one !== undefined) accounts.close(one)
  }
  return {
    instructions: accounts.instructions,
    accountInstructions: accounts.own,
    heldLamports: BigInt(accounts.opened) * (tokenAccountRent + temporaryAccountSpare) + middleRents,
    routerRents: rents,
  }
}
