import { type Clock, metadataProgram, rentExemption, systemProgram, token2022Program, tokenProgram } from '@tern/core'
import { addressBytes, rentSysvar } from '@tern/core/internal'
import { type GlobalConfig, program } from '@tern/venues/raydiumLaunchlab'
import {
  authority,
  authorityBump,
  type CurveParams,
  curveTypes,
  type InitialCurve,
  initialCurve,
  initializeV2Layout,
  initializeWithToken2022Layout,
  poolCreateEventLayout,
  poolStateLayout,
  type TransferFeeParams,
} from '@tern/venues/raydiumLaunchlab/internal'
import { Script } from '../../effects/script.ts'
import type { Invocation } from '../../effects/trap.ts'
import {
  checkAddress,
  checkProgram,
  checkSeeds,
  checkSigner,
  checkWritable,
  decodeArguments,
  type NamedAccount,
  nameAccounts,
  readMint,
} from '../anchor.ts'
import { checkEventAccounts } from '../events.ts'
import {
  createAccount,
  initializeMetadataPointer,
  initializeMint,
  initializeMintMetadata,
  initializeTransferFee,
  mintTo,
  revokeMintAuthority,
  transferLamports,
} from '../tokenCalls.ts'
import { encodeCreateMetadata } from '../tokenMetadata/layout.ts'
import { refuse } from './errors.ts'
import { authoritySeeds, emit, readGlobalConfig, readPlatformConfig } from './pool.ts'
import { openVault, poolVaultSeeds, vaultSize } from './vaults.ts'

const shared = [
  'payer',
  'creator',
  'global_config',
  'platform_config',
  'authority',
  'pool_state',
  'base_mint',
  'quote_mint',
  'base_vault',
  'quote_vault',
] as const
const events = ['event_authority', 'program'] as const
const v2Names = [
  ...shared,
  'metadata_account',
  'base_token_program',
  'quote_token_program',
  'metadata_program',
  'system_program',
  'rent_program',
  ...events,
] as const
const token2022Names = [...shared, 'base_token_program', 'quote_token_program', 'system_program', ...events] as const

type Accounts = Readonly<Record<(typeof token2022Names)[number], NamedAccount>>

/** The arguments that both instructions share. */
interface Launch {
  readonly decimals: number
  readonly name: string
  readonly symbol: string
  readonly uri: string
  readonly curve: CurveParams
  readonly total_locked_amount: bigint
  readonly cliff_period: bigint
  readonly unlock_period: bigint
  readonly amm_fee_on: number
}

const mintSize = 82
/** A Token-2022 mint with a metadata pointer, before its metadata; and the additional bytes for a transfer fee. */
const pointingMintSize = 234
const transferFeeConfigSize = 112
/** The metadata's type and length, authority and mint, three lengths of texts and the number of additional pairs. */
const metadataHead = 4 + 32 + 32 + 4 + 4 + 4 + 4
const million = 1_000_000n

/** `initialize_v2`: an SPL token, with its name and picture in a metadata account. */
export function executeInitializeV2(invocation: Invocation, clock: Clock): Script {
  const launch = decodeArguments(() => initializeV2Layout.decode(invocation.data))
  const a = nameAccounts(invocation, v2Names)
  checkProgram(a.base_token_program, tokenProgram)
  checkProgram(a.metadata_program, metadataProgram)
  checkAddress(a.rent_program, rentSysvar)
  checkWritable(a.metadata_account)
  const script = begin(a, launch, clock)
  const { system_program: system, payer, base_mint: mint, base_token_program: tokens, authority: minter } = a
  const created = { system, payer, account: mint, owner: tokenProgram, space: mintSize, rent: rentExemption(mintSize) }
  createAccount(script, created, [])
  initializeMint(script, tokens, { mint, decimals: launch.decimals, authority })
  mintSupply(script, a, launch, vaultSize({ program: tokenProgram, extensions: { names: [] } }))
  const metadata = [a.metadata_account, mint, minter, payer, minter, system]
  script.cpi(
    {
      program: a.metadata_program.position,
      accounts: metadata.map(({ position }, i) => ({
        position,
        isSigner: i >= 2 && i <= 4,
        isWritable: i === 0 || i === 3,
      })),
      data: encodeCreateMetadata({ name: launch.name, symbol: launch.symbol, uri: launch.uri, isMutable: false }),
    },
    [authoritySeeds],
  )
  revokeMintAuthority(script, { program: tokens, mint, authority: minter }, [authoritySeeds])
  return script
}

