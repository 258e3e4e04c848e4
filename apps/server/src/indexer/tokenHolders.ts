import type { Address as KitAddress } from '@solana/kit'
import type { Chain } from '@tern/chain'
import { type Address, decodeTokenAccount, type Mint } from '@tern/core'
import type { Pool } from '@tern/venues'
import { vaultProgram } from '@tern/venues/internal/finder'

/** An account with a large amount of a token. */
export interface Holding {
  readonly account: Address
  /** `null`: the account no longer existed when it was read. */
  readonly owner: Address | null
  /** Raw units. */
  readonly amount: bigint
  /** `true` for a pool's account: no person owns its tokens. */
  readonly isPools: boolean
}

export interface Holdings {
  readonly slot: bigint
  /** Largest first. At most 20, the limit of nodes. */
  readonly accounts: readonly Holding[]
}

/**
 * Reads the largest accounts of `mint`. `vaults`: accounts of the pool that it does not own itself. @throws if the node
 * does not serve this.
 */
export async function readHoldings(
  chain: Chain,
  {
    mint,
    pool,
    vaults,
    maxAgeMs,
  }: { readonly mint: Mint; readonly pool: Pool; readonly vaults: ReadonlySet<Address>; readonly maxAgeMs: number },
): Promise<Holdings> {
  const { context, value } = await chain.rpc
    .getTokenLargestAccounts(mint.address as KitAddress, { commitment: 'confirmed' })
    .send()
  const largest = value.map(({ address, amount }) => ({ account: address as Address, amount: BigInt(amount) }))
  const read = await chain.readAccounts(
    largest.map(({ account }) => account),
    { maxAgeMs },
  )
  const isPoolOwner = (owner: Address | null) =>
    owner !== null && (owner === pool.address || vaultProgram(owner) !== undefined)
  const accounts = largest.map(({ account, amount }) => {
    const found = read.get(account)
    const owner = found ? decodeTokenAccount(account, found).owner : null
    return { account, owner, amount, isPools: vaults.has(account) || isPoolOwner(owner) }
  })
  return { slot: context.slot, accounts }
}
