import { type Clock, type Mint, memoProgram, token2022Program, tokenProgram } from '@tern/core'
import { type PoolState, program } from '@tern/venues/raydiumCpmm'
import { authority, lpChangeEventLayout, poolStateLayout } from '@tern/venues/raydiumCpmm/internal'
import { Script } from '../../effects/script.ts'
import type { Invocation } from '../../effects/trap.ts'
import {
  checkAddress,
  checkProgram,
  checkSigner,
  checkWritable,
  fail,
  type NamedAccount,
  nameAccounts,
  readMint,
  readOwn,
  readTokenAccount,
} from '../anchor.ts'
import { burn, mintTo, transferChecked } from '../tokenCalls.ts'
import { refuse } from './errors.ts'
import { readThreeU64s } from './liquidityArguments.ts'
import { authoritySeed, checkStatus, feeOn, feeOnTop, reservesOf, u64OrPanic, writePool } from './pool.ts'

const names = [
  'owner',
  'authority',
  'pool_state',
  'owner_lp_token',
  'token_0_account',
  'token_1_account',
  'token_0_vault',
  'token_1_vault',
  'token_program',
  'token_program_2022',
  'vault_0_mint',
  'vault_1_mint',
  'lp_mint',
] as const

/**
 * `Deposit` (instructions/deposit.rs) and `Withdraw`.
 * `Withdraw` accepts receiving accounts of any owner, and needs the memo program.
 */
function readAccounts(invocation: Invocation, kind: 'deposit' | 'withdraw') {
  const a = nameAccounts(invocation, names)
  const memo = kind === 'withdraw' ? nameAccounts(invocation, [...names, 'memo_program']).memo_program : undefined
  checkSigner(a.owner)
  const pool: PoolState = readOwn(a.pool_state, poolStateLayout, program)
  const ownerLp = readTokenAccount(a.owner_lp_token)
  const account0 = readTokenAccount(a.token_0_account)
  const account1 = readTokenAccount(a.token_1_account)
  const vault0 = readTokenAccount(a.token_0_vault)
  const vault1 = readTokenAccount(a.token_1_vault)
  checkProgram(a.token_program, tokenProgram)
  checkProgram(a.token_program_2022, token2022Program)
  const mint0: Mint = readMint(a.vault_0_mint)
  const mint1: Mint = readMint(a.vault_1_mint)
  readMint(a.lp_mint)

  checkAddress(a.authority, authority, 'ConstraintSeeds')
  checkWritable(a.pool_state, a.owner_lp_token)
  if (ownerLp.owner !== a.owner.address) fail('ConstraintTokenOwner', 'owner_lp_token')
  for (const [account, token, vault] of [
    [a.token_0_account, account0, vault0],
    [a.token_1_account, account1, vault1],
  ] as const) {
    checkWritable(account)
    if (token.mint !== vault.mint) fail('ConstraintTokenMint', account.name)
    if (kind === 'deposit' && token.owner !== a.owner.address) fail('ConstraintTokenOwner', account.name)
  }
  checkWritable(a.token_0_vault)
  checkAddress(a.token_0_vault, pool.token_0_vault, 'ConstraintRaw')
  checkWritable(a.token_1_vault)
  checkAddress(a.token_1_vault, pool.token_1_vault, 'ConstraintRaw')
  checkAddress(a.vault_0_mint, vault0.mint)
  checkAddress(a.vault_1_mint, vault1.mint)
  checkWritable(a.lp_mint)
  if (a.lp_mint.address !== pool.lp_mint) refuse('IncorrectLpMint')
  if (memo !== undefined) checkAddress(memo, memoProgram)
  return { a, pool, ownerLp, vault0, vault1, mint0, mint1 }
}

type Accounts = ReturnType<typeof readAccounts>

/** `lp_tokens_to_trading_tokens` (curve/constant_product.rs), for the pool's current reserves. */
function tokensOf({ pool, vault0, vault1 }: Accounts, lpAmount: bigint, rounding: 'floor' | 'ceil') {
  const reserves = reservesOf(pool, vault0.amount, vault1.amount)
  const { lp_supply: supply } = pool
  if (supply === 0n) refuse('ZeroTradingTokens')
  const [amount0, amount1] = reserves.map(reserve => {
    const product = lpAmount * reserve
    const quotient = product / supply
    const isRoundedUp = rounding === 'ceil' && product % supply > 0n && quotient > 0n
    return isRoundedUp ? quotient + 1n : quotient
  }) as [bigint, bigint]
  if (amount0 === 0n || amount1 === 0n) refuse('ZeroTradingTokens')
  return { reserves, amount0: u64OrPanic(amount0), amount1: u64OrPanic(amount1) }
}

