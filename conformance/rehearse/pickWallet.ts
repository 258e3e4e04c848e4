import { type AccountSnapshot, type Address, decodeTokenAccount, isTernError, systemProgram } from '@tern/core'
import type { Node } from './node.ts'
import type { RehearsedPool } from './rehearsedPool.ts'

/** Lamports for a trade's rents and fees, in addition to its amount: a generous estimate. */
const spareLamports = 20_000_000n
/** A request reads a hundred accounts, two for each trader. */
const maxTraders = 48

/** A wallet, or the reason that there is none. */
export type Wallet = { readonly address: Address } | { readonly why: string }

export interface Wallets {
  /** Holds enough lamports to buy. */
  readonly buyer: Wallet
  /** Holds the token, and enough lamports for the fee. */
  readonly seller: Wallet
}

/**
 * Picks the buyer and the seller: the given wallet, or traders of the pool that hold enough.
 * @throws TernError `rpc/*`.
 */
export async function pickWallets(
  node: Node,
  pool: RehearsedPool,
  lamports: bigint,
  given: Address | undefined,
): Promise<Wallets> {
  const owners = given === undefined ? [...pool.live.traders].slice(0, maxTraders) : [given]
  const tokenAccounts = await Promise.all(owners.map(owner => pool.tokenAccountOf(owner)))
  const { accounts } = await node.read([...owners, ...tokenAccounts])
  const traders = owners.map((owner, i) => {
    const account = accounts.get(owner)
    const pays = account?.owner === systemProgram && account.data.length === 0
    const tokenAccount = tokenAccounts[i] ?? owner
    return {
      owner,
      lamports: pays ? account.lamports : 0n,
      units: unitsIn(tokenAccount, accounts.get(tokenAccount) ?? null),
    }
  })
  const max = (wanted: 'lamports' | 'units', min: bigint) =>
    traders.filter(one => one.lamports >= min && one[wanted] > 0n).sort((a, b) => (a[wanted] > b[wanted] ? -1 : 1))[0]
  const walletOf = (one: { owner: Address } | undefined, what: string): Wallet => {
    if (one !== undefined) return { address: one.owner }
    return { why: given === undefined ? `no trader found here holds ${what}` : `the wallet does not hold ${what}` }
  }
  return {
    buyer: walletOf(max('lamports', lamports + spareLamports), 'enough SOL'),
    seller: walletOf(max('units', spareLamports), 'the token'),
  }
}

function unitsIn(address: Address, account: AccountSnapshot | null): bigint {
  if (account === null) return 0n
  try {
    const { amount, state } = decodeTokenAccount(address, account)
    return state === 'initialized' ? amount : 0n
  } catch (error) {
    if (isTernError(error)) return 0n
    throw error
  }
}
