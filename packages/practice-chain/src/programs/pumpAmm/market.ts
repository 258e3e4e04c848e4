import {
  type Address,
  associatedTokenProgram,
  type Mint,
  systemProgram,
  token2022Program,
  tokenProgram,
} from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import { decodeGlobalConfig, decodePoolState, type GlobalConfig, type PoolState, program } from '@tern/venues/pumpAmm'
import {
  globalVolumeAccumulatorAddress,
  isCanonical,
  noAddress,
  poolLayout,
  prepareReserves,
  type Reserves,
} from '@tern/venues/pumpAmm/internal'
import { program as feeProgram, feesOf } from '@tern/venues/pumpFees'
import { getFeesWithQuoteMintLayout } from '@tern/venues/pumpFees/internal'
import { Script } from '../../effects/script.ts'
import type { Invocation } from '../../effects/trap.ts'
import {
  associatedAddress,
  checkAddress,
  checkOwner,
  checkProgram,
  checkSeeds,
  checkSigner,
  checkWritable,
  decodedOnce,
  deserialized,
  fail,
  type NamedAccount,
  nameAccounts,
  readMint,
  readTokenAccount,
  remainingAccounts,
} from '../anchor.ts'
import { checkEventAccounts } from '../events.ts'
import { readFeeConfig } from '../feeConfig.ts'
import { findProgramAddress } from '../findProgramAddress.ts'
import { openAssociatedAccount } from '../tokenCalls.ts'
import { type Accumulator, accumulators } from './accumulators.ts'
import { refuse } from './errors.ts'

const shared = [
  'pool',
  'user',
  'global_config',
  'base_mint',
  'quote_mint',
  'user_base_token_account',
  'user_quote_token_account',
  'pool_base_token_account',
  'pool_quote_token_account',
  'protocol_fee_recipient',
  'protocol_fee_recipient_token_account',
  'base_token_program',
  'quote_token_program',
  'system_program',
  'associated_token_program',
  'event_authority',
  'program',
  'coin_creator_vault_ata',
  'coin_creator_vault_authority',
] as const
const sellNames = [...shared, 'fee_config', 'fee_program'] as const
const buyNames = [
  ...shared,
  'global_volume_accumulator',
  'user_volume_accumulator',
  'fee_config',
  'fee_program',
] as const

type Accounts = Readonly<Record<(typeof sellNames)[number], NamedAccount>>

/** The supply for a mayhem coin's market capitalization. Other coins use their current supply. */
const mayhemSupply = 1_000_000_000_000_000n

/** A pool and a trader, with every account checked. */
export interface Market {
  readonly accounts: Accounts
  readonly config: GlobalConfig
  readonly state: PoolState
  /** The signing seeds of the pool. */
  readonly poolSeeds: readonly Uint8Array[]
  readonly base: Mint
  readonly quote: Mint
  readonly reserves: Reserves
  /** The pool's real reserves, without the virtual part. */
  readonly held: { readonly base: bigint; readonly quote: bigint }
  readonly marketCap: bigint
  readonly isCanonical: boolean
  /** Not set for a sale of a coin without cashback. */
  readonly accumulator?: Accumulator
  /** Set only for a coin with cashback: the account that gets the creator's share instead. */
  readonly cashback?: NamedAccount
  readonly buyback: { readonly recipient: NamedAccount; readonly account: NamedAccount }
}

/** `Buy` and `BuyExactQuoteIn`. */
export function readBuyer(invocation: Invocation): Market {
  const a = nameAccounts(invocation, buyNames)
  const market = openMarket(a)
  if ((market.config.disable_flags & (1 << 3)) !== 0) refuse('DisabledBuy')
  checkAddress(a.global_volume_accumulator, globalVolumeAccumulatorAddress, 'ConstraintSeeds')
  checkOwner(a.global_volume_accumulator, program)
  const accumulator = accumulators.read(a.user_volume_accumulator, a.user, 'opens')
  const rest = remainingAccounts(invocation, buyNames)
  const cashback = market.state.is_cashback_coin ? checkCashback(rest[0], accumulator, a) : undefined
  return finishMarket({ ...market, accumulator }, cashback, rest.slice(cashback === undefined ? 0 : 1))
}

