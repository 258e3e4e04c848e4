import { type Clock, isTernError, tokenProgram } from '@tern/core'
import { type Decoded, maxU64, tokenAccountLayout } from '@tern/core/internal'
import { type AmmInfo, program } from '@tern/venues/raydiumAmmV4'
import {
  ammInfoLayout,
  ammStatus,
  authority,
  type Curve,
  reserves,
  swapBaseIn,
  swapBaseInLogLayout,
  swapBaseOut,
  swapBaseOutLogLayout,
} from '@tern/venues/raydiumAmmV4/internal'
import { Script } from '../../effects/script.ts'
import type { Invocation, InvocationAccount } from '../../effects/trap.ts'
import { panic } from '../anchor.ts'
import { transfer } from '../tokenCalls.ts'
import { refuse, refuseAsRuntime } from './errors.ts'

const authoritySeed = Buffer.from('amm authority')

/** An account with its position in the instruction. */
type Account = InvocationAccount & { readonly position: number }
type TokenAccount = Decoded<typeof tokenAccountLayout>

/** The accounts that every form of a swap names. */
interface SwapAccounts {
  readonly token_program: Account
  readonly amm: Account
  readonly amm_authority: Account
  readonly amm_coin_vault: Account
  readonly amm_pc_vault: Account
  readonly user_source: Account
  readonly user_destination: Account
  readonly user_source_owner: Account
}

/** Returns the accounts of a `swap_base_in` or `swap_base_out`. The program ignores the accounts of an order book. */
function accountsOf({ accounts }: Invocation): SwapAccounts {
  const { length } = accounts
  if (length !== 17 && length !== 18) refuse('WrongAccountsNumber')
  const vault = length - 13
  return placed(accounts, [0, 1, 2, vault, vault + 1, length - 3, length - 2, length - 1])
}

/** Returns the accounts of a `swap_base_in_v2` or `swap_base_out_v2`. */
function accountsOfV2({ accounts }: Invocation): SwapAccounts {
  return placed(accounts, [0, 1, 2, 3, 4, 5, 6, 7])
}

function placed(accounts: readonly InvocationAccount[], positions: readonly number[]): SwapAccounts {
  const named = positions.map(position => {
    const account = accounts[position] ?? refuseAsRuntime('NotEnoughAccountKeys')
    return { ...account, position }
  })
  const [token_program, amm, amm_authority, amm_coin_vault, amm_pc_vault, user_source, user_destination, owner] =
    named as [Account, Account, Account, Account, Account, Account, Account, Account]
  return {
    ...{ token_program, amm, amm_authority, amm_coin_vault, amm_pc_vault },
    ...{ user_source, user_destination, user_source_owner: owner },
  }
}

/** `AmmInfo::load_mut_checked` (state.rs). */
function loadAmm({ owner, data }: Account): AmmInfo {
  if (owner !== program) refuse('InvalidAmmAccountOwner')
  if (data.length !== ammInfoLayout.size) refuse('ExpectedAccount')
  const amm = ammInfoLayout.decode(data)
  if (amm.status === ammStatus.uninitialized) refuse('InvalidStatus')
  return amm
}

/** `Processor::unpack_token_account` (processor.rs). */
function unpackTokenAccount({ owner, data }: Account): TokenAccount {
  if (owner !== tokenProgram) refuse('InvalidSplTokenProgram')
  try {
    const token = tokenAccountLayout.decode(data)
    return token.state === 0 ? refuse('ExpectedAccount') : token
  } catch (error) {
    if (isTernError(error, 'practice/programFailed') || !isTernError(error)) throw error
    return refuse('ExpectedAccount')
  }
}

const swapStatuses: readonly bigint[] = [ammStatus.initialized, ammStatus.swapOnly, ammStatus.waitingTrade]

/** A swap whose accounts and status are checked. */
interface Swap {
  readonly a: SwapAccounts
  readonly amm: AmmInfo
  readonly source: TokenAccount
  readonly isCoinToPc: boolean
  readonly reserves: readonly [bigint, bigint]
  readonly curve: Curve
  /** Lines of the log before the event. */
  readonly logs: readonly string[]
}

/** Makes the checks of all four swaps, in the program's order (processor.rs). */
function check(a: SwapAccounts, kind: string, { unixTimestamp }: Clock): Swap {
  const amm = loadAmm(a.amm)
  if (amm.pc_vault_mint === amm.coin_vault_mint) refuse('NotAllowed')
  if (!a.user_source_owner.isSigner) refuse('InvalidSignAccount')
  if (a.token_program.address !== tokenProgram) refuse('InvalidSplTokenProgram')
  if (a.amm_authority.address !== authority) refuse('InvalidProgramAddress')
  if (a.amm_coin_vault.address !== amm.coin_vault) refuse('InvalidCoinVault')
  if (a.amm_pc_vault.address !== amm.pc_vault) refuse('InvalidPCVault')
  for (const { address } of [a.user_source, a.user_destination])
    if (address === amm.pc_vault || address === amm.coin_vault) refuse('InvalidUserToken')
  const [coinVault, pcVault] = [unpackTokenAccount(a.amm_coin_vault), unpackTokenAccount(a.amm_pc_vault)]
  const [source, destination] = [unpackTokenAccount(a.user_source), unpackTokenAccount(a.user_destination)]
  const isWaiting = amm.status === ammStatus.waitingTrade
  if (!swapStatuses.includes(amm.status)) refuse('InvalidStatus', `${kind}: status ${amm.status}`)
  if (isWaiting && unixTimestamp < amm.pool_open_time) refuse('InvalidStatus')
  const [coin, pc] = reserves(amm, coinVault.amount, pcVault.amount)
  if (coin < 0n || pc < 0n) refuse('CheckedSubOverflow')
  const isCoinToPc = source.mint === coinVault.mint && destination.mint === pcVault.mint
  const isPcToCoin = source.mint === pcVault.mint && destination.mint === coinVault.mint
  if (!isCoinToPc && !isPcToCoin) refuse('InvalidUserToken')
  const [reserveIn, reserveOut] = isCoinToPc ? [coin, pc] : [pc, coin]
  const { swap_fee_numerator: feeNumerator, swap_fee_denominator: feeDenominator } = amm
  if (feeNumerator >= feeDenominator) panic('called `Option::unwrap()` on a `None` value')
  const logs = isWaiting ? [`${kind}: WaitingTrade to SwapOnly`] : []
  const curve = { reserveIn, reserveOut, feeNumerator, feeDenominator }
  return { a, amm, source, isCoinToPc, reserves: [coin, pc], curve, logs }
}

