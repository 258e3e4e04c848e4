import {
  type AccountSet,
  type AccountSnapshot,
  type Address,
  type Clock,
  maximumIn,
  minimumOut,
  TernError,
  tokenProgram,
} from '@tern/core'
import { assertU64, decodeVault, epochTransferFee, maxU64, type TradedMint } from '@tern/core/internal'
import type {
  DepositAmount,
  DepositQuote,
  DepositRequest,
  LiquidityParties,
  LiquidityPool,
  LiquidityVenue,
  PaidAmount,
  WithdrawalQuote,
  WithdrawalRequest,
} from '../liquidity.ts'
import { mismatch, oldestSlot, tokenOf } from '../openAccounts.ts'
import { chargingOf, received, sent } from '../tradedAmounts.ts'
import { authority, lpMintAddress, program, vaultAddress } from './addresses.ts'
import { type PoolState, poolStateLayout } from './layout.ts'
import { encodeDeposit, encodeWithdraw, type LiquidityAccounts } from './liquidityInstructions.ts'
import { lpForToken, lpToTokens } from './liquidityQuote.ts'
import { decodePool, openTokens } from './poolAccounts.ts'

/** The bits of `PoolState.status` that disable an action (`PoolStatusBitIndex`, states/pool.rs). */
const depositDisabled = 1 << 0
const withdrawDisabled = 1 << 1

/**
 * A deposit took up to 31,400 on the real program, and 34,700 on mainnet. An older token program adds some 6,000 for a
 * transfer and 4,500 for minting. A withdrawal takes less.
 */
const depositUnits = 50_000
const withdrawUnits = 50_000

/**
 * The liquidity of Raydium's constant-product pools (CP-Swap).
 *
 * @example
 * const pool = await chain.read(raydiumCpmmLiquidity, address)
 * const quote = pool.quoteDeposit({ mint, amount: 100_000n, slippageBps: 50 }, await chain.readClock())
 * quote.lpAmount // 33_333n raw units of the pool's LP token
 * quote.amounts[1].maxAmount // 23_450n raw units of the other token: 23_334 at the current price
 */
export const raydiumCpmmLiquidity: LiquidityVenue = {
  protocol: 'raydium_cpmm',
  lpMints: { program, authority, offset: poolStateLayout.offsets.lp_mint },
  async accountsToRead(pool, read) {
    const account = read.get(pool)
    if (account === undefined) return [pool]
    if (account === null) return []
    return accountsOf(decodePool(account)).filter(one => !read.has(one))
  },
  open: openLiquidity,
}

function accountsOf(state: PoolState): readonly Address[] {
  return [state.token_0_vault, state.token_1_vault, state.token_0_mint, state.token_1_mint]
}

/** The facts of a pool that quotes need. */
interface OpenPool {
  readonly address: Address
  readonly state: PoolState
  readonly mints: readonly [TradedMint, TradedMint]
  readonly reserves: readonly [bigint, bigint]
  readonly isFrozen: boolean
}

/**
 * Opens the liquidity of a pool.
 * @throws TernError `pool/accountsNotReady` or `liquidity/vaultNotFound` if the pool or a vault is missing,
 *   `liquidity/vaultDataNotFound` if a vault is empty, `token/accountNotFound` if a mint is missing, `layout/*` if an
 *   account has unexpected content.
 */