/** `Sell`. For a coin with cashback, the trader's two cashback accounts come before the others. */
export function readSeller(invocation: Invocation): Market {
  const a = nameAccounts(invocation, sellNames)
  const market = openMarket(a)
  if ((market.config.disable_flags & (1 << 4)) !== 0) refuse('DisabledSell')
  const rest = remainingAccounts(invocation, sellNames)
  if (!market.state.is_cashback_coin) return finishMarket(market, undefined, rest)
  const [, named] = rest
  if (named === undefined) return refuse('MissingCashbackAccounts')
  const seeds = [Buffer.from('user_volume_accumulator'), addressBytes(a.user.address)]
  if (named.address !== findProgramAddress(program, seeds).address || named.owner !== program)
    return refuse('InvalidCashbackAccumulator')
  const accumulator = accumulators.read(named, a.user, 'there')
  return finishMarket({ ...market, accumulator }, checkCashback(rest[0], accumulator, a), rest.slice(2))
}

type Opened = Omit<Market, 'accumulator' | 'cashback' | 'buyback'>

/** Anchor's checks of the accounts that buying and selling share, and the handler's first checks. */
function openMarket(a: Accounts): Opened {
  checkWritable(a.pool)
  checkSigner(a.user)
  checkWritable(a.user)
  const { state, seeds } = readPool(a.pool)
  const config = readConfig(a.global_config)
  checkAddress(a.base_mint, state.base_mint)
  checkAddress(a.quote_mint, state.quote_mint)
  const base = readMint(a.base_mint)
  const quote = readMint(a.quote_mint)
  for (const [account, mint] of [
    [a.user_base_token_account, base],
    [a.user_quote_token_account, quote],
  ] as const) {
    checkWritable(account)
    const token = readTokenAccount(account)
    if (token.mint !== mint.address) fail('ConstraintTokenMint', account.name)
    if (token.owner !== a.user.address) fail('ConstraintTokenOwner', account.name)
  }
  if (a.pool_base_token_account.address !== state.pool_base_token_account) refuse('InvalidPoolBaseTokenAccount')
  if (a.pool_quote_token_account.address !== state.pool_quote_token_account) refuse('InvalidPoolQuoteTokenAccount')
  checkWritable(a.pool_base_token_account, a.pool_quote_token_account)
  const recipients: readonly Address[] = state.is_mayhem_mode
    ? [config.reserved_fee_recipient, ...config.reserved_fee_recipients]
    : config.protocol_fee_recipients
  if (!recipients.includes(a.protocol_fee_recipient.address)) refuse('InvalidProtocolFeeRecipient')
  checkProgram(a.base_token_program, base.program)
  checkProgram(a.quote_token_program, quote.program)
  checkProgram(a.quote_token_program, tokenProgram, token2022Program)
  checkProgram(a.system_program, systemProgram)
  checkProgram(a.associated_token_program, associatedTokenProgram)
  checkEventAccounts(a, program)
  checkSeeds(a.coin_creator_vault_authority, program, 'creator_vault', addressBytes(state.coin_creator))
  checkHolder(a.protocol_fee_recipient_token_account, a.protocol_fee_recipient, a)
  checkHolder(a.coin_creator_vault_ata, a.coin_creator_vault_authority, a)
  const held = {
    base: readTokenAccount(a.pool_base_token_account).amount,
    quote: readTokenAccount(a.pool_quote_token_account).amount,
  }
  return { accounts: a, config, state, poolSeeds: seeds, base, quote, held, ...priced(a, state, config, base, held) }
}

const decodeConfig = decodedOnce(decodeGlobalConfig)

function readConfig(account: NamedAccount): GlobalConfig {
  checkSeeds(account, program, 'global_config')
  checkOwner(account, program)
  return deserialized(account, () => decodeConfig(account.data))
}

function readPool(account: NamedAccount) {
  checkOwner(account, program)
  if (poolLayout.discriminator.some((byte, i) => account.data[i] !== byte))
    fail('AccountDiscriminatorMismatch', account.name)
  const state = deserialized(account, () => decodePoolState(account.data))
  const index = Uint8Array.of(state.index & 0xff, state.index >> 8)
  const parts = [state.creator, state.base_mint, state.quote_mint].map(addressBytes)
  return { state, seeds: checkSeeds(account, program, 'pool', index, ...parts) }
}

