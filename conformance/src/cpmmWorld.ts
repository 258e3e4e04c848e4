import {
  type Address,
  associatedTokenAddress,
  rentExemption,
  systemProgram,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { addressBytes, tokenAccountLayout } from '@tern/core/internal'
import {
  configAddress,
  lpMintAddress,
  type PoolState,
  poolAddress,
  program,
  vaultAddress,
} from '@tern/venues/raydiumCpmm'
import {
  ammConfigLayout,
  createPoolFeeReceiver,
  encodeInitialize,
  observationAddress,
  poolStateLayout,
} from '@tern/venues/raydiumCpmm/internal'
import { fund, placeMint, type Svm, startSvm, type TransferFees } from './svm.ts'

const startSeconds = 1_790_000_000n
/** Enough for any trade of the tests, with room below 2^64. */
const endowment = 10n ** 18n

/** A pool created by the real program. The payer is its trader. */
export interface CpmmWorld {
  readonly svm: Svm
  readonly pool: Address
  readonly mints: readonly [Address, Address]
  /** The payer's token accounts, in the pool's order. */
  readonly accounts: readonly [Address, Address]
}

export interface Rates {
  readonly tradeFeeRate: bigint
  readonly creatorFeeRate: bigint
}

/**
 * Loads the binary, and a config with these rates. Protocol and fund get 12% and 4% of the trade fee, as on mainnet.
 */
export async function startCpmm(binary: string, rates: Rates): Promise<Svm> {
  const svm = await startSvm()
  await loadCpmm(svm, binary, rates)
  return svm
}

/** Loads the binary and the config of `startCpmm` into a running LiteSVM. */
export async function loadCpmm(svm: Svm, binary: string, { tradeFeeRate, creatorFeeRate }: Rates): Promise<void> {
  svm.load(program, binary)
  svm.setClock({ unixTimestamp: startSeconds, epoch: 100n })
  const config = ammConfigLayout.encode({
    bump: 255,
    disable_create_pool: false,
    index: 7,
    trade_fee_rate: tradeFeeRate,
    protocol_fee_rate: 120_000n,
    fund_fee_rate: 40_000n,
    create_pool_fee: 150_000_000n,
    protocol_owner: svm.payer.address,
    fund_owner: svm.payer.address,
    creator_fee_rate: creatorFeeRate,
    padding: new Uint8Array(120),
  })
  svm.place(await configAddress(7), program, config)
  placeTokenAccount(svm, createPoolFeeReceiver, wrappedNativeMint, svm.payer.address, 0n)
}

/** Places an SPL token account in the program's own layout. Lamports back wrapped SOL. */
export function placeTokenAccount(svm: Svm, address: Address, mint: Address, owner: Address, amount: bigint): void {
  const isNative = mint === wrappedNativeMint
  const data = tokenAccountLayout.encode({
    mint,
    owner,
    amount,
    delegateOption: 0,
    delegate: systemProgram,
    state: 1,
    isNativeOption: isNative ? 1 : 0,
    isNative: isNative ? rentExemption(tokenAccountLayout.size) : 0n,
    delegatedAmount: 0n,
    closeAuthorityOption: 0,
    closeAuthority: systemProgram,
  })
  svm.place(address, tokenProgram, data, isNative ? amount : 0n)
}

/** A token to make: its program, its transfer fees and the amount that a new pool gets. */
export interface WorldToken {
  readonly program: Address
  readonly fees?: TransferFees
  readonly amount: bigint
}

/** A made-up token. The payer's account holds plenty of it. */
export interface MadeToken extends WorldToken {
  readonly mint: Address
  readonly account: Address
}

/** Makes tokens, and orders them like a pool. */
export async function makeTokens(svm: Svm, tokens: readonly WorldToken[]): Promise<readonly [MadeToken, MadeToken]> {
  const { address: payer } = svm.payer
  const made = await Promise.all(
    tokens.map(async token => {
      const mint = await placeMint(svm, token.program, 6, token.fees)
      return { ...token, mint, account: await associatedTokenAddress(payer, mint, token.program) }
    }),
  )
  made.sort((a, b) => compareBytes(addressBytes(a.mint), addressBytes(b.mint)))
  const [a, b] = made
  if (a === undefined || b === undefined) throw new RangeError('a pool has two tokens')
  const { error } = await svm.send([
    ...fund(payer, a.mint, a.account, a.program, endowment),
    ...fund(payer, b.mint, b.account, b.program, endowment),
  ])
  if (error !== undefined) throw new Error(`the tokens were not made: ${error}`)
  return [a, b]
}

/** Makes tokens and their pool. */
export async function createPool(svm: Svm, tokens: readonly WorldToken[]): Promise<CpmmWorld> {
  return createPoolOf(svm, await makeTokens(svm, tokens))
}

/** Runs the real `initialize` with tokens in the pool's order and their first amounts. Swaps are open afterwards. */
export async function createPoolOf(svm: Svm, [a, b]: readonly [MadeToken, MadeToken]): Promise<CpmmWorld> {
  const { address: payer } = svm.payer
  const config = await configAddress(7)
  const pool = await poolAddress(config, a.mint, b.mint)
  const lpMint = await lpMintAddress(pool)
  const accounts = {
    creator: payer,
    amm_config: config,
    pool_state: pool,
    token_0_mint: a.mint,
    token_1_mint: b.mint,
    lp_mint: lpMint,
    creator_token_0: a.account,
    creator_token_1: b.account,
    creator_lp_token: await associatedTokenAddress(payer, lpMint, tokenProgram),
    token_0_vault: await vaultAddress(pool, a.mint),
    token_1_vault: await vaultAddress(pool, b.mint),
    observation_state: await observationAddress(pool),
    token_0_program: a.program,
    token_1_program: b.program,
  }
  const outcome = await svm.send([
    encodeInitialize(accounts, { amount0: a.amount, amount1: b.amount, openTimeSeconds: 0n }),
  ])
  if (outcome.error !== undefined) throw new Error(`the pool was not created: ${outcome.error}`)
  svm.setClock({ unixTimestamp: startSeconds + 60n, epoch: 100n })
  return { svm, pool, mints: [a.mint, b.mint], accounts: [a.account, b.account] }
}

/** Changes a pool without the program, as its admins or `initialize_with_permission` could. */
export function alterPool(svm: Svm, pool: Address, change: Partial<PoolState>): void {
  const state = svm.read(pool)
  if (state === null) throw new RangeError('no pool there')
  svm.place(pool, program, poolStateLayout.encode({ ...poolStateLayout.decode(state.data), ...change }))
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  for (const [i, byte] of a.entries()) if (byte !== b[i]) return byte - (b[i] ?? 0)
  return 0
}
