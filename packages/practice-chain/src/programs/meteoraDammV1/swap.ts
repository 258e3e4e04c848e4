import { type Clock, tokenProgram } from '@tern/core'
import { addressBytes, ceilDiv, maxU64 } from '@tern/core/internal'
import { type PoolState, program, type StableCurve } from '@tern/venues/meteoraDammV1'
import {
  type Curve,
  type CurveFacts,
  curvesAt,
  feesOn,
  isPriceStored,
  poolLayout,
  type SwapResult,
  stableCurveLayout,
  stakeOf,
  swapEventLayout,
  swapExactIn,
  swapLayout,
  virtualPrice,
} from '@tern/venues/meteoraDammV1/internal'
import { type VaultState, program as vaultProgram } from '@tern/venues/meteoraVault'
import { shareByAmount, vaultLayout } from '@tern/venues/meteoraVault/internal'
import { Script } from '../../effects/script.ts'
import type { Invocation } from '../../effects/trap.ts'
import {
  checkAddress,
  checkProgram,
  checkSigner,
  checkWritable,
  deserialized,
  type NamedAccount,
  nameAccounts,
  readArguments,
  readMint,
  readOwn,
  readTokenAccount,
  remainingAccounts,
} from '../anchor.ts'
import { transfer } from '../tokenCalls.ts'
import { refuse, refuseAfter } from './errors.ts'

const names = [
  'pool',
  'user_source_token',
  'user_destination_token',
  'a_vault',
  'b_vault',
  'a_token_vault',
  'b_token_vault',
  'a_vault_lp_mint',
  'b_vault_lp_mint',
  'a_vault_lp',
  'b_vault_lp',
  'protocol_token_fee',
  'user',
  'vault_program',
  'token_program',
] as const

/** Instruction numbers of the vault's program. */
const deposit = [0xf2, 0x23, 0xc6, 0x89, 0x52, 0xe1, 0xf2, 0xb6]
const withdraw = [0xb7, 0x12, 0x46, 0x9c, 0x94, 0x6d, 0xa1, 0x22]

/** `Swap` (instructions/swap.rs): the checks of its accounts. */
function readAccounts(invocation: Invocation) {
  const a = nameAccounts(invocation, names)
  const pool: PoolState = readOwn(a.pool, poolLayout, program)
  const source = readTokenAccount(a.user_source_token)
  readTokenAccount(a.user_destination_token)
  const vaultA: VaultState = readOwn(a.a_vault, vaultLayout, vaultProgram)
  const vaultB: VaultState = readOwn(a.b_vault, vaultLayout, vaultProgram)
  const [tokensA, tokensB] = [readTokenAccount(a.a_token_vault), readTokenAccount(a.b_token_vault)]
  const [mintA, mintB] = [readMint(a.a_vault_lp_mint), readMint(a.b_vault_lp_mint)]
  const [lpA, lpB] = [readTokenAccount(a.a_vault_lp), readTokenAccount(a.b_vault_lp)]
  const fee = readTokenAccount(a.protocol_token_fee)
  checkSigner(a.user)
  checkProgram(a.vault_program, vaultProgram)
  checkProgram(a.token_program, tokenProgram)
  checkWritable(a.pool, a.user_source_token, a.user_destination_token, a.a_vault, a.b_vault, a.a_token_vault)
  checkWritable(a.b_token_vault, a.a_vault_lp_mint, a.b_vault_lp_mint, a.a_vault_lp, a.b_vault_lp)
  checkWritable(a.protocol_token_fee)
  for (const name of ['a_vault', 'b_vault', 'a_vault_lp', 'b_vault_lp'] as const)
    checkAddress(a[name], pool[name], 'ConstraintHasOne')
  const sideA = { vault: vaultA, supply: mintA.supply, share: lpA.amount, unlent: tokensA.amount }
  const sideB = { vault: vaultB, supply: mintB.supply, share: lpB.amount, unlent: tokensB.amount }
  return { a, pool, sourceMint: source.mint, feeMint: fee.mint, sideA, sideB }
}