/** `compute_fees`: the fee program's rates, and the pool's own rate for its coin's creator. */
function priced(
  { fee_config, fee_program }: Accounts,
  state: PoolState,
  config: GlobalConfig,
  base: Mint,
  held: Market['held'],
) {
  checkSeeds(fee_config, feeProgram, 'fee_config', addressBytes(program))
  checkAddress(fee_program, feeProgram)
  const schedule = readFeeConfig(fee_config)
  const quote = held.quote + state.virtual_quote_reserves
  if (held.base === 0n || quote <= 0n) refuse('DivisionByZero')
  const supply = state.is_mayhem_mode ? mayhemSupply : base.supply
  const marketCap = (quote * supply) / held.base
  const canonical = isCanonical(state.creator, state.base_mint)
  const fees =
    (canonical ? feesOf(schedule, state.quote_mint, marketCap) : schedule.flat_fees) ?? fail('AccountDidNotDeserialize')
  const hasOwnRate = config.creator_fee_configurable && state.creator_fee_bps > 0n
  const creatorFeeBps = hasOwnRate ? state.creator_fee_bps : fees.creator_fee_bps
  const reserves = prepareReserves({
    base: held.base,
    quote,
    realQuote: held.quote - state.protocol_fees - state.creator_fees,
    lpFeeBps: Number(fees.lp_fee_bps),
    protocolFeeBps: Number(fees.protocol_fee_bps),
    creatorFeeBps: state.coin_creator === noAddress ? 0 : Number(creatorFeeBps),
  })
  return { reserves, marketCap, isCanonical: canonical }
}

/** Checks the associated quote account of a fee recipient. */
function checkHolder(account: NamedAccount, owner: NamedAccount, a: Accounts): void {
  checkAddress(account, holderAddress(owner.address, a), 'ConstraintSeeds')
  checkWritable(account)
}

function holderAddress(owner: Address, { quote_token_program, quote_mint }: Accounts): Address {
  return associatedAddress(owner, quote_token_program.address, quote_mint.address)
}

/** Checks the account that receives a trader's cashback. */
function checkCashback(account: NamedAccount | undefined, accumulator: Accumulator, a: Accounts): NamedAccount {
  if (account === undefined) return refuse('MissingCashbackAccounts')
  if (account.address !== holderAddress(accumulator.account.address, a)) refuse('InvalidCashbackAccumulatorAta')
  checkWritable(account)
  return account
}

/** A coin with a creator names its `pool-v2`. Every coin names the buyback recipient and its account. */
function finishMarket(
  market: Opened & { readonly accumulator?: Accumulator },
  cashback: NamedAccount | undefined,
  rest: readonly NamedAccount[],
): Market {
  const { accounts: a, state, config } = market
  const hasCreator = state.coin_creator !== noAddress
  if (hasCreator) {
    const seeds = [Buffer.from('pool-v2'), addressBytes(a.base_mint.address)]
    if (rest[0]?.address !== findProgramAddress(program, seeds).address) refuse('InvalidPoolV2')
  }
  const [recipient, account] = hasCreator ? rest.slice(1) : rest
  if (recipient === undefined || account === undefined) return refuse('BuybackFeeRecipientMissing')
  const allowed: readonly Address[] = config.buyback_fee_recipients
  if (!allowed.includes(recipient.address)) refuse('BuybackFeeRecipientNotAuthorized')
  checkHolder(account, recipient, a)
  return { ...market, ...(cashback === undefined ? {} : { cashback }), buyback: { recipient, account } }
}

/** Opens the accounts that a trade needs, at the trader's cost, and asks the fee program. */
export function beginTrade({ accounts: a, accumulator, cashback, marketCap, isCanonical, state }: Market): Script {
  const script = new Script()
  const { user: payer, quote_mint: mint, system_program: system, quote_token_program: tokens } = a
  if (accumulator !== undefined) accumulators.open(script, accumulator, payer, system)
  for (const [account, owner] of [
    [a.protocol_fee_recipient_token_account, a.protocol_fee_recipient],
    [a.coin_creator_vault_ata, a.coin_creator_vault_authority],
    ...(cashback === undefined || accumulator === undefined ? [] : [[cashback, accumulator.account] as const]),
  ] as const)
    openAssociatedAccount(script, { program: a.associated_token_program, payer, account, owner, mint, system, tokens })
  script.cpi({
    program: a.fee_program.position,
    accounts: [{ position: a.fee_config.position }, { position: a.program.position }],
    data: getFeesWithQuoteMintLayout.encode({
      is_pump_pool: isCanonical,
      market_cap_lamports: marketCap,
      quote_mint: state.quote_mint,
    }),
  })
  return script
}