/** `initialize_with_token_2022`: a token with its own metadata, and optionally a transfer fee. */
export function executeInitializeWithToken2022(invocation: Invocation, clock: Clock): Script {
  const launch = decodeArguments(() => initializeWithToken2022Layout.decode(invocation.data))
  const a = nameAccounts(invocation, token2022Names)
  checkProgram(a.base_token_program, token2022Program)
  if (launch.curve.migrate_type !== 1) refuse('MigrateTypeNotMatch')
  const script = begin(a, launch, clock)
  openToken2022Mint(script, a, launch, launch.transfer_fee)
  const { base_mint: mint, base_token_program: tokens, authority: minter } = a
  const names = launch.transfer_fee === null ? [] : (['transferFeeConfig'] as const)
  mintSupply(script, a, launch, vaultSize({ program: token2022Program, extensions: { names } }))
  revokeMintAuthority(script, { program: tokens, mint, authority: minter }, [authoritySeeds])
  return script
}

function openToken2022Mint(script: Script, a: Accounts, launch: Launch, fee: TransferFeeParams | null): void {
  const { system_program: system, payer, base_mint: mint, base_token_program: tokens } = a
  const space = pointingMintSize + (fee === null ? 0 : transferFeeConfigSize)
  createAccount(
    script,
    { system, payer, account: mint, owner: token2022Program, space, rent: rentExemption(space) },
    [],
  )
  initializeMetadataPointer(script, tokens, { mint })
  if (fee !== null)
    initializeTransferFee(script, tokens, {
      mint,
      authority,
      fee: {
        basisPoints: fee.transfer_fee_basis_points,
        maximum: fee.maximum_fee,
      },
    })
  initializeMint(script, tokens, { mint, decimals: launch.decimals, authority })
  const { name, symbol, uri } = launch
  const metadataSize = metadataHead + [name, symbol, uri].reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  transferLamports(script, system, {
    from: payer,
    to: mint,
    lamports: rentExemption(space + metadataSize) - rentExemption(space),
  })
  const metadata = { program: tokens, mint, authority: a.authority, name, symbol, uri }
  initializeMintMetadata(script, metadata, [authoritySeeds])
}

/** Mints the whole supply to the pool. */
function mintSupply(script: Script, a: Accounts, { curve }: Launch, size: number): void {
  const { system_program: system, payer, base_mint: mint, base_token_program: tokens, base_vault: account } = a
  const seeds = poolVaultSeeds(account, a.pool_state, mint)
  openVault(script, { system, payer, tokens, account, mint, owner: authority, size }, seeds)
  mintTo(script, { program: tokens, mint, account, authority: a.authority, amount: curve.supply }, [authoritySeeds])
}

