import type { Address as KitAddress } from '@solana/kit'
import type { Chain } from '@tern/chain'
import { type Address, decodeTokenAccount, type Mint } from '@tern/core'
import type { Pool } from '@tern/venues'

/** An account among those that hold most of a token. */
export interface Holding {
  readonly account: Address
  /** `null`: it was not there any more when it was read. */
  readonly owner: Address | null
  /** Raw units. */
  readonly amount: bigint
  /** What is in it is nobody's. */
  readonly isPools: boolean
}

export interface Holdings {
  readonly slot: bigint
  /** Most of it first; at most twenty, which is what nodes tell. */
  readonly accounts: readonly Holding[]
}

/** Who holds most of `mint`. `vaults`: accounts of the pool's beside those that it owns itself. @throws where a node does not tell. */
export async function readHoldings(
  chain: Chain,
  mint: Mint,
  pool: Pool,
  vaults: ReadonlySet<Address>,
  maxAgeMs: number,
): Promise<Holdings> {
  const { context, value } = await chain.rpc
    .getTokenLargestAccounts(mint.address as KitAddress, { commitment: 'confirmed' })
    .send()
  const told = value.map(({ address, amount }) => ({ account: address as Address, amount: BigInt(amount) }))
  const read = await chain.readAccounts(
    told.map(({ account }) => account),
    { maxAgeMs },
  )
  const accounts = told.map(({ account, amount }) => {
    const found = read.get(account)
    const owner = found ? decodeTokenAccount(account, found).owner : null
    return { account, owner, amount, isPools: vaults.has(account) || owner === pool.address }
  })
  return { slot: context.slot, accounts }
}
