import {
  type Address,
  type Clock,
  type Mint,
  rentExemption,
  systemProgram,
  token2022Program,
  tokenProgram,
} from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import { type Config, type PoolState, program } from '@tern/venues/meteoraDammV2'
import {
  type CustomizablePoolParameters,
  configLayout,
  createPositionEventLayout,
  decodeBaseFeeParameters,
  encodeBaseFee,
  encodeBaseFeeParameters,
  type InitializePoolEvent,
  initializeCustomizablePoolLayout,
  initializePoolEventLayout,
  initializePoolLayout,
  poolAuthority,
  poolLayout,
  positionLayout,
} from '@tern/venues/meteoraDammV2/internal'
import { Script } from '../../effects/script.ts'
import type { Invocation } from '../../effects/trap.ts'
import {
  checkAddress,
  checkProgram,
  checkSeeds,
  checkSigner,
  checkWritable,
  decodeArguments,
  fail,
  type NamedAccount,
  nameAccounts,
  readMint,
  readOwn,
  readTokenAccount,
} from '../anchor.ts'
import { checkEventAccounts, emitCall } from '../events.ts'
import { createAccount, initializeTokenAccount, transferChecked } from '../tokenCalls.ts'
import { vaultSize } from '../vaultSize.ts'
import { refuse } from './errors.ts'
import { activationOf, type Beginning, beginningOf, emptyPool, feesOf, heldFee } from './newPool.ts'
import { mintNft, openNft } from './positionNft.ts'
import { sentFor } from './transferFees.ts'

const before = ['creator', 'position_nft_mint', 'position_nft_account', 'payer'] as const
const behind = [
  'pool_authority',
  'pool',
  'position',
  'token_a_mint',
  'token_b_mint',
  'token_a_vault',
  'token_b_vault',
  'payer_token_a',
  'payer_token_b',
  'token_a_program',
  'token_b_program',
  'token_2022_program',
  'system_program',
  'event_authority',
  'program',
] as const
const names = [...before, ...behind]
const namesWithConfig = [...before, 'config', ...behind] as const

type Accounts = Readonly<Record<(typeof names)[number], NamedAccount>>

/** Anchor's checks of the accounts that both instructions share. Returns the signing seeds of the new accounts. */
function checkAccounts(a: Accounts, poolSeeds: readonly (string | Uint8Array)[]) {
  checkSigner(a.position_nft_mint)
  checkSigner(a.payer)
  checkWritable(a.position_nft_mint, a.position_nft_account, a.payer)
  checkAddress(a.pool_authority, poolAuthority)
  const nft = addressBytes(a.position_nft_mint.address)
  const [mintA, mintB] = [readMint(a.token_a_mint), readMint(a.token_b_mint)]
  if (mintA.address === mintB.address) fail('ConstraintRaw', 'token_a_mint')
  if (mintA.program !== a.token_a_program.address) fail('ConstraintMintTokenProgram', 'token_a_mint')
  if (mintB.program !== a.token_b_program.address) fail('ConstraintMintTokenProgram', 'token_b_mint')
  const vaultOf = (account: NamedAccount, mint: Mint) =>
    checkSeeds(account, program, 'token_vault', addressBytes(mint.address), addressBytes(a.pool.address))
  const seeds = {
    position_nft_account: checkSeeds(a.position_nft_account, program, 'position_nft_account', nft),
    pool: checkSeeds(a.pool, program, ...poolSeeds),
    position: checkSeeds(a.position, program, 'position', nft),
    token_a_vault: vaultOf(a.token_a_vault, mintA),
    token_b_vault: vaultOf(a.token_b_vault, mintB),
  }
  checkWritable(a.pool, a.position, a.token_a_vault, a.token_b_vault, a.payer_token_a, a.payer_token_b)
  readTokenAccount(a.payer_token_a)
  readTokenAccount(a.payer_token_b)
  for (const tokens of [a.token_a_program, a.token_b_program]) checkProgram(tokens, tokenProgram, token2022Program)
  checkProgram(a.token_2022_program, token2022Program)
  checkProgram(a.system_program, systemProgram)
  checkEventAccounts(a, program)
  for (const mint of [mintA, mintB]) checkSupported(mint)
  return { mintA, mintB, seeds }
}

type Checked = ReturnType<typeof checkAccounts>

const nativeMint2022 = '9pan9bMn5HatX4EJdBwg9VgCa7Uz5HL8N1m5D3NdXej9' as Address
const freeExtensions: readonly string[] = ['transferFeeConfig', 'metadataPointer', 'tokenMetadata']

/**
 * `is_supported_mint` (utils/token.rs).
 * An unsupported mint needs a badge from Meteora's operators. The practice chain has no badges.
 */
function checkSupported(mint: Mint): void {
  if (mint.program === tokenProgram) return
  if (mint.address === nativeMint2022) refuse('UnsupportNativeMintToken2022')
  if (!mint.extensions.names.every(name => freeExtensions.includes(name))) refuse('InvalidTokenBadge')
}