/** Creates the pool and its quote vault, and emits the event. */
function begin(a: Accounts, launch: Launch, clock: Clock): Script {
  checkSigner(a.payer)
  checkSigner(a.base_mint)
  checkWritable(a.payer, a.pool_state, a.base_mint, a.base_vault, a.quote_vault)
  checkAddress(a.authority, authority, 'ConstraintSeeds')
  checkProgram(a.system_program, systemProgram)
  checkEventAccounts(a, program)
  const config = readGlobalConfig(a.global_config)
  readPlatformConfig(a.platform_config)
  const quote = readMint(a.quote_mint)
  checkAddress(a.quote_mint, config.quote_mint)
  checkProgram(a.quote_token_program, quote.program)
  const begun = checkLaunch(launch, config)
  const mints = [a.base_mint, a.quote_mint].map(({ address }) => addressBytes(address))
  const poolSeeds = checkSeeds(a.pool_state, program, 'pool', ...mints)
  const { system_program: system, payer, pool_state: pool } = a
  const script = new Script()
  const space = poolStateLayout.size
  createAccount(script, { system, payer, account: pool, owner: program, space, rent: rentExemption(space) }, [
    poolSeeds,
  ])
  openVault(
    script,
    {
      ...{ system, payer, tokens: a.quote_token_program, account: a.quote_vault, mint: a.quote_mint },
      ...{ owner: authority, size: vaultSize(quote) },
    },
    poolVaultSeeds(a.quote_vault, pool, a.quote_mint),
  )
  script.write(pool.position, 0, firstState(a, launch, { config, begun, quote, epoch: clock.epoch }))
  const { decimals, name, symbol, uri, curve, total_locked_amount, cliff_period, unlock_period } = launch
  emit(
    script,
    a,
    poolCreateEventLayout.encode({
      ...{ pool_state: pool.address, creator: a.creator.address, config: a.global_config.address },
      ...{ decimals, name, symbol, uri, curve, total_locked_amount, cliff_period, unlock_period },
    }),
  )
  return script
}

/** `check_param`, after the official client: the launch must be within the bounds of its config. */
function checkLaunch({ decimals, curve, total_locked_amount: locked }: Launch, config: GlobalConfig): InitialCurve {
  const { supply, total_quote_fund_raising: raised, migrate_type } = curve
  if (curveTypes[config.curve_type] !== curve.type) refuse('InputNotMatchCurveConfig')
  if (decimals !== 6 || migrate_type > 1) refuse('InvalidInput')
  if (locked > (supply * config.max_lock_rate) / million) refuse('VestingRatioTooHigh')
  if (supply < config.min_base_supply * 10n ** BigInt(decimals)) refuse('InvalidInput')
  if (raised < config.min_quote_fund_raising) refuse('InvalidInput')
  const begun = initialCurve(curve, locked, config.migrate_fee) ?? refuse('InvalidInput')
  const moved = supply - begun.total_base_sell - locked
  if (begun.total_base_sell < (supply * config.min_base_sell_rate) / million) refuse('InvalidInput')
  if (moved < (supply * config.min_base_migrate_rate) / million) refuse('InvalidInput')
  return begun
}

interface Beginning {
  readonly config: GlobalConfig
  readonly begun: InitialCurve
  readonly quote: { readonly decimals: number; readonly program: string }
  readonly epoch: bigint
}

function firstState(a: Accounts, launch: Launch, { config, begun, quote, epoch }: Beginning): Uint8Array {
  const { curve } = launch
  const isToken2022 = (of: string, bit: number) => (of === token2022Program ? bit : 0)
  return poolStateLayout.encode({
    epoch,
    auth_bump: authorityBump,
    status: 0,
    base_decimals: launch.decimals,
    quote_decimals: quote.decimals,
    migrate_type: curve.migrate_type,
    supply: curve.supply,
    ...begun,
    real_base: 0n,
    real_quote: 0n,
    total_quote_fund_raising: curve.total_quote_fund_raising,
    quote_protocol_fee: 0n,
    platform_fee: 0n,
    migrate_fee: config.migrate_fee,
    total_locked_amount: launch.total_locked_amount,
    cliff_period: launch.cliff_period,
    unlock_period: launch.unlock_period,
    start_time: 0n,
    allocated_share_amount: 0n,
    global_config: a.global_config.address,
    platform_config: a.platform_config.address,
    base_mint: a.base_mint.address,
    quote_mint: a.quote_mint.address,
    base_vault: a.base_vault.address,
    quote_vault: a.quote_vault.address,
    creator: a.creator.address,
    token_program_flag: isToken2022(a.base_token_program.address, 1) | isToken2022(quote.program, 2),
    amm_fee_on: launch.amm_fee_on,
    platform_vesting_share: 0n,
    padding: new Uint8Array(54),
  })
}
