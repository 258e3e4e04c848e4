import type { Instruction } from '@solana/instructions'
import {
  type AccountSet,
  type Address,
  associatedTokenAddress,
  type Clock,
  type Ratio,
  systemProgram,
  TernError,
  tokenProgram,
} from '@tern/core'
import { addressBytes, assertU64, type TradedMint, tokenAccountLayout, tradedAccountSize } from '@tern/core/internal'
import { mismatch, openMint } from '../openAccounts.ts'
import { chargingOf, received } from '../tradedAmounts.ts'
import { configAddress, lpMintAddress, observationAddress, poolAddress, vaultAddress } from './addresses.ts'
import { observationStateLayout, poolStateLayout } from './layout.ts'
import { encodeInitialize } from './liquidityInstructions.ts'
import { assertSomethingArrives } from './liquidityPool.ts'
import { initialLpSupply, lockedLpAmount } from './liquidityQuote.ts'
import { openConfig } from './poolAccounts.ts'

/** Bytes of a mint of the token program (`spl_token::state::Mint::LEN`). The program gives the LP mint no extensions. */
const lpMintSize = 82

/**
 * A creation took up to 117,300 on the real program. It searches for the bumps of six addresses, 1,500 for each try, and
 * an older token program adds some 30,000.
 */
const computeUnits = 250_000

/** Token-2022's extensions that the program accepts (`is_supported_mint`, utils/token.rs), by `ExtensionType`. */
const supportedExtensions: readonly number[] = [
  1, // TransferFeeConfig
  10, // InterestBearingConfig
  18, // MetadataPointer
  19, // TokenMetadata
  25, // ScaledUiAmount
]

/** Mints that the program accepts with any extensions (`MINT_WHITELIST`, utils/token.rs). */
const supportedMints: readonly string[] = [
  'HVbpJAQGNpkgBaYBZQBR1t7yFdvaYVp2vCQQfKKEN4tM',
  'Crn4x1Y2HUKko7ox2EZMT6N2t2ZyH7eKtwkBGVnhEq1g',
  'FrBfWJ4qE5sCzKm3k3JaAtqZcXUh4LvJygDeketsrsH4',
  '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo',
]

/** A pool to create. */
export interface CreatePoolRequest {
  /** Signs, pays and receives the LP tokens. */
  readonly creator: Address
  /** The account of the fee rates. */
  readonly config: Address
  /** Both tokens, in any order. `amount`: raw units that the creator sends, including a transfer fee. */
  readonly tokens: readonly [NewPoolToken, NewPoolToken]
  /**
   * Unix seconds from which the pool trades. A time that has passed becomes the next second.
   * @default at once
   */
  readonly openTimeSeconds?: bigint
  /**
   * The address of a fresh key pair, which signs, too.
   * @default the address of `poolAddress`, which only one pool of the config and the mints can have
   */
  readonly pool?: Address
}

/** A token of a new pool. */
export interface NewPoolToken {
  readonly mint: Address
  readonly amount: bigint
}

/** The creation of a pool. Pairs are in the pool's order, amounts in raw units. */
export interface CreatePoolQuote {
  readonly request: CreatePoolRequest
  readonly pool: Address
  readonly lpMint: Address
  /** The creator's account of LP tokens, which the program opens. */
  readonly lpAccount: Address
  readonly amounts: readonly [CreatePoolAmount, CreatePoolAmount]
  /** The LP tokens that the creator receives: all except `lockedLpAmount`. */
  readonly lpAmount: bigint
  readonly lpSupply: bigint
  /** The price before fees: raw units of token 1 per raw unit of token 0. */
  readonly price: Ratio
  /** Unix seconds from which the pool trades, if the creation runs at once. */
  readonly openTimeSeconds: bigint
  /** Lamports that the program takes for the creation. They do not return. No byte of the instruction states the amount. */
  readonly createFee: bigint
  /** The accounts that the program opens. The creator pays the rent of each, minus the lamports that it holds already. */
  readonly opens: readonly OpenedAccount[]
  /** Max compute units of the instruction, measured on the real program. */
  readonly computeUnits: number
}

/** An account that the program opens. */
export interface OpenedAccount {
  readonly address: Address
  readonly bytes: number
  /** Lamports that the address held before. */
  readonly held: bigint
}