function openLiquidity(address: Address, read: AccountSet): LiquidityPool {
  const account = read.get(address)
  if (!account) throw new TernError('pool/accountsNotReady', { pool: address, missing: [address] })
  const state = decodePool(account)
  for (const vault of [state.token_0_vault, state.token_1_vault]) {
    const found = read.get(vault)
    if (!found) throw new TernError('liquidity/vaultNotFound', { pool: address, vault })
    if (found.data.length === 0) throw new TernError('liquidity/vaultDataNotFound', { pool: address, vault })
  }
  const { mints, reserves, isFrozen } = openTokens(address, state, read)
  const pool: OpenPool = { address, state, mints, reserves, isFrozen }
  return {
    protocol: 'raydium_cpmm',
    address,
    slot: oldestSlot(read, [address, state.token_0_vault, state.token_1_vault]),
    tokens: [tokenOf(mints[0]), tokenOf(mints[1])],
    lpToken: { mint: state.lp_mint, decimals: state.lp_mint_decimals, program: tokenProgram },
    reserves,
    lpSupply: state.lp_supply,
    openTimeSeconds: state.open_time,
    quoteDeposit: (request, clock) => quoteDeposit(pool, request, clock),
    quoteWithdrawal: (request, clock) => quoteWithdrawal(pool, request, clock),
    worthOf: (lpAmount, { epoch }) =>
      isBacked(pool) ? paid(pool, withdrawn(pool, lpAmount), epoch) : paid(pool, [0n, 0n], epoch),
    async deposit({ lpAmount, amounts: [side0, side1] }, parties) {
      await assertDerived(address, state)
      const limits = { lpAmount, maxAmount0: side0.maxAmount, maxAmount1: side1.maxAmount }
      return [encodeDeposit(accountsFor(address, state, parties), limits)]
    },
    async withdraw({ lpAmount, amounts: [side0, side1] }, parties) {
      await assertDerived(address, state)
      const limits = { lpAmount, minAmount0: side0.minAmount, minAmount1: side1.minAmount }
      return [encodeWithdraw(accountsFor(address, state, parties), limits)]
    },
  }
}

/** @see `deposit` (instructions/deposit.rs) */
function quoteDeposit(pool: OpenPool, request: DepositRequest, { epoch }: Clock): DepositQuote {
  const { address, state, mints, reserves } = pool
  const { slippageBps } = request
  const lpAmount =
    'lpAmount' in request ? assertU64(request.lpAmount) : lpFor(pool, request.mint, request.amount, epoch)
  if (pool.isFrozen || (state.status & depositDisabled) !== 0)
    throw new TernError('liquidity/paused', { pool: address, action: 'deposit' })
  assertBacked(pool)
  // At a transfer fee of 100%, the program would send the fee's maximum on top, and all of it would be lost.
  for (const mint of mints) assertSomethingArrives(mint, epoch)
  const deposited = lpToTokens(lpAmount, state.lp_supply, ...reserves, 'ceil')
  if (deposited.includes(0n)) throw new TernError('liquidity/zeroAmounts', {})
  if (state.lp_supply + lpAmount > maxU64) throw new TernError('program/mathOverflow', {})
  const side = (i: 0 | 1): DepositAmount => {
    const charging = chargingOf(mints[i])
    const leaving = deposited[i] > maxU64 ? undefined : sent(charging, epoch, deposited[i])
    if (leaving === undefined) throw new TernError('program/mathOverflow', {})
    const max = maximumIn(deposited[i], slippageBps)
    return {
      mint: mints[i].address,
      sent: leaving,
      transferFee: leaving - deposited[i],
      maxAmount: (max > maxU64 ? undefined : sent(charging, epoch, max)) ?? maxU64,
    }
  }
  return {
    request,
    lpAmount,
    amounts: [side(0), side(1)],
    share: { numerator: lpAmount, denominator: state.lp_supply + lpAmount },
    computeUnits: depositUnits,
  }
}

/** Finds the LP tokens that `amount` of one token pays for, after its transfer fee. */
function lpFor(pool: OpenPool, mint: Address, amount: bigint, epoch: bigint): bigint {
  const side = pool.mints.findIndex(({ address }) => address === mint) as -1 | 0 | 1
  if (side === -1) throw new TernError('liquidity/tokenNotInPool', { pool: pool.address, mint })
  assertU64(amount)
  if (amount === 0n) throw new TernError('liquidity/zeroAmounts', {})
  assertBacked(pool)
  const arriving = received(chargingOf(pool.mints[side]), epoch, amount)
  return lpForToken(arriving, pool.state.lp_supply, pool.reserves[side])
}

/** @see `withdraw` (instructions/withdraw.rs) */
function quoteWithdrawal(pool: OpenPool, request: WithdrawalRequest, { epoch }: Clock): WithdrawalQuote {
  const { address, state, mints } = pool
  const { slippageBps } = request
  const lpAmount = assertU64(request.lpAmount)
  if (lpAmount === 0n) throw new TernError('quote/zeroAmount', {})
  if (pool.isFrozen || (state.status & withdrawDisabled) !== 0)
    throw new TernError('liquidity/paused', { pool: address, action: 'withdraw' })
  assertBacked(pool)
  if (lpAmount > state.lp_supply) throw new TernError('program/insufficientVault', {})
  const leaving = withdrawn(pool, lpAmount)
  if (leaving.includes(0n)) throw new TernError('program/amountTooSmall', {})
  const minimum = (i: 0 | 1) => received(chargingOf(mints[i]), epoch, minimumOut(leaving[i], slippageBps))
  const [side0, side1] = paid(pool, leaving, epoch)
  return {
    request,
    lpAmount,
    amounts: [
      { ...side0, minAmount: minimum(0) },
      { ...side1, minAmount: minimum(1) },
    ],
    share: { numerator: lpAmount, denominator: state.lp_supply },
    computeUnits: withdrawUnits,
  }
}