function logChange(
  { a, pool }: Accounts,
  reserves: readonly [bigint, bigint],
  amounts: readonly [bigint, bigint],
  fees: readonly [bigint, bigint],
  changeType: 0 | 1,
): Script {
  return new Script().logData(
    lpChangeEventLayout.encode({
      pool_id: a.pool_state.address,
      lp_amount_before: pool.lp_supply,
      token_0_vault_before: reserves[0],
      token_1_vault_before: reserves[1],
      token_0_amount: amounts[0],
      token_1_amount: amounts[1],
      token_0_transfer_fee: fees[0],
      token_1_transfer_fee: fees[1],
      change_type: changeType,
    }),
  )
}

function lesser(a: bigint, b: bigint): bigint {
  if (a < b) return a
  return b
}

const programOf = (a: Accounts['a'], mint: NamedAccount): NamedAccount =>
  mint.owner === a.token_program.address ? a.token_program : a.token_program_2022

/** `deposit` (instructions/deposit.rs). */
export function executeDeposit(invocation: Invocation, clock: Clock): Script {
  const [lpAmount, max0, max1] = readThreeU64s(invocation.data)
  const accounts = readAccounts(invocation, 'deposit')
  const { a, pool, mint0, mint1 } = accounts
  if (lpAmount === 0n) fail('RequireGtViolated')
  checkStatus(pool, 'deposit')
  const { reserves, amount0, amount1 } = tokensOf(accounts, lpAmount, 'ceil')
  const fee0 = feeOnTop(mint0, clock.epoch, amount0)
  const fee1 = feeOnTop(mint1, clock.epoch, amount1)
  const [sent0, sent1] = [u64OrPanic(amount0 + fee0), u64OrPanic(amount1 + fee1)]
  const script = logChange(accounts, reserves, [amount0, amount1], [fee0, fee1], 0)
  if (sent0 > max0 || sent1 > max1) refuse('ExceededSlippage')
  for (const [from, to, account, mint, amount] of [
    [a.token_0_account, a.token_0_vault, a.vault_0_mint, mint0, sent0],
    [a.token_1_account, a.token_1_vault, a.vault_1_mint, mint1, sent1],
  ] as const)
    transferChecked(script, {
      program: programOf(a, account),
      from,
      mint: account,
      to,
      authority: a.owner,
      amount,
      decimals: mint.decimals,
    })
  const lp = { program: a.token_program, mint: a.lp_mint, account: a.owner_lp_token, authority: a.authority }
  mintTo(script, { ...lp, amount: lpAmount }, [[authoritySeed, Uint8Array.of(pool.auth_bump)]])
  const lp_supply = u64OrPanic(pool.lp_supply + lpAmount)
  writePool(script, a.pool_state, { pool, numbers: { lp_supply, recent_epoch: clock.epoch } })
  return script
}

/** `withdraw` (instructions/withdraw.rs). */
export function executeWithdraw(invocation: Invocation, clock: Clock): Script {
  const [lpAmount, min0, min1] = readThreeU64s(invocation.data)
  const accounts = readAccounts(invocation, 'withdraw')
  const { a, pool, ownerLp, mint0, mint1 } = accounts
  if (lpAmount === 0n) fail('RequireGtViolated')
  if (ownerLp.amount < lpAmount) fail('RequireGteViolated')
  checkStatus(pool, 'withdraw')
  const { reserves, amount0, amount1 } = tokensOf(accounts, lpAmount, 'floor')
  const [paid0, paid1] = [lesser(amount0, reserves[0]), lesser(amount1, reserves[1])]
  const [fee0, fee1] = [feeOn(mint0, clock.epoch, paid0), feeOn(mint1, clock.epoch, paid1)]
  const [received0, received1] = [paid0 - fee0, paid1 - fee1]
  const script = logChange(accounts, reserves, [received0, received1], [fee0, fee1], 1)
  if (received0 < min0 || received1 < min1) refuse('ExceededSlippage')
  const lp = { program: a.token_program, mint: a.lp_mint, account: a.owner_lp_token, authority: a.owner }
  burn(script, { ...lp, amount: lpAmount })
  for (const [from, to, account, mint, amount] of [
    [a.token_0_vault, a.token_0_account, a.vault_0_mint, mint0, paid0],
    [a.token_1_vault, a.token_1_account, a.vault_1_mint, mint1, paid1],
  ] as const)
    transferChecked(
      script,
      {
        program: programOf(a, account),
        from,
        mint: account,
        to,
        authority: a.authority,
        amount,
        decimals: mint.decimals,
      },
      [[authoritySeed, Uint8Array.of(pool.auth_bump)]],
    )
  const lp_supply = u64OrPanic(pool.lp_supply - lpAmount)
  writePool(script, a.pool_state, { pool, numbers: { lp_supply, recent_epoch: clock.epoch } })
  return script
}