/** Both mints, the greater first. */
function mintSeeds({ token_a_mint: a, token_b_mint: b }: Pick<Accounts, 'token_a_mint' | 'token_b_mint'>) {
  const [left, right] = [addressBytes(a.address), addressBytes(b.address)]
  return Buffer.compare(left, right) > 0 ? [left, right] : [right, left]
}

/** `initialize_pool` (initialize_pool/ix_initialize_pool.rs). */
export function executeInitializePool(invocation: Invocation, clock: Clock): Script {
  const asked = decodeArguments(() => initializePoolLayout.decode(invocation.data))
  const a = nameAccounts(invocation, namesWithConfig)
  const config: Config = readOwn(a.config, configLayout, program)
  const checked = checkAccounts(a, ['pool', addressBytes(a.config.address), ...mintSeeds(a)])
  const { liquidity, sqrt_price } = asked
  if (liquidity === 0n) refuse('InvalidMinimumLiquidity')
  if (config.config_type !== 0) refuse('InvalidConfigType')
  const { pool_creator_authority: allowed, vault_config_key, activation_type, collect_fee_mode } = config
  if (allowed !== systemProgram && allowed !== a.payer.address) refuse('InvalidAuthorityToCreateThePool')
  if (vault_config_key !== systemProgram) refuse('InvalidActivationPoint')
  const activation_point = activationOf(activation_type, asked.activation_point, clock)
  const { sqrt_min_price, sqrt_max_price } = config
  const choice = { collect_fee_mode, activation_type, sqrt_min_price, sqrt_max_price, sqrt_price, liquidity }
  const beginning = beginningOf(choice)
  const dynamic = {
    ...{ bin_step: config.bin_step, bin_step_u128: config.bin_step_u128, filter_period: config.filter_period },
    ...{ decay_period: config.decay_period, reduction_factor: config.reduction_factor },
    max_volatility_accumulator: config.max_volatility_accumulator,
    variable_fee_control: config.variable_fee_control,
  }
  const { protocol_fee_percent, referral_fee_percent, compounding_fee_bps, dynamic_fee_initialized } = config
  const pool: PoolState = {
    ...poolOf(a, checked, beginning),
    ...{ base_fee: config.base_fee, protocol_fee_percent, referral_fee_percent, compounding_fee_bps },
    ...(dynamic_fee_initialized === 0 ? withoutDynamicFee : { ...dynamic, dynamic_fee_initialized: 1 }),
    ...{ init_sqrt_price: sqrt_price, activation_point, activation_type, collect_fee_mode, pool_type: 0, liquidity },
  }
  return create(a, checked, pool, beginning, {
    amounts: [beginning.token_a_amount, beginning.token_b_amount],
    base_fee: encodeBaseFeeParameters(heldFee(config.base_fee)),
    dynamic_fee: dynamic_fee_initialized === 0 ? undefined : dynamic,
    range: [sqrt_min_price, sqrt_max_price],
    epoch: clock.epoch,
  })
}

/** `initialize_customizable_pool` (initialize_pool/ix_initialize_customizable_pool.rs). */
export function executeInitializeCustomizablePool(invocation: Invocation, clock: Clock): Script {
  const asked: CustomizablePoolParameters = decodeArguments(() =>
    initializeCustomizablePoolLayout.decode(invocation.data),
  )
  const a = nameAccounts(invocation, names)
  const checked = checkAccounts(a, ['cpool', ...mintSeeds(a)])
  const fees = feesOf(asked)
  const beginning = beginningOf(asked)
  if (asked.has_alpha_vault) refuse('InvalidActivationPoint')
  const { activation_type, collect_fee_mode, liquidity } = asked
  const activation_point = activationOf(activation_type, asked.activation_point, clock)
  const pool: PoolState = {
    ...poolOf(a, checked, beginning),
    ...{ base_fee: encodeBaseFee(decodeBaseFeeParameters(asked.base_fee)), ...fees },
    ...{ protocol_fee_percent: 20, referral_fee_percent: 20, init_sqrt_price: beginning.sqrt_price },
    ...{ activation_point, activation_type, collect_fee_mode, pool_type: 1, liquidity },
  }
  return create(a, checked, pool, beginning, {
    // At least one unit of each, to prove that the payer has some.
    amounts: [beginning.token_a_amount, beginning.token_b_amount],
    min: 1n,
    base_fee: asked.base_fee,
    dynamic_fee: asked.dynamic_fee,
    range: [beginning.sqrt_min_price, beginning.sqrt_max_price],
    epoch: clock.epoch,
  })
}

const withoutDynamicFee = {
  ...{ dynamic_fee_initialized: 0, max_volatility_accumulator: 0, variable_fee_control: 0, bin_step: 0 },
  ...{ filter_period: 0, decay_period: 0, reduction_factor: 0, bin_step_u128: 0n },
} as const

