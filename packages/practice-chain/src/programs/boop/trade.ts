import { rentExemption, systemProgram, tokenProgram, wrappedNativeMint } from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import { type BondingCurve, program } from '@tern/venues/boop'
import {
  bondingCurveLayout,
  buyForSol,
  buyTokenLayout,
  type Curve,
  type CurveTrade,
  initialSupply,
  remainingSol,
  sellTokenLayout,
  sellTokens,
  tokenBoughtEventLayout,
  tokenSoldEventLayout,
  vaultAuthority,
} from '@tern/venues/boop/internal'
import { Script } from '../../effects/script.ts'
import type { Invocation } from '../../effects/trap.ts'
import {
  checkAddress,
  checkProgram,
  checkSeeds,
  checkSigner,
  checkWritable,
  fail,
  type NamedAccount,
  nameAccounts,
  readArguments,
  readMint,
  readTokenAccount,
} from '../anchor.ts'
import { createAccount, initializeTokenAccount, syncNative, transferChecked, transferLamports } from '../tokenCalls.ts'
import { readConfig, readCurve } from './accounts.ts'
import { refuse } from './errors.ts'

const shared = [
  'mint',
  'bonding_curve',
  'trading_fees_vault',
  'bonding_curve_vault',
  'bonding_curve_sol_vault',
] as const
const programs = ['system_program', 'token_program', 'associated_token_program'] as const
const buyNames = [
  ...shared,
  'recipient_token_account',
  'buyer',
  'config',
  'vault_authority',
  'wsol',
  ...programs,
] as const
const sellNames = [...shared, 'seller_token_account', 'seller', 'recipient', 'config', ...programs] as const

type Accounts = Readonly<Record<(typeof shared)[number] | 'config' | (typeof programs)[number], NamedAccount>>

const constantProduct = 31
const tokenAccountSize = 165

/** A curve with every account checked. */
interface Market {
  readonly a: Accounts
  readonly state: BondingCurve
  readonly curve: Curve
  readonly decimals: number
  readonly feesVaultSeeds: readonly Uint8Array[]
  readonly solVaultSeeds: readonly Uint8Array[]
}

function readMarket(a: Accounts, traderTokens: NamedAccount, trader: NamedAccount): Market {
  const mintBytes = addressBytes(a.mint.address)
  const mint = readMint(a.mint)
  checkProgram(a.token_program, tokenProgram)
  checkProgram(a.system_program, systemProgram)
  if (mint.program !== tokenProgram) fail('ConstraintMintTokenProgram', a.mint.name)
  checkSeeds(a.bonding_curve, program, 'bonding_curve', mintBytes)
  const feesVaultSeeds = checkSeeds(a.trading_fees_vault, program, 'trading_fees_vault', mintBytes)
  checkSeeds(a.bonding_curve_vault, program, 'bonding_curve_vault', mintBytes)
  const solVaultSeeds = checkSeeds(a.bonding_curve_sol_vault, program, 'bonding_curve_sol_vault', mintBytes)
  checkSeeds(a.config, program, 'config')
  checkWritable(a.bonding_curve, a.trading_fees_vault, a.bonding_curve_vault, a.bonding_curve_sol_vault)
  checkWritable(traderTokens, trader)
  checkSigner(trader)
  const state = readCurve(a.bonding_curve)
  if (readTokenAccount(traderTokens).mint !== mint.address) fail('ConstraintTokenMint', traderTokens.name)
  if (readConfig(a.config).is_paused) refuse('Paused')
  if (state.status !== 0) refuse('InvalidBondingCurveStatus')
  if (state.damping_term !== constantProduct) refuse('InvalidDampingTerm')
  const curve = {
    virtualSol: state.virtual_sol_reserves,
    sol: state.sol_reserves,
    token: state.token_reserves,
    target: state.graduation_target,
    feeBps: BigInt(state.swap_fee_basis_points),
  }
  if (remainingSol(curve) === 0n) refuse('TokenGraduated')
  return { a, state, curve, decimals: mint.decimals, feesVaultSeeds, solVaultSeeds }
}

/**
 * `buy_token`. The first buy of a curve opens the vault of its fees.
 *
 * *Modelled*: the order of the transfers, and the status after the last buy, are not known. The curve keeps its status
 * until the operator graduates it, and refuses trades.
 */