/** Reads both amounts after the tag; the rest is ignored (`AmmInstruction::unpack`, instruction.rs). */
function readAmounts({ data }: Invocation): readonly [bigint, bigint] {
  if (data.length < 17) refuseAsRuntime('InvalidInstructionData')
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  return [view.getBigUint64(1, true), view.getBigUint64(9, true)]
}

/** `process_swap_base_in` (processor.rs), and with eight accounts `process_swap_base_in_v2`. */
export const executeSwapBaseIn =
  (form: 'first' | 'v2') =>
  (invocation: Invocation, clock: Clock): Script => {
    const [amountIn, minimumOut] = readAmounts(invocation)
    const isV2 = form === 'v2'
    const kind = isV2 ? 'swap_base_in_v2' : 'swap_base_in'
    const swap = check(isV2 ? accountsOfV2(invocation) : accountsOf(invocation), kind, clock)
    const { curve, source } = swap
    const log = (out_amount: bigint) =>
      eventLine(
        swapBaseInLogLayout.encode({
          ...{ amount_in: amountIn, minimum_out: minimumOut, ...stateOf(swap), out_amount },
        }),
      )
    if (source.amount < amountIn) refuse('InsufficientFunds', ...swap.logs, log(0n))
    // The whole other side would go out.
    if (curve.reserveIn === 0n) refuse('InsufficientFunds', ...swap.logs)
    const { amountOut } = swapBaseIn(curve, amountIn)
    const lines = [...swap.logs, log(amountOut)]
    if (amountOut < minimumOut) refuse('ExceededSlippage', ...lines)
    if (amountOut === 0n || amountIn === 0n) refuse('InvalidInput', ...lines)
    if (amountOut >= curve.reserveOut) refuse('InsufficientFunds', ...lines)
    return settle(swap, lines, amountIn, amountOut, clock)
  }

/** `process_swap_base_out` (processor.rs), and with eight accounts `process_swap_base_out_v2`. */
export const executeSwapBaseOut =
  (form: 'first' | 'v2') =>
  (invocation: Invocation, clock: Clock): Script => {
    const [maxIn, amountOut] = readAmounts(invocation)
    const isV2 = form === 'v2'
    const kind = isV2 ? 'swap_base_out_v2' : 'swap_base_out'
    const swap = check(isV2 ? accountsOfV2(invocation) : accountsOf(invocation), kind, clock)
    // Beyond the reserve, the program's subtraction or division fails; beyond 64 bits, its conversion.
    const result = swapBaseOut(swap.curve, amountOut) ?? panic('called `Option::unwrap()` on a `None` value')
    const { amountIn } = result
    const event = swapBaseOutLogLayout.encode({
      ...{ max_in: maxIn, amount_out: amountOut, ...stateOf(swap), deduct_in: amountIn },
    })
    const lines = [...swap.logs, eventLine(event)]
    if (swap.source.amount < amountIn) refuse('InsufficientFunds', ...lines)
    if (maxIn < amountIn) refuse('ExceededSlippage', ...lines)
    if (amountIn === 0n || amountOut === 0n) refuse('InvalidInput', ...lines)
    return settle(swap, lines, amountIn, amountOut, clock)
  }

function stateOf({ source, isCoinToPc, reserves: [pool_coin, pool_pc] }: Swap) {
  return { direction: isCoinToPc ? 2n : 1n, user_source: source.amount, pool_coin, pool_pc }
}

/** `encode_ray_log` (log.rs). */
const eventLine = (event: Uint8Array): string => `ray_log: ${Buffer.from(event).toString('base64')}`

/** The end of all swaps: the event, the two transfers, and the pool's new status and epoch. */
function settle(swap: Swap, lines: readonly string[], amountIn: bigint, amountOut: bigint, clock: Clock): Script {
  const { a, amm, isCoinToPc } = swap
  const [vaultIn, vaultOut] = isCoinToPc ? [a.amm_coin_vault, a.amm_pc_vault] : [a.amm_pc_vault, a.amm_coin_vault]
  const script = new Script()
  for (const line of lines) script.log(line)
  const { token_program, user_source, user_destination } = a
  transfer(script, {
    ...{ program: token_program, from: user_source, to: vaultIn, authority: a.user_source_owner, amount: amountIn },
  })
  transfer(
    script,
    { program: token_program, from: vaultOut, to: user_destination, authority: a.amm_authority, amount: amountOut },
    [[authoritySeed, Uint8Array.of(Number(amm.nonce))]],
  )
  const at = ammInfoLayout.offsets
  if (amm.status === ammStatus.waitingTrade) script.write(a.amm.position, at.status, u64(ammStatus.swapOnly))
  if (amm.recent_epoch !== clock.epoch) script.write(a.amm.position, at.recent_epoch, u64(clock.epoch))
  return script
}

function u64(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, value > maxU64 ? panic('overflow') : value, true)
  return bytes
}
