import {
  type Address,
  associatedTokenAddress,
  rentExemption,
  systemProgram,
  token2022Program,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { configAddress, lpMintAddress, poolAddress, program, vaultAddress } from '@tern/venues/raydiumCpmm'
import {
  ammConfigLayout,
  authority,
  authorityBump,
  createPoolFeeReceiver,
  observationAddress,
  observationStateLayout,
  poolStateLayout,
} from '@tern/venues/raydiumCpmm/internal'
import { type Genesis, placeAccount } from '../../../world/genesis.ts'
import { encodeMint, encodeToken2022Account, encodeTokenAccount } from '../../../world/tokenAccounts.ts'
import { isLower } from '../../isLower.ts'
import { squareRoot } from '../../squareRoot.ts'

/** The world's configs: index 0 with mainnet's recorded rates, index 1 with four times the trade fee. */
const configs = [
  { index: 0, tradeFeePpm: 2_500n },
  { index: 1, tradeFeePpm: 10_000n },
] as const
/** The collectors of the protocol's and the fund's shares on mainnet. */
const protocolOwner = 'ProCXqRcXJjoUd1RNoo28bSizAA6EEqt9wURZYPDc5u' as Address
const fundOwner = 'FUNDduJTA7XcckKHKfAoEnnhuSud2JUCUZv6opWEjrBU' as Address

/** LP units that the program withholds when a pool begins (`LOCK_LP_AMOUNT`). */
const lockedLp = 100n
const lpDecimals = 9

/**
 * Places the accounts that pools share: the configs, the authority of all vaults, and the receiver of the creation fee.
 */
export async function placeConfigs(genesis: Genesis): Promise<void> {
  for (const { index, tradeFeePpm } of configs) {
    const data = ammConfigLayout.encode({
      bump: 255,
      disable_create_pool: false,
      index,
      trade_fee_rate: tradeFeePpm,
      protocol_fee_rate: 120_000n,
      fund_fee_rate: 40_000n,
      create_pool_fee: 150_000_000n,
      protocol_owner: protocolOwner,
      fund_owner: fundOwner,
      creator_fee_rate: 500n,
      padding: new Uint8Array(120),
    })
    placeAccount(genesis, await configAddress(index), { owner: program, data })
  }
  placeAccount(genesis, authority, { owner: systemProgram, data: new Uint8Array() })
  placeWrappedSol(genesis, createPoolFeeReceiver, protocolOwner, 0n)
}

/** A pool to place: a token against wrapped SOL. */
export interface NewPool {
  readonly config: 0 | 1
  readonly creator: Address
  readonly mint: Address
  readonly decimals: number
  readonly mintProgram: Address
  readonly transferFeeBps: number
  /** Raw units in the pool. */
  readonly tokens: bigint
  readonly lamports: bigint
  readonly creatorFeeOn: 'bothTokens' | 'wrappedSol' | undefined
  readonly openTimeSeconds: bigint
}

/** Places a pool in the state after the program's `initialize`: vaults, LP mint, observations and the creator's LP. */
export async function placePool(genesis: Genesis, pool: NewPool): Promise<Address> {
  const isTokenFirst = isLower(pool.mint, wrappedNativeMint)
  const [mintA, mintB] = isTokenFirst ? [pool.mint, wrappedNativeMint] : [wrappedNativeMint, pool.mint]
  const config = await configAddress(pool.config)
  const address = await poolAddress(config, mintA, mintB)
  const [vaultA, vaultB, lpMint, observation] = await Promise.all([
    vaultAddress(address, mintA),
    vaultAddress(address, mintB),
    lpMintAddress(address),
    observationAddress(address),
  ])
  const [tokenVault, solVault] = isTokenFirst ? [vaultA, vaultB] : [vaultB, vaultA]
  placeWrappedSol(genesis, solVault, authority, pool.lamports)
  placeTokenVault(genesis, tokenVault, pool)

  const liquidity = squareRoot(pool.tokens * pool.lamports)
  placeAccount(genesis, lpMint, { owner: tokenProgram, data: encodeMint(liquidity - lockedLp, lpDecimals, authority) })
  const lp = { mint: lpMint, owner: pool.creator, amount: liquidity - lockedLp }
  const lpAccount = await associatedTokenAddress(pool.creator, lpMint, tokenProgram)
  placeAccount(genesis, lpAccount, { owner: tokenProgram, data: encodeTokenAccount(lp) })
  placeAccount(genesis, observation, { owner: program, data: encodeEmptyObservations(address) })

  const tokenSide = { program: pool.mintProgram, decimals: pool.decimals }
  const solSide = { program: tokenProgram, decimals: 9 }
  const [sideA, sideB] = isTokenFirst ? [tokenSide, solSide] : [solSide, tokenSide]
  const solFeeSide = isTokenFirst ? 2 : 1
  const data = poolStateLayout.encode({
    amm_config: config,
    pool_creator: pool.creator,
    token_0_vault: vaultA,
    token_1_vault: vaultB,
    lp_mint: lpMint,
    token_0_mint: mintA,
    token_1_mint: mintB,
    token_0_program: sideA.program,
    token_1_program: sideB.program,
    observation_key: observation,
    auth_bump: authorityBump,
    status: 0,
    lp_mint_decimals: lpDecimals,
    mint_0_decimals: sideA.decimals,
    mint_1_decimals: sideB.decimals,
    lp_supply: liquidity,
    protocol_fees_token_0: 0n,
    protocol_fees_token_1: 0n,
    fund_fees_token_0: 0n,
    fund_fees_token_1: 0n,
    open_time: pool.openTimeSeconds,
    recent_epoch: 0n,
    creator_fee_on: pool.creatorFeeOn === 'wrappedSol' ? solFeeSide : 0,
    enable_creator_fee: pool.creatorFeeOn !== undefined,
    padding1: new Uint8Array(6),
    creator_fees_token_0: 0n,
    creator_fees_token_1: 0n,
    padding: new Uint8Array(224),
  })
  placeAccount(genesis, address, { owner: program, data })
  return address
}

function placeWrappedSol(genesis: Genesis, address: Address, owner: Address, amount: bigint): void {
  const nativeReserve = rentExemption(165)
  const data = encodeTokenAccount({ mint: wrappedNativeMint, owner, amount, nativeReserve })
  placeAccount(genesis, address, { owner: tokenProgram, data, lamportsOnTop: amount })
}

/** The program gives its vaults only the extensions that the mint requires. */
function placeTokenVault(genesis: Genesis, address: Address, pool: NewPool): void {
  const balance = { mint: pool.mint, owner: authority, amount: pool.tokens }
  const data =
    pool.mintProgram === token2022Program
      ? encodeToken2022Account(balance, pool.transferFeeBps > 0 ? ['transferFeeAmount'] : [])
      : encodeTokenAccount(balance)
  placeAccount(genesis, address, { owner: pool.mintProgram, data })
}

const encodeEmptyObservations = (pool: Address): Uint8Array =>
  observationStateLayout.encode({
    initialized: false,
    observation_index: 0,
    pool_id: pool,
    observations: new Array(100).fill({
      block_timestamp: 0n,
      cumulative_token_0_price_x32: 0n,
      cumulative_token_1_price_x32: 0n,
    }),
    last_update_timestamp: 0n,
    padding: new Uint8Array(24),
  })