export function executeBuyToken(invocation: Invocation): Script {
  const { buy_amount, amount_out_min } = readArguments(buyTokenLayout, invocation.data)
  const a = nameAccounts(invocation, buyNames)
  const market = readMarket(a, a.recipient_token_account, a.buyer)
  checkAddress(a.vault_authority, vaultAuthority, 'ConstraintSeeds')
  checkAddress(a.wsol, wrappedNativeMint)
  if (buy_amount === 0n) refuse('AmountZero')
  const { curve, state, feesVaultSeeds, decimals } = market
  if (curve.virtualSol === 0n) refuse('MathOverflow')
  const trade = buyForSol(curve, buy_amount)
  if (trade.tokenAmount < 0n || trade.tokenAmount > curve.token) refuse('InsufficientTokensOut')
  if (curve.sol === 0n && trade.tokenAmount > initialSupply / 2n) refuse('FirstBuyMustBeAtMost50PercentOfTotalSupply')
  if (trade.tokenAmount < amount_out_min) refuse('AmountOutTooLow')
  const script = new Script()
  if (a.trading_fees_vault.owner === systemProgram) openFeesVault(script, a, feesVaultSeeds)
  transferLamports(script, a.system_program, {
    from: a.buyer,
    to: a.bonding_curve_sol_vault,
    lamports: trade.solAmount,
  })
  payFee(script, a, a.buyer, trade.fee, [])
  const transfer = { program: a.token_program, mint: a.mint, decimals, amount: trade.tokenAmount }
  const [from, to] = [a.bonding_curve_vault, a.recipient_token_account]
  transferChecked(script, { ...transfer, from, to, authority: a.vault_authority }, [vaultAuthoritySeeds(a)])
  writeReserves(script, market, state.sol_reserves + trade.solAmount, state.token_reserves - trade.tokenAmount)
  return script.logData(
    tokenBoughtEventLayout.encode({
      ...{ mint: a.mint.address, amount_in: trade.solAmount, amount_out: trade.tokenAmount, swap_fee: trade.fee },
      ...{ buyer: a.buyer.address, recipient: readTokenAccount(a.recipient_token_account).owner },
    }),
  )
}

/** `sell_token`. */
export function executeSellToken(invocation: Invocation): Script {
  const { sell_amount, amount_out_min } = readArguments(sellTokenLayout, invocation.data)
  const a = nameAccounts(invocation, sellNames)
  const market = readMarket(a, a.seller_token_account, a.seller)
  checkWritable(a.recipient)
  if (sell_amount === 0n) refuse('AmountZero')
  const { curve, state, decimals, solVaultSeeds } = market
  const trade = sellTokens(curve, sell_amount)
  if (trade.solAmount > curve.sol || trade.solAmount < 0n) refuse('MathOverflow')
  const net = netOf(trade)
  if (net < amount_out_min) refuse('AmountOutTooLow')
  readTokenAccount(a.trading_fees_vault)
  const script = new Script()
  const transfer = { program: a.token_program, mint: a.mint, decimals, amount: sell_amount }
  const [from, to] = [a.seller_token_account, a.bonding_curve_vault]
  transferChecked(script, { ...transfer, from, to, authority: a.seller })
  if (net > 0n)
    transferLamports(script, a.system_program, {
      from: a.bonding_curve_sol_vault,
      to: a.recipient,
      lamports: net,
      seeds: [solVaultSeeds],
    })
  payFee(script, a, a.bonding_curve_sol_vault, trade.fee, [solVaultSeeds])
  writeReserves(script, market, state.sol_reserves - trade.solAmount, state.token_reserves + sell_amount)
  return script.logData(
    tokenSoldEventLayout.encode({
      ...{ mint: a.mint.address, amount_in: sell_amount, amount_out: net, swap_fee: trade.fee },
      ...{ seller: a.seller.address, recipient: a.recipient.address },
    }),
  )
}

const netOf = ({ solAmount, fee }: CurveTrade): bigint => solAmount - fee

function vaultAuthoritySeeds({ vault_authority }: { readonly vault_authority: NamedAccount }): readonly Uint8Array[] {
  return checkSeeds(vault_authority, program, 'vault_authority')
}

function openFeesVault(
  script: Script,
  a: Accounts & Readonly<Record<'buyer' | 'wsol', NamedAccount>>,
  seeds: readonly Uint8Array[],
): void {
  const { system_program: system, buyer: payer, trading_fees_vault: account } = a
  const rent = rentExemption(tokenAccountSize)
  createAccount(script, { system, payer, account, owner: tokenProgram, space: tokenAccountSize, rent }, [seeds])
  initializeTokenAccount(script, a.token_program, { account, mint: a.wsol, owner: vaultAuthority })
}

/** Wraps the fee in the curve's vault of fees. */
function payFee(
  script: Script,
  a: Accounts,
  from: NamedAccount,
  fee: bigint,
  seeds: readonly (readonly Uint8Array[])[],
): void {
  if (fee === 0n) return
  transferLamports(script, a.system_program, { from, to: a.trading_fees_vault, lamports: fee, seeds })
  syncNative(script, a.token_program, a.trading_fees_vault)
}

function writeReserves(script: Script, { a, state }: Market, sol_reserves: bigint, token_reserves: bigint): void {
  const { offsets } = bondingCurveLayout
  const data = bondingCurveLayout.encode({ ...state, sol_reserves, token_reserves })
  // The two reserves lie side by side.
  script.write(
    a.bonding_curve.position,
    offsets.sol_reserves,
    data.subarray(offsets.sol_reserves, offsets.token_reserves + 8),
  )
}