/** `Pool::initialize` (state/pool.rs), without the fields that a config or the creator chooses. */
function poolOf(a: Accounts, { mintA, mintB }: Checked, beginning: Beginning) {
  const { token_a_amount, token_b_amount, sqrt_min_price, sqrt_max_price, sqrt_price } = beginning
  return {
    ...emptyPool,
    ...{ token_a_mint: mintA.address, token_b_mint: mintB.address, creator: a.creator.address },
    ...{ token_a_vault: a.token_a_vault.address, token_b_vault: a.token_b_vault.address },
    ...{ sqrt_min_price, sqrt_max_price, sqrt_price, token_a_amount, token_b_amount },
    ...{ token_a_flag: flagOf(mintA), token_b_flag: flagOf(mintB) },
  }
}

const flagOf = ({ program: owner }: Mint): number => (owner === tokenProgram ? 0 : 1)

interface Creation {
  readonly amounts: readonly [bigint, bigint]
  readonly min?: bigint
  readonly base_fee: Uint8Array
  readonly dynamic_fee: InitializePoolEvent['dynamic_fee']
  readonly range: readonly [bigint, bigint]
  readonly epoch: bigint
}

/** The end of both instructions: the accounts, the position and its NFT, the payer's deposits, and the events. */
function create(
  a: Accounts,
  { mintA, mintB, seeds }: Checked,
  pool: PoolState,
  beginning: Beginning,
  creation: Creation,
): Script {
  const script = new Script()
  openNft(script, a, { pool: a.pool.address, creator: a.creator.address, accountSeeds: seeds.position_nft_account })
  const open = (account: NamedAccount, owner: Address, space: number, signer: readonly Uint8Array[]) =>
    createAccount(
      script,
      { system: a.system_program, payer: a.payer, account, owner, space, rent: rentExemption(space) },
      [signer],
    )
  open(a.pool, program, poolLayout.size, seeds.pool)
  open(a.position, program, positionLayout.size, seeds.position)
  open(a.token_a_vault, mintA.program, vaultSize(mintA), seeds.token_a_vault)
  initializeTokenAccount(script, a.token_a_program, {
    account: a.token_a_vault,
    mint: a.token_a_mint,
    owner: poolAuthority,
  })
  open(a.token_b_vault, mintB.program, vaultSize(mintB), seeds.token_b_vault)
  initializeTokenAccount(script, a.token_b_program, {
    account: a.token_b_vault,
    mint: a.token_b_mint,
    owner: poolAuthority,
  })
  script.write(a.pool.position, 0, poolLayout.encode(pool))
  script.write(a.position.position, 0, positionOf(a, beginning.liquidity))
  mintNft(script, a)
  const { position_nft_mint: nft, position } = a
  const owned = { pool: a.pool.address, owner: a.creator.address, position: position.address }
  emitCall(script, a, createPositionEventLayout.encode({ ...owned, position_nft_mint: nft.address }))

  const paid = ([mintA, mintB] as const).map((mint, i) => {
    const total = sentFor(mint, creation.epoch, creation.amounts[i] ?? 0n)
    return total < (creation.min ?? 0n) ? (creation.min ?? 0n) : total
  }) as [bigint, bigint]
  const pay = (tokens: NamedAccount, from: NamedAccount, mint: NamedAccount, to: NamedAccount, i: 0 | 1) =>
    transferChecked(script, {
      ...{ program: tokens, from, mint, to, authority: a.payer, amount: paid[i] },
      decimals: (i === 0 ? mintA : mintB).decimals,
    })
  pay(a.token_a_program, a.payer_token_a, a.token_a_mint, a.token_a_vault, 0)
  pay(a.token_b_program, a.payer_token_b, a.token_b_mint, a.token_b_vault, 1)
  emitCall(script, a, eventOf(a, pool, creation, paid))
  return script
}

function positionOf(a: Accounts, liquidity: bigint): Uint8Array {
  return positionLayout.encode({
    ...{ pool: a.pool.address, nft_mint: a.position_nft_mint.address, unlocked_liquidity: liquidity },
    ...{ fee_a_per_token_checkpoint: new Uint8Array(32), fee_b_per_token_checkpoint: new Uint8Array(32) },
    ...{ fee_a_pending: 0n, fee_b_pending: 0n, vested_liquidity: 0n, permanent_locked_liquidity: 0n },
    ...{ total_claimed_a_fee: 0n, total_claimed_b_fee: 0n, reward_infos: new Uint8Array(96) },
    ...{ inner_vesting: new Uint8Array(80), delegate_permission: 0, padding: new Uint8Array(12) },
  })
}

function eventOf(
  a: Accounts,
  pool: PoolState,
  creation: Creation,
  [total_amount_a, total_amount_b]: readonly [bigint, bigint],
) {
  const [sqrt_min_price, sqrt_max_price] = creation.range
  return initializePoolEventLayout.encode({
    ...pool,
    ...{ pool: a.pool.address, payer: a.payer.address, alpha_vault: pool.whitelisted_vault, padding: 0 },
    ...{ base_fee: creation.base_fee, dynamic_fee: creation.dynamic_fee, sqrt_min_price, sqrt_max_price },
    ...{ total_amount_a, total_amount_b },
  })
}
