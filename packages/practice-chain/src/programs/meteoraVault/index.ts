import { type Clock, isTernError, tokenProgram } from '@tern/core'
import { addressBytes, assertU64, struct, u64 } from '@tern/core/internal'
import { program, type VaultState } from '@tern/venues/meteoraVault'
import {
  addLiquidityEventLayout,
  amountByShare,
  removeLiquidityEventLayout,
  shareByAmount,
  unlockedAmount,
  vaultLayout,
} from '@tern/venues/meteoraVault/internal'
import { Script } from '../../effects/script.ts'
import type { Invocation } from '../../effects/trap.ts'
import {
  checkAddress,
  checkProgram,
  checkSigner,
  checkWritable,
  failWith,
  nameAccounts,
  readArguments,
  readMint,
  readOwn,
  readTokenAccount,
} from '../anchor.ts'
import { anchorProgram } from '../anchorProgram.ts'
import { burn, mintTo, transfer } from '../tokenCalls.ts'

const depositLayout = struct(
  'deposit',
  24,
  { token_amount: u64, minimum_lp_token_amount: u64 },
  { discriminator: [0xf2, 0x23, 0xc6, 0x89, 0x52, 0xe1, 0xf2, 0xb6] },
)
const withdrawLayout = struct(
  'withdraw',
  24,
  { unmint_amount: u64, min_out_amount: u64 },
  { discriminator: [0xb7, 0x12, 0x46, 0x9c, 0x94, 0x6d, 0xa1, 0x22] },
)

/** Error numbers from Anchor's 6000, with the program's texts. */
const errors = {
  VaultIsDisabled: [6000, 'Vault is disabled'],
  ExceededSlippage: [6001, 'Exceeded slippage tolerance'],
  MathOverflow: [6004, 'Math operation overflow'],
  AmountMustGreaterThanZero: [6013, 'Amount must be greater than 0'],
} as const satisfies Record<string, readonly [number, string]>

function refuse(name: keyof typeof errors): never {
  const [code, message] = errors[name]
  return failWith({ name, code, message })
}

const names = ['vault', 'token_vault', 'lp_mint', 'user_token', 'user_lp', 'user', 'token_program'] as const

/** `DepositWithdrawLiquidity`: the accounts of both instructions. */
function readAccounts(invocation: Invocation) {
  const a = nameAccounts(invocation, names)
  const vault: VaultState = readOwn(a.vault, vaultLayout, program)
  readTokenAccount(a.token_vault)
  const { supply } = readMint(a.lp_mint)
  readTokenAccount(a.user_token)
  readTokenAccount(a.user_lp)
  checkSigner(a.user)
  checkProgram(a.token_program, tokenProgram)
  checkWritable(a.vault, a.token_vault, a.lp_mint, a.user_token, a.user_lp)
  checkAddress(a.token_vault, vault.token_vault, 'ConstraintHasOne')
  checkAddress(a.lp_mint, vault.lp_mint, 'ConstraintHasOne')
  const seeds = [Buffer.from('vault'), addressBytes(vault.token_mint), addressBytes(vault.base)]
  return { a, vault, supply, seeds: [...seeds, Uint8Array.of(vault.vault_bump)] }
}

/** Computes with the program's 64 bits. */
function checked(value: bigint): bigint {
  try {
    return assertU64(value)
  } catch (error) {
    if (!isTernError(error, 'amount/outOfRange')) throw error
    return refuse('MathOverflow')
  }
}

function writeTotal(script: Script, position: number, total: bigint): void {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, total, true)
  script.write(position, vaultLayout.offsets.total_amount, bytes)
}

/** `deposit`: tokens buy shares, rounded down. The first shares cost a token each. */
function executeDeposit(invocation: Invocation, clock: Clock): Script {
  const { token_amount: tokens, minimum_lp_token_amount: min } = readArguments(depositLayout, invocation.data)
  const { a, vault, supply, seeds } = readAccounts(invocation)
  if (vault.enabled !== 1) refuse('VaultIsDisabled')
  if (tokens === 0n) refuse('AmountMustGreaterThanZero')
  const amount = unlockedAmount(vault, clock.unixTimestamp)
  if (amount < 0n || (supply > 0n && amount === 0n)) refuse('MathOverflow')
  const shares = supply === 0n ? tokens : checked(shareByAmount({ amount, supply }, tokens))
  if (shares < min) refuse('ExceededSlippage')
  const script = new Script().logData(addLiquidityEventLayout.encode({ lp_mint_amount: shares, token_amount: tokens }))
  const program = a.token_program
  transfer(script, { program, from: a.user_token, to: a.token_vault, authority: a.user, amount: tokens })
  mintTo(script, { program, mint: a.lp_mint, account: a.user_lp, authority: a.vault, amount: shares }, [seeds])
  writeTotal(script, a.vault.position, checked(vault.total_amount + tokens))
  return script
}

/** `withdraw`: shares bring tokens, rounded down, also from a disabled vault. */
function executeWithdraw(invocation: Invocation, clock: Clock): Script {
  const { unmint_amount: shares, min_out_amount: min } = readArguments(withdrawLayout, invocation.data)
  const { a, vault, supply, seeds } = readAccounts(invocation)
  if (shares === 0n) refuse('AmountMustGreaterThanZero')
  const amount = unlockedAmount(vault, clock.unixTimestamp)
  if (amount < 0n || supply === 0n) refuse('MathOverflow')
  const tokens = checked(amountByShare({ amount, supply }, shares))
  if (tokens < min) refuse('ExceededSlippage')
  const script = new Script().logData(
    removeLiquidityEventLayout.encode({ lp_unmint_amount: shares, token_amount: tokens }),
  )
  const program = a.token_program
  transfer(script, { program, from: a.token_vault, to: a.user_token, authority: a.vault, amount: tokens }, [seeds])
  burn(script, { program, mint: a.lp_mint, account: a.user_lp, authority: a.user, amount: shares })
  writeTotal(script, a.vault.position, checked(vault.total_amount - tokens))
  return script
}

/**
 * Meteora's dynamic vaults, after `MeteoraAg/damm-v1-sdk@02c66a3`: deposits and withdrawals of tokens that are not lent
 * out. Other instructions fail like unknown instructions. Compute units are those of the real binary.
 */
export const meteoraVault = anchorProgram(program, [
  { name: 'Deposit', discriminator: depositLayout.discriminator, modelledUnits: 21_950, execute: executeDeposit },
  { name: 'Withdraw', discriminator: withdrawLayout.discriminator, modelledUnits: 21_600, execute: executeWithdraw },
])
