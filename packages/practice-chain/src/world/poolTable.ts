import {
  type Address,
  addressLookupTableProgram,
  type Clock,
  encodeBase58,
  isTernError,
  rentExemption,
} from '@tern/core'
import type { Pool, Protocol, Quote, SwapRequest } from '@tern/venues'
import { venues } from '@tern/venues/all'
import type { Bank } from '../bank/bank.ts'
import { deriveKey } from './deriveKey.ts'
import { openWith } from './history/trading.ts'
import { encodeLookupTable } from './lookupTable.ts'

/** A pool, and its token if the pool's account does not name it. */
export interface PoolToList {
  readonly protocol: Protocol
  readonly address: Address
  readonly mint?: Address
}

/** Swaps of these sizes name the pool's usual accounts, and the price ranges that a large swap crosses. */
const amounts = [1_000n, 1_000_000n, 1_000_000_000n, 1_000_000_000_000n]

/**
 * Returns the lookup table of a pool. Places it at the first call. Like Raydium's tables, it holds every account that swaps of any wallet
 * name: also the pool itself, its mints and its program.
 *
 * @returns `undefined` if there is no such pool, or if it takes no swaps.
 */
export async function poolTable(
  bank: Bank,
  seed: string,
  { protocol, address, mint }: PoolToList,
): Promise<Address | undefined> {
  const { address: table } = await deriveKey(seed, `lookup table of ${address}`)
  if (bank.account(table) !== null) return table
  const pool = await openWith<Pool>(bank, venues[protocol], { address, mint })
  const accounts = pool === undefined ? [] : await accountsOf(pool, bank.clock())
  if (accounts.length === 0) return undefined
  const data = encodeLookupTable(accounts)
  bank.setAccount(table, {
    ...{ owner: addressLookupTableProgram, lamports: rentExemption(data.length), executable: false, data },
  })
  await confirmed(bank, bank.slot('processed'))
  return table
}

/** Waits until a slot is confirmed: clients read confirmed accounts. A chain without a timer does not move. */
async function confirmed(bank: Bank, slot: bigint): Promise<void> {
  while (bank.slotMs > 0 && bank.slot('confirmed') < slot)
    await new Promise(resolve => setTimeout(resolve, bank.slotMs / 2))
}

/** Lists the accounts that swaps of two strangers share. */
async function accountsOf(pool: Pool, clock: Clock): Promise<readonly Address[]> {
  const found = new Set<Address>()
  for (const { mint: tokenIn } of pool.tokens)
    for (const amount of amounts)
      for (const request of [
        { tokenIn, exactIn: amount },
        { tokenIn, exactOut: amount },
      ]) {
        const quote = quoted(pool, request, clock)
        if (quote === undefined) continue
        const [one, other] = await Promise.all([swapBy(pool, quote, 1), swapBy(pool, quote, 5)])
        for (const account of one) if (other.has(account)) found.add(account)
      }
  return [...found]
}

function quoted(pool: Pool, request: SwapRequest, clock: Clock): Quote | undefined {
  if ('exactOut' in request && pool.hasExactOut?.(request.tokenIn) === false) return undefined
  try {
    return pool.quote(request, clock)
  } catch (error) {
    if (isTernError(error)) return undefined
    throw error
  }
}

const stranger = (number: number) => encodeBase58(new Uint8Array(32).fill(number)) as Address

/** @param first number of the wallet. The next two are its token accounts. */
async function swapBy(pool: Pool, quote: Quote, first: number): Promise<ReadonlySet<Address>> {
  const owner = stranger(first)
  const parties = { owner, payer: owner, tokenAccountIn: stranger(first + 1), tokenAccountOut: stranger(first + 2) }
  const limit = 'exactIn' in quote.request ? 0n : quote.amountIn
  const instructions = await pool.swap(quote, limit, { ...parties, pick: () => 0 })
  return new Set(
    instructions.flatMap(({ programAddress, accounts = [] }) => [
      programAddress,
      ...accounts.map(({ address }) => address),
    ]),
  )
}
