import { generateKeyPairSigner, type Instruction, type KeyPairSigner } from '@solana/kit'
import {
  type Address,
  associatedTokenAddress,
  metadataProgram,
  systemProgram,
  token2022Program,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { mintLayout } from '@tern/core/internal'
import { poolAddress, program } from '@tern/venues/meteoraDbc'
import { type ConfigParameters, encodeCreateConfig, encodeInitializePool } from '@tern/venues/meteoraDbc/internal'
import { placeTokenAccount } from './cpmmWorld.ts'
import { fund, placeMint, type Svm, startSvm } from './svm.ts'

const startSeconds = 1_790_000_000n
const startSlot = 400_000_000n
/** Quote tokens: enough for any trade of the tests. */
const endowment = 10n ** 17n

/** A pool created by the real program. The payer is its trader, creator, partner and leftover receiver. */
export interface DbcWorld {
  readonly svm: Svm
  readonly pool: Address
  readonly config: Address
  readonly baseMint: Address
  readonly quoteMint: Address
  readonly baseProgram: Address
  /** The payer's token accounts. */
  readonly baseAccount: Address
  readonly quoteAccount: Address
}

/** Loads the program, and Metaplex's if its binary is given. Without it, there are no pools of SPL tokens. */
export async function startDbc(binary: string, metadataBinary?: string): Promise<Svm> {
  const svm = await startSvm()
  svm.load(program, binary)
  if (metadataBinary !== undefined) svm.load(metadataProgram, metadataBinary)
  svm.setClock({ slot: startSlot, unixTimestamp: startSeconds, epoch: 900n })
  svm.place(
    wrappedNativeMint,
    tokenProgram,
    mintLayout.encode({
      mintAuthorityOption: 0,
      mintAuthority: systemProgram,
      supply: 0n,
      decimals: 9,
      isInitialized: true,
      freezeAuthorityOption: 0,
      freezeAuthority: systemProgram,
    }),
  )
  return svm
}

const noLiquidityVesting = {
  vesting_percentage: 0,
  bps_per_period: 0,
  number_of_periods: 0,
  cliff_duration_from_migration_time: 0,
  frequency: 0,
}

/** Valid terms for a given curve and fees. The rest of the curve goes to a DAMM v2 pool. */
export function parametersOf(
  own: Pick<ConfigParameters, 'base_fee' | 'curve' | 'sqrt_start_price' | 'migration_quote_threshold'> &
    Partial<ConfigParameters>,
): ConfigParameters {
  return {
    dynamic_fee: undefined,
    collect_fee_mode: 0,
    migration_option: 1,
    activation_type: 1,
    token_type: 1,
    token_decimal: 6,
    partner_liquidity_percentage: 0,
    partner_permanent_locked_liquidity_percentage: 50,
    creator_liquidity_percentage: 0,
    creator_permanent_locked_liquidity_percentage: 50,
    locked_vesting: {
      amount_per_period: 0n,
      cliff_duration_from_migration_time: 0n,
      frequency: 0n,
      number_of_period: 0n,
      cliff_unlock_amount: 0n,
    },
    migration_fee_option: 2,
    token_supply: undefined,
    creator_trading_fee_percentage: 0,
    token_update_authority: 1,
    migration_fee: { fee_percentage: 0, creator_fee_percentage: 0 },
    migrated_pool_fee: { collect_fee_mode: 0, dynamic_fee: 0, pool_fee_bps: 0 },
    pool_creation_fee: 0n,
    partner_liquidity_vesting_info: noLiquidityVesting,
    creator_liquidity_vesting_info: noLiquidityVesting,
    migrated_pool_base_fee_mode: 0,
    migrated_pool_market_cap_fee_scheduler_params: {
      number_of_period: 0,
      sqrt_price_step_bps: 0,
      scheduler_expiration_duration: 0,
      reduction_factor: 0n,
    },
    enable_first_swap_with_min_fee: false,
    compounding_fee_bps: 0,
    padding: new Uint8Array(2),
    ...own,
  }
}

/** Adds the signatures of new accounts to an instruction, in addition to the payer's. */
export function signedBy(instruction: Instruction, signers: readonly KeyPairSigner[]): Instruction {
  const accounts = instruction.accounts?.map(account => {
    const signer = account.role < 2 ? undefined : signers.find(({ address }) => address === account.address)
    return signer === undefined ? account : { ...account, signer }
  })
  return { ...instruction, ...(accounts === undefined ? {} : { accounts }) }
}

/**
 * Runs the real `create_config` and the real launch of a token. Throws with the program's log if it refuses.
 * @param at the address to move the config to, as if it had been created there.
 */
export async function createDbcPool(
  svm: Svm,
  parameters: ConfigParameters,
  quote: 'wrapped' | 'own' = 'wrapped',
  at?: Address,
): Promise<DbcWorld> {
  const { address: payer } = svm.payer
  const [made, base] = await Promise.all([generateKeyPairSigner(), generateKeyPairSigner()])
  const config = at ?? made.address
  const quoteMint = quote === 'wrapped' ? wrappedNativeMint : await placeMint(svm, tokenProgram, 6)
  const baseProgram = parameters.token_type === 0 ? tokenProgram : token2022Program
  const accounts = {
    config: made.address,
    fee_claimer: payer,
    leftover_receiver: payer,
    quote_mint: quoteMint,
    payer,
  }
  const launch = await encodeInitializePool({
    ...{ config, creator: payer, payer, baseMint: base.address, quoteMint },
    ...{
      quoteProgram: tokenProgram,
      baseProgram,
      name: 'Arctic Tern',
      symbol: 'TERN',
      uri: 'https://tern.example/t.json',
    },
  })
  for (const instruction of [encodeCreateConfig(accounts, parameters), launch]) {
    const { error, logs } = await svm.send([signedBy(instruction, [made, base])])
    if (error !== undefined) throw new Error(`${error}\n${logs.join('\n')}`)
    if (at !== undefined) svm.place(at, program, svm.read(made.address)?.data ?? new Uint8Array())
  }
  const [baseAccount, quoteAccount] = await Promise.all([
    associatedTokenAddress(payer, base.address, baseProgram),
    associatedTokenAddress(payer, quoteMint, tokenProgram),
  ])
  const [open] = fund(payer, base.address, baseAccount, baseProgram, 0n)
  if (open !== undefined) await svm.send([open])
  if (quote === 'wrapped') placeTokenAccount(svm, quoteAccount, wrappedNativeMint, payer, endowment)
  else await svm.send(fund(payer, quoteMint, quoteAccount, tokenProgram, endowment))
  const pool = await poolAddress(config, base.address, quoteMint)
  return {
    svm,
    pool,
    config,
    baseMint: base.address,
    quoteMint,
    baseProgram,
    baseAccount,
    quoteAccount,
  }
}