/** One side of a new pool, in raw units. */
export interface CreatePoolAmount {
  readonly mint: Address
  readonly tokenProgram: Address
  readonly vault: Address
  /** Leaves the creator's account, including `transferFee`. */
  readonly sent: bigint
  readonly transferFee: bigint
}

/** The addresses of a new pool, in the pool's order. */
interface NewPoolAddresses {
  readonly mints: readonly [Address, Address]
  readonly pool: Address
  readonly lpMint: Address
  readonly lpAccount: Address
  readonly vaults: readonly [Address, Address]
  readonly observation: Address
}

/** Derives the accounts that the program makes. Token 0 is the lower mint bytewise. */
async function addressesOf({ creator, config, tokens, pool: chosen }: CreatePoolRequest): Promise<NewPoolAddresses> {
  const [a, b] = [tokens[0].mint, tokens[1].mint]
  if (a === b) throw new TernError('liquidity/mintMismatch', { expected: 'another mint', actual: a })
  const mints = isBefore(a, b) ? ([a, b] as const) : ([b, a] as const)
  const pool = chosen ?? (await poolAddress(config, ...mints))
  const lpMint = await lpMintAddress(pool)
  return {
    mints,
    pool,
    lpMint,
    lpAccount: await associatedTokenAddress(creator, lpMint, tokenProgram),
    vaults: [await vaultAddress(pool, mints[0]), await vaultAddress(pool, mints[1])],
    observation: await observationAddress(pool),
  }
}

function isBefore(a: Address, b: Address): boolean {
  const [bytesA, bytesB] = [addressBytes(a), addressBytes(b)]
  const at = bytesA.findIndex((byte, i) => byte !== bytesB[i])
  return (bytesA[at] ?? 0) < (bytesB[at] ?? 0)
}

/**
 * Returns the accounts that `quoteCreatePool` reads: the config, the mints, and the accounts that the program makes.
 *
 * @throws TernError `liquidity/mintMismatch` if both tokens are the same.
 * @example
 * (await accountsToCreatePool(request)).length // 9
 */
export async function accountsToCreatePool(request: CreatePoolRequest): Promise<readonly Address[]> {
  const { mints, pool, lpMint, lpAccount, vaults, observation } = await addressesOf(request)
  return [request.config, ...mints, pool, lpMint, lpAccount, ...vaults, observation]
}

/**
 * Quotes the creation of a pool, with the program's rounding. Pure: reads only `read`.
 *
 * @param read the accounts of `accountsToCreatePool`; `null` or absent if the account does not exist.
 * @throws TernError `liquidity/mintMismatch` if both tokens are the same, `liquidity/configNotFound`,
 *   `liquidity/configDisabled`, `liquidity/poolExists`, `program/mintNotSupported`, `liquidity/transferFeeTakesAll`,
 *   `liquidity/zeroAmounts`, `program/amountTooSmall`; `amount/outOfRange` if an amount or a time does not fit into 64
 *   bits; `token/accountNotFound` or `layout/*` if an account is not what it should be.
 * @see `initialize` (instructions/initialize.rs)
 * @example
 * const quote = await quoteCreatePool(request, read, clock)
 * quote.lpAmount // 63_245_453n raw units, for 10⁹ and 4 · 10⁶ raw units: 100 stay locked
 * quote.createFee // 150_000_000n lamports
 */