/** Returns the amounts that leave the vaults for LP tokens. The pool must back them. */
function withdrawn({ state, reserves }: OpenPool, lpAmount: bigint): readonly [bigint, bigint] {
  return lpToTokens(lpAmount, state.lp_supply, ...reserves, 'floor')
}

/** Splits the amounts that leave the vaults into the owner's part and the transfer fee. */
function paid({ mints }: OpenPool, leaving: readonly [bigint, bigint], epoch: bigint) {
  const side = (i: 0 | 1): PaidAmount => {
    const arriving = received(chargingOf(mints[i]), epoch, leaving[i])
    return { mint: mints[i].address, received: arriving, transferFee: leaving[i] - arriving }
  }
  return [side(0), side(1)] as const
}

function isBacked({ state, reserves }: OpenPool): boolean {
  return state.lp_supply > 0n && reserves[0] > 0n && reserves[1] > 0n
}

/** Checks that reserves back the LP tokens. Otherwise, the program divides by zero or finds a vault too small. */
function assertBacked(pool: OpenPool): void {
  if (!isBacked(pool)) throw new TernError('program/insufficientVault', {})
}

/**
 * Refuses a transfer fee of 100%: its maximum is lost with every transfer.
 * The program would add that maximum to the amount (`get_transfer_inverse_fee`, utils/token.rs).
 */
export function assertSomethingArrives(mint: TradedMint, epoch: bigint): void {
  const fee = epochTransferFee(mint, epoch)
  if (fee?.transferFeeBasisPoints === 10_000 && fee.maximumFee > 0n)
    throw new TernError('liquidity/transferFeeTakesAll', { mint: mint.address })
}

function accountsFor(pool: Address, state: PoolState, parties: LiquidityParties): LiquidityAccounts {
  return {
    owner: parties.owner,
    pool_state: pool,
    owner_lp_token: parties.lpAccount,
    token_0_account: parties.tokenAccounts[0],
    token_1_account: parties.tokenAccounts[1],
    token_0_vault: state.token_0_vault,
    token_1_vault: state.token_1_vault,
    vault_0_mint: state.token_0_mint,
    vault_1_mint: state.token_1_mint,
    lp_mint: state.lp_mint,
  }
}

/**
 * Checks the addresses that the program derives from the pool's, so that a pool invented by a node fails before
 * signing.
 * @throws TernError `layout/mismatch`.
 */
async function assertDerived(pool: Address, state: PoolState): Promise<void> {
  const fields = ['token_0_vault', 'token_1_vault', 'lp_mint'] as const
  const expected = await Promise.all([
    vaultAddress(pool, state.token_0_mint),
    vaultAddress(pool, state.token_1_mint),
    lpMintAddress(pool),
  ])
  for (const [i, field] of fields.entries())
    if (state[field] !== expected[i]) mismatch(pool, field, String(expected[i]), state[field])
}

/**
 * Reads how many LP tokens of `pool` an account holds, in raw units.
 *
 * @throws TernError `liquidity/lpAccountNotFound` if the account does not exist, `liquidity/mintMismatch` if it holds
 *   another token, `layout/*` if it is not a token account.
 * @example
 * lpBalanceOf(pool, lpAccount, read.get(lpAccount)) // 2_999_999_900n raw units
 */
export function lpBalanceOf(
  { lpToken }: Pick<LiquidityPool, 'lpToken'>,
  address: Address,
  account: AccountSnapshot | null | undefined,
): bigint {
  if (!account) throw new TernError('liquidity/lpAccountNotFound', { lpMint: lpToken.mint, address })
  const { mint, amount } = decodeVault(address, account)
  if (mint !== lpToken.mint) throw new TernError('liquidity/mintMismatch', { expected: lpToken.mint, actual: mint })
  return amount
}
