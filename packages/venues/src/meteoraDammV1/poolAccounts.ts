import { type AccountSet, type AccountSnapshot, type Address, TernError, tokenProgram } from '@tern/core'
import type { TradedMint } from '@tern/core/internal'
import { program as vaultProgram } from '../meteoraVault/addresses.ts'
import { type VaultState, vaultLayout } from '../meteoraVault/layout.ts'
import { assertOwned, mismatch, openMint, openVault } from '../openAccounts.ts'
import type { ReadAccounts } from '../readEvents.ts'
import { program } from './addresses.ts'
import type { CurveFacts } from './curve.ts'
import { stakeOf, virtualPrice } from './depeg.ts'
import { type PoolState, poolLayout, type StableCurve, stableCurveLayout } from './layout.ts'

/** A pool's account. `curve` is set if it is stable. */
export interface PoolAccount {
  readonly state: PoolState
  readonly curve: StableCurve | undefined
  /** The account with the price of a staked token, if the pool has one. */
  readonly stake: Address | undefined
}

/** The pool's side of one of its tokens, as its accounts show it. */
export interface Side {
  readonly mint: TradedMint
  readonly vault: VaultState
  /** Shares of the vault that exist, and shares of the pool. */
  readonly supply: bigint
  readonly share: bigint
  /** The tokens that the vault has not lent out. */
  readonly unlent: bigint
  /** `true` if the vault takes deposits. It pays withdrawals even if it is disabled. */
  readonly isEnabled: boolean
  /** `true` if the issuer has frozen the vault's tokens. */
  readonly isFrozen: boolean
}

/**
 * Decodes a pool's account.
 * @throws TernError `layout/wrongOwner`, `layout/wrongSize`, `layout/wrongDiscriminator`, `layout/invalidValue`.
 */
export function decodePool(account: AccountSnapshot): PoolAccount {
  assertOwned('Pool', account, program)
  const state: PoolState = poolLayout.view(account.data, 'atLeast')
  for (const [field, limit] of [
    ['activation_type', 1],
    ['curve_type', 1],
  ] as const)
    if (state[field] > limit) invalid(field, state[field])
  assertRate(state, 'trade_fee', 2n)
  assertRate(state, 'protocol_trade_fee', 1n)
  if (state.partner_fee_numerator > 100_000n) invalid('partner_fee_numerator', state.partner_fee_numerator)
  const curve: StableCurve | undefined =
    state.curve_type === 0 ? undefined : stableCurveLayout.view(account.data.subarray(poolLayout.size), 'atLeast')
  if (curve !== undefined && curve.depeg_type > 3) invalid('depeg_type', curve.depeg_type)
  return { state, curve, stake: stakeOf(curve, state) }
}

/** Refuses a rate above one divided by `part`. The program accepts trade fees up to 15% only. */
function assertRate(state: PoolState, rate: 'trade_fee' | 'protocol_trade_fee', part: bigint): void {
  const [numerator, denominator] = [state[`${rate}_numerator`], state[`${rate}_denominator`]]
  if (denominator === 0n) invalid(`${rate}_denominator`, denominator)
  if (numerator * part > denominator) invalid(`${rate}_numerator`, numerator)
}

function invalid(field: string, value: bigint | number): never {
  throw new TernError('layout/invalidValue', { field, value: String(value) })
}

/** Returns the accounts to read besides the pool's, given the accounts that are read. */
export function accountsOf({ state, stake }: PoolAccount, read: AccountSet): readonly Address[] {
  const { token_a_mint, token_b_mint, a_vault, b_vault, a_vault_lp, b_vault_lp, lp_mint } = state
  const first = [token_a_mint, token_b_mint, a_vault, b_vault, a_vault_lp, b_vault_lp, lp_mint]
  if (stake !== undefined) first.push(stake)
  const vaults = [a_vault, b_vault].flatMap(address => {
    const account = read.get(address)
    if (!account) return []
    const { token_vault, lp_mint } = decodeVault(account)
    return [token_vault, lp_mint]
  })
  return [...new Set([...first, ...vaults])]
}

function decodeVault(account: AccountSnapshot): VaultState {
  assertOwned('Vault', account, vaultProgram)
  return vaultLayout.view(account.data, 'atLeast')
}

/**
 * Opens the pool's side of a token.
 * @throws TernError `layout/*` if the accounts contradict the pool or each other.
 */
function openSide(state: PoolState, side: 'a' | 'b', read: AccountSet): Side {
  const mint = openMint(state[`token_${side}_mint`], read, { program: tokenProgram })
  const address = state[`${side}_vault`]
  const vault = decodeVault(read.get(address) as AccountSnapshot)
  if (mint.address !== vault.token_mint) mismatch(address, 'token_mint', mint.address, vault.token_mint)
  const lpMint = openMint(vault.lp_mint, read, { program: tokenProgram })
  const tokens = openVault(vault.token_vault, read, mint, address)
  // The account of vault A is the authority of all token accounts of the pool.
  const { amount: share } = openVault(state[`${side}_vault_lp`], read, lpMint, state.a_vault_lp)
  if (share > lpMint.supply) mismatch(vault.lp_mint, 'supply', `at least ${share}`, String(lpMint.supply))
  return {
    ...{ mint, vault, supply: lpMint.supply, share, unlent: tokens.amount },
    ...{ isEnabled: vault.enabled === 1, isFrozen: tokens.state === 'frozen' },
  }
}

/** Reads the price of the pool's staked token. `undefined` if it has no such token. */
function stakePrice({ curve, stake }: PoolAccount, read: AccountSet): bigint | undefined {
  if (curve === undefined || stake === undefined) return undefined
  return virtualPrice(curve.depeg_type, read.get(stake) as AccountSnapshot)
}

/** The facts of a pool, with its mints. */
export interface PoolFacts extends CurveFacts {
  readonly a: Side
  readonly b: Side
}

/**
 * Opens a pool's accounts.
 * @throws TernError `layout/*` if the accounts contradict each other.
 */
export function openFacts(opened: PoolAccount, read: AccountSet): PoolFacts {
  const { state, curve: stable } = opened
  const [a, b] = [openSide(state, 'a', read), openSide(state, 'b', read)]
  return { state, stable, stakePrice: stakePrice(opened, read), a, b }
}

/** Reads and opens a pool. `undefined` if an account is gone. */
export async function readFacts(pool: Address, readAccounts: ReadAccounts): Promise<PoolFacts | undefined> {
  const read = new Map(await readAccounts([pool]))
  const account = read.get(pool)
  if (!account) return undefined
  const opened = decodePool(account)
  for (;;) {
    const next = accountsOf(opened, read).filter(address => !read.has(address))
    if (next.length === 0) break
    for (const [address, found] of await readAccounts(next)) read.set(address, found)
    if (next.some(address => !read.get(address))) return undefined
  }
  return openFacts(opened, read)
}

/** Reads the number of a pool's LP tokens. */
export function openLpSupply({ lp_mint }: PoolState, read: AccountSet): bigint {
  return openMint(lp_mint, read, { program: tokenProgram }).supply
}
