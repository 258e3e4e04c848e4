import { createAssociatedAccountInstruction } from '@tern/chain'
import {
  type Address,
  associatedTokenAddress,
  TernError,
  type Token,
  type TokenAccount,
  token2022Program,
  wrappedNativeMint,
} from '@tern/core'
import { checkAssociatedTokenAccount, decodeTradedMint, tradedAccountSize } from '@tern/core/internal'
import type { Pool } from '@tern/venues'
import { assertNotHeldBack } from '../../checks/assertNotHeldBack.ts'
import type { Client } from '../../client.ts'
import { formOf } from '../trade/formOf.ts'
import type { Opening } from '../trade/trade.ts'
import type { LimitedHop } from './limitedHops.ts'
import type { SwapAccounts } from './swapInstructions.ts'

/** A token of a swap, and the wallet's account of it. */
export interface SwapSide {
  readonly token: Token
  readonly address: Address
  /** `null`: the account does not exist. */
  readonly account: TokenAccount | null
}

/** The wallet's part in a swap. */
export interface SwapWallet {
  readonly owner: Address
  /** Lamports. */
  readonly balance: bigint
  /** By mint, without SOL. */
  readonly sides: ReadonlyMap<Address, SwapSide>
  /** Rents of the wallet's accounts that do not exist, by mint. */
  readonly rents: ReadonlyMap<Address, bigint>
}

/** Lists the tokens that pools trade, without SOL. */
export function tokensOf(pools: readonly Pool[]): ReadonlyMap<Address, Token> {
  const tokens = pools.flatMap(pool => pool.tokens)
  return new Map(tokens.filter(({ mint }) => mint !== wrappedNativeMint).map(token => [token.mint, token]))
}

/**
 * Reads the wallet's accounts of tokens, without the cache.
 *
 * @throws TernError `token/*`, `rpc/*`.
 */
export async function readSwapWallet(
  { chain }: Client,
  owner: Address,
  tokens: ReadonlyMap<Address, Token>,
): Promise<SwapWallet> {
  const named = await Promise.all(
    [...tokens.values()].map(async token => ({
      token,
      address: await associatedTokenAddress(owner, token.mint, token.program),
    })),
  )
  const read = await chain.readAccounts([owner, ...named.map(({ address }) => address)], { maxAgeMs: 0 })
  const sides = named.map(({ token, address }): readonly [Address, SwapSide] => {
    const expected = { address, owner, mint: token.mint, program: token.program }
    const account = checkAssociatedTokenAccount(expected, read.get(address) ?? null)
    if (account?.state === 'frozen') throw new TernError('token/accountFrozen', { address })
    return [token.mint, { token, address, account }]
  })
  const missing = sides.filter(([, { account }]) => account === null).map(([mint]) => mint)
  const mints = await chain.readAccounts(missing)
  const rents = await Promise.all(
    missing.map(async (mint): Promise<readonly [Address, bigint]> => {
      const size = tradedAccountSize(decodeTradedMint(mint, mints.get(mint)))
      return [mint, await chain.readRent(size)]
    }),
  )
  return { owner, balance: read.get(owner)?.lamports ?? 0n, sides: new Map(sides), rents: new Map(rents) }
}

/**
 * Checks that the issuers of the tokens allow transfers.
 *
 * @throws TernError `token/nonTransferable`, `token/transfersPaused`, `token/accountFrozen`, `rpc/*`.
 */
export async function assertMovable({ chain }: Client, { owner, balance, sides }: SwapWallet): Promise<void> {
  const special = [...sides.values()].filter(({ token }) => token.program === token2022Program)
  const mints = await chain.readAccounts(
    special.map(({ token }) => token.mint),
    { maxAgeMs: 60_000 },
  )
  for (const {
    token: { mint },
    address,
    account,
  } of special) {
    const { raw } = decodeTradedMint(mint, mints.get(mint)).extensions
    // Only an account that the swap opens can begin frozen. So check a side with an existing account like a sale.
    const side = account === null ? 'buy' : 'sell'
    assertNotHeldBack(raw, { mint, side, holding: { owner, balance, tokenAccount: address, tokenAccountData: null } })
  }
}

/** Returns the accounts for the instructions of hops, and the rents of accounts that venues open. */
export async function readAccounts(
  { chain }: Client,
  { owner, sides }: SwapWallet,
  hops: readonly LimitedHop[],
): Promise<{ readonly accounts: SwapAccounts; readonly opens: readonly Opening[] }> {
  const accountOf = (mint: Address) => (mint === wrappedNativeMint ? owner : (sides.get(mint)?.address ?? owner))
  const parties = ({ quote }: LimitedHop) => ({
    ...{ owner, payer: owner },
    ...{ tokenAccountIn: accountOf(quote.tokenIn), tokenAccountOut: accountOf(quote.tokenOut) },
  })
  const possible = await Promise.all(hops.map(hop => hop.pool.opens(hop.quote.tokenIn, parties(hop), new Map())))
  const read = await chain.readAccounts(possible.flat().map(({ address }) => address))
  const opened = await Promise.all(
    hops.map((hop, n) => (possible[n]?.length ? hop.pool.opens(hop.quote.tokenIn, parties(hop), read) : [])),
  )
  const own = new Set([...sides.values()].map(({ address }) => address))
  const byAddress = new Map(opened.flat().map(one => [one.address, { ...one, kind: 'venue' as const }]))
  for (const address of own) byAddress.delete(address)
  const found = hops.map(async hop => {
    const form = await formOf(chain, hop.pool, { quote: hop.quote, parties: parties(hop) })
    return form === undefined ? [] : [[hop.pool.address, form] as const]
  })
  const forms = new Map((await Promise.all(found)).flat())
  const missing = new Set(byAddress.keys())
  return { accounts: { owner, accountOf, missing, forms }, opens: [...byAddress.values()] }
}

/** Builds the instruction that opens the wallet's account of a token. */
export const openSide = (owner: Address, { token, address }: SwapSide) =>
  createAssociatedAccountInstruction({ address, owner, mint: token.mint, tokenProgram: token.program })