export async function quoteCreatePool(
  request: CreatePoolRequest,
  read: AccountSet,
  { unixTimestamp, epoch }: Clock,
): Promise<CreatePoolQuote> {
  const addresses = await addressesOf(request)
  const { pool, lpMint, lpAccount, vaults, observation } = addresses
  for (const { amount } of request.tokens) {
    assertU64(amount)
    if (amount === 0n) throw new TernError('liquidity/zeroAmounts', {})
  }
  const createFee = await openCreateFee(request.config, read)
  for (const address of [pool, lpMint, ...vaults, observation]) {
    const account = read.get(address)
    if (account && account.owner !== systemProgram) throw new TernError('liquidity/poolExists', { pool })
  }
  const openTime = assertU64(request.openTimeSeconds ?? 0n)

  const side = (i: 0 | 1) => {
    const mint = openMint(addresses.mints[i], read, {})
    assertSupported(mint)
    assertSomethingArrives(mint, epoch)
    const sent = request.tokens.find(token => token.mint === mint.address)?.amount ?? 0n
    const arriving = received(chargingOf(mint), epoch, sent)
    if (arriving === 0n) throw new TernError('liquidity/zeroAmounts', {})
    const vault = vaults[i]
    const amount = { mint: mint.address, tokenProgram: mint.program, vault, sent, transferFee: sent - arriving }
    return { arriving, amount, opens: opening(vault, vaultSize(mint), read) }
  }
  const [side0, side1] = [side(0), side(1)]
  const lpSupply = initialLpSupply(side0.arriving, side1.arriving)
  if (lpSupply < lockedLpAmount) throw new TernError('program/amountTooSmall', {})
  return {
    request,
    pool,
    lpMint,
    lpAccount,
    amounts: [side0.amount, side1.amount],
    lpAmount: lpSupply - lockedLpAmount,
    lpSupply,
    price: { numerator: side1.arriving, denominator: side0.arriving },
    openTimeSeconds: openTime <= unixTimestamp ? unixTimestamp + 1n : openTime,
    createFee,
    opens: [
      opening(pool, poolStateLayout.size, read),
      opening(observation, observationStateLayout.size, read),
      opening(lpMint, lpMintSize, read),
      side0.opens,
      side1.opens,
      opening(lpAccount, tokenAccountLayout.size, read),
    ],
    computeUnits,
  }
}

/** Returns the fee of a config that allows new pools, in lamports. */
async function openCreateFee(config: Address, read: AccountSet): Promise<bigint> {
  const account = read.get(config)
  if (!account) throw new TernError('liquidity/configNotFound', { config })
  const { index, disable_create_pool, create_pool_fee } = openConfig(account)
  const derived = await configAddress(index)
  if (derived !== config) mismatch(config, 'amm_config', derived, config)
  if (disable_create_pool) throw new TernError('liquidity/configDisabled', { config })
  return create_pool_fee
}

/** @see `is_supported_mint` (utils/token.rs) */
function assertSupported({ address, program, extensions }: TradedMint): void {
  if (program === tokenProgram || supportedMints.includes(address)) return
  const refused = extensions.raw.find(({ type }) => !supportedExtensions.includes(type))
  if (refused !== undefined) throw new TernError('program/mintNotSupported', {})
}

/**
 * Computes the bytes of a vault: like an associated account, without `ImmutableOwner`.
 *
 * @see `create_token_account` (utils/token.rs)
 */
function vaultSize(mint: TradedMint): number {
  if (mint.program === tokenProgram) return tokenAccountLayout.size
  const size = tradedAccountSize(mint) - 4
  return size === tokenAccountLayout.size + 1 ? tokenAccountLayout.size : size
}

/** @see `create_or_allocate_account` (utils/token.rs), which counts the lamports at the address */
function opening(address: Address, bytes: number, read: AccountSet): OpenedAccount {
  return { address, bytes, held: read.get(address)?.lamports ?? 0n }
}

/**
 * Builds the instructions that create a quoted pool.
 *
 * @param tokenAccounts the creator's accounts of both tokens, in the pool's order. They must exist and hold the amounts.
 * @throws TernError as `accountsToCreatePool`.
 * @example
 * (await createPool(quote, tokenAccounts))[0]?.accounts?.length // 20
 */
export async function createPool(
  { request, amounts, openTimeSeconds }: CreatePoolQuote,
  tokenAccounts: readonly [Address, Address],
): Promise<readonly Instruction[]> {
  const { mints, pool, lpMint, lpAccount, vaults, observation } = await addressesOf(request)
  const accounts = {
    creator: request.creator,
    amm_config: request.config,
    pool_state: pool,
    isPoolSigner: request.pool !== undefined,
    token_0_mint: mints[0],
    token_1_mint: mints[1],
    lp_mint: lpMint,
    creator_token_0: tokenAccounts[0],
    creator_token_1: tokenAccounts[1],
    creator_lp_token: lpAccount,
    token_0_vault: vaults[0],
    token_1_vault: vaults[1],
    observation_state: observation,
    token_0_program: amounts[0].tokenProgram,
    token_1_program: amounts[1].tokenProgram,
  }
  return [encodeInitialize(accounts, { amount0: amounts[0].sent, amount1: amounts[1].sent, openTimeSeconds })]
}