type Swap = ReturnType<typeof readAccounts>

/** `swap` (lib.rs). */
export function executeSwap(invocation: Invocation, clock: Clock): Script {
  const { in_amount: amount, minimum_out_amount: min } = readArguments(swapLayout, invocation.data)
  const swap = readAccounts(invocation)
  const { a, pool, sourceMint, feeMint } = swap
  if (!pool.enabled || (pool.activation_type === 0 ? clock.slot : clock.unixTimestamp) < pool.activation_point)
    refuse('PoolDisabled')
  if (a.user_source_token.address === a.user_destination_token.address) refuse('IdenticalSourceDestination')
  // The program accepts an input of 0, and does nothing.
  if (amount === 0n) return new Script()
  const isFromA = sourceMint === pool.token_a_mint
  const feeAccount = isFromA ? pool.protocol_token_a_fee : pool.protocol_token_b_fee
  if (feeMint !== sourceMint) refuse('MismatchedTokenMint')
  if (a.protocol_token_fee.address !== feeAccount) refuse('InvalidProtocolFeeAccount')
  const stable = stableOf(swap)
  const stakePrice = stakePriceOf(swap, stable, invocation)
  const script = new Script()
  const result = quote({ swap, stable, stakePrice }, isFromA, amount, clock.unixTimestamp)
  const { protocolFee, shares } = result
  const program = a.token_program
  if (protocolFee > 0n)
    transfer(script, {
      ...{ program, from: a.user_source_token, to: a.protocol_token_fee, authority: a.user, amount: protocolFee },
    })
  const [into, out] = isFromA ? (['a', 'b'] as const) : (['b', 'a'] as const)
  callVault(script, a, into, { number: deposit, amount: amount - protocolFee, user: a.user })
  // The vault refuses a deposit of 0 before the pool finds that nothing comes out.
  const { swapped } = result
  if (swapped === undefined) return refuseAfter(script, 'ZeroTradingTokens')
  const seeds = [addressBytes(pool.a_vault), addressBytes(a.pool.address), Uint8Array.of(pool.a_vault_lp_bump)]
  callVault(script, a, out, { number: withdraw, amount: shares, user: a.a_vault_lp }, [seeds])
  if (swapped.amountOut < min) return refuseAfter(script, 'ExceededSlippage')
  const { tradeFee: trade_fee } = swapped
  const out_amount = result.given
  const in_amount = result.used + trade_fee + protocolFee
  script.logData(swapEventLayout.encode({ in_amount, out_amount, trade_fee, protocol_fee: protocolFee, host_fee: 0n }))
  writePartnerFee(script, swap, isFromA, protocolFee)
  writePrice(script, a.pool, stable, stakePrice, clock.unixTimestamp)
  return script
}

function stableOf({ a, pool }: Swap): StableCurve | undefined {
  if (pool.curve_type === 0) return undefined
  return deserialized(a.pool, () => stableCurveLayout.decode(a.pool.data.subarray(poolLayout.size), 'atLeast'))
}

/** The price of the staked token, from the account after the named ones. */
function stakePriceOf({ pool }: Swap, stable: StableCurve | undefined, invocation: Invocation): bigint | undefined {
  const expected = stakeOf(stable, pool)
  if (stable === undefined || expected === undefined) return undefined
  const [account] = remainingAccounts(invocation, names)
  if (account === undefined) return refuse('InvalidRemainingAccountsLen')
  if (account.address !== expected) refuse('InvalidRemainingAccounts')
  const { owner, lamports, data, isExecutable } = account
  return deserialized(account, () =>
    virtualPrice(stable.depeg_type, { owner, lamports, data, executable: isExecutable, slot: 0n }),
  )
}

interface Priced {
  readonly swap: Swap
  readonly stable: StableCurve | undefined
  readonly stakePrice: bigint | undefined
}

/**
 * Computes the amounts. `swapped` is `undefined` if nothing comes out. Ignores loans: if the vault lent out too much,
 * its transfer fails.
 */
function quote({ swap, stable, stakePrice }: Priced, isFromA: boolean, amount: bigint, now: bigint) {
  const { pool, sideA, sideB } = swap
  const facts: CurveFacts = { state: pool, stable, stakePrice, a: sideA, b: sideB }
  const curves = curvesAt(facts, now)
  if (curves === undefined) return refuse('MathOverflow')
  const curve = { ...(isFromA ? curves.aToB : curves.bToA), unlent: maxU64 }
  const result = swapExactIn(curve, amount)
  if (result === 'beyondReserves') return refuse('MathOverflow')
  const swapped: SwapResult | undefined = result === 'nothingOut' ? undefined : result
  const protocolFee = swapped?.protocolFee ?? feesOn(pool, amount).protocol
  const shares = swapped === undefined ? 0n : shareByAmount(curve.destination, swapped.destinationSwapped)
  const { used, given } = swapped === undefined ? { used: 0n, given: 0n } : reported(curve, swapped, shares)
  return { swapped, protocolFee, shares, used, given }
}

/**
 * Computes the amounts that the event reports.
 * - `used`: the input that the curve counts as swapped. A stable curve counts the whole input. A constant product
 * counts only the input that the output needs (`checked_ceil_div`, spl-math).
 * - `given`: the tokens by which the worth of the pool's shares in the vault falls. The worth is rounded down before
 * and after.
 */
function reported({ stable, source, destination }: Curve, swapped: SwapResult, shares: bigint) {
  const { sourceSwapped, destinationSwapped, amountOut } = swapped
  const { amount, supply, share, reserve } = destination
  const invariant = source.reserve * reserve
  const used = stable === undefined ? ceilDiv(invariant, reserve - destinationSwapped) - source.reserve : sourceSwapped
  const left = supply === shares ? 0n : ((share - shares) * (amount - amountOut)) / (supply - shares)
  return { used, given: reserve - left }
}

interface VaultCall {
  readonly number: readonly number[]
  readonly amount: bigint
  readonly user: NamedAccount
}

function callVault(
  script: Script,
  a: Swap['a'],
  side: 'a' | 'b',
  { number, amount, user }: VaultCall,
  seeds: readonly (readonly Uint8Array[])[] = [],
): void {
  const data = new Uint8Array(24)
  data.set(number)
  new DataView(data.buffer).setBigUint64(8, amount, true)
  const token = seeds.length === 0 ? a.user_source_token : a.user_destination_token
  const writable = [
    a[`${side}_vault`],
    a[`${side}_token_vault`],
    a[`${side}_vault_lp_mint`],
    token,
    a[`${side}_vault_lp`],
  ]
  script.cpi(
    {
      program: a.vault_program.position,
      accounts: [
        ...writable.map(({ position }) => ({ position, isWritable: true })),
        { position: user.position, isSigner: true },
        { position: a.token_program.position },
      ],
      data,
    },
    seeds,
  )
}

/** The partner's part of the protocol's fee, which it can claim later. */
function writePartnerFee(script: Script, { a, pool }: Swap, isFromA: boolean, protocolFee: bigint): void {
  const partner = (protocolFee * pool.partner_fee_numerator) / 100_000n
  if (partner === 0n) return
  const field = isFromA ? 'pending_fee_a' : 'pending_fee_b'
  writeU64(script, a.pool, poolLayout.offsets[field], pool[field] + partner)
}

/** Stores the price of the staked token, if the stored price is old. */
function writePrice(
  script: Script,
  pool: NamedAccount,
  stable: StableCurve | undefined,
  price: bigint | undefined,
  now: bigint,
): void {
  if (stable === undefined || price === undefined || isPriceStored(stable, now)) return
  writeU64(script, pool, poolLayout.size + stableCurveLayout.offsets.base_virtual_price, price)
  writeU64(script, pool, poolLayout.size + stableCurveLayout.offsets.base_cache_updated, now)
}

function writeU64(script: Script, { position }: NamedAccount, offset: number, value: bigint): void {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, value, true)
  script.write(position, offset, bytes)
}
