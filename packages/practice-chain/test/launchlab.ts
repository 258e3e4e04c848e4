import {
  type AccountSnapshot,
  type Address,
  associatedTokenAddress,
  metadataAddress,
  rentExemption,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import type { Pool, Venue } from '@tern/venues'
import { decodePoolState, poolAddress, program, raydiumLaunchlab } from '@tern/venues/raydiumLaunchlab'
import {
  type CurveParams,
  configAddress,
  curveTypes,
  encodeInitializeV2,
  encodeInitializeWithToken2022,
  type InitializeAccounts,
  type TransferFeeParams,
  vaultAddress,
} from '@tern/venues/raydiumLaunchlab/internal'
import type { Bank, TransactionRecord } from '../src/bank/bank.ts'
import { createBank } from '../src/bank/createBank.ts'
import { placeConfigs } from '../src/programs/raydiumCpmm/world/pool.ts'
import { placeLaunchlab, raydiumPlatform } from '../src/programs/raydiumLaunchlab/genesis.ts'
import type { Genesis } from '../src/world/genesis.ts'
import { encodeTokenAccount } from '../src/world/tokenAccounts.ts'
import { createAta } from './cpmm.ts'
import { checkForeseen, simulate } from './foreseen.ts'
import { giveTokens } from './pumpfun.ts'
import { placeQuoteMint } from './quoteMint.ts'
import { type Instruction, type KeyPairSigner, newSigner, sign } from './transactions.ts'

const sol = 1_000_000_000n
type Signers = readonly [KeyPairSigner, ...KeyPairSigner[]]

/**
 * A chain with LaunchLab and CP-Swap, and a user with 1,000 SOL, as much wrapped SOL and a million of any other quote
 * token.
 * Also returns the owner, because only the owner may migrate.
 */
export async function openLaunchlab({ quoteMint = wrappedNativeMint }: Pick<LaunchOptions, 'quoteMint'> = {}) {
  const genesis: Genesis = new Map()
  const owner = await newSigner()
  await placeConfigs(genesis)
  await placeLaunchlab(genesis, owner.address, [quoteMint])
  if (quoteMint !== wrappedNativeMint) placeQuoteMint(genesis, quoteMint)
  const bank = await createBank({ slotMs: 0, now: () => 1_790_000_000_000, genesis })
  const user = await newSigner()
  for (const { address } of [user, owner]) for (let i = 0; i < 10; i++) await bank.airdrop(address, 100n * sol)
  await giveWrapped(bank, user.address, 1_000n * sol)
  if (quoteMint !== wrappedNativeMint)
    await giveTokens(bank, { owner: user.address, mint: quoteMint, amount: 10n ** 12n })
  const submit = async (signers: Signers, ...list: Instruction[]): Promise<TransactionRecord> => {
    const wire = await sign(bank.latestBlockhash().blockhash, signers, list)
    const simulated = simulate(bank, wire)
    const result = await bank.submit(wire, { preflight: 'skip' })
    const record = result.accepted ? bank.transaction(result.signature) : null
    if (record === null) throw new TypeError(JSON.stringify(result))
    if (record.err === null) checkForeseen(bank, record, simulated)
    await bank.tick()
    return record
  }
  const land = async (signers: Signers, ...list: Instruction[]): Promise<TransactionRecord> => {
    const record = await submit(signers, ...list)
    if (record.err !== null) throw new TypeError(`${JSON.stringify(record.err)}\n${record.logs.join('\n')}`)
    return record
  }
  return { bank, user, owner, submit, land }
}

async function giveWrapped(bank: Bank, owner: Address, amount: bigint): Promise<void> {
  const account = await associatedTokenAddress(owner, wrappedNativeMint, tokenProgram)
  const nativeReserve = rentExemption(165)
  const data = encodeTokenAccount({ mint: wrappedNativeMint, owner, amount, nativeReserve })
  bank.setAccount(account, { owner: tokenProgram, lamports: amount + nativeReserve, executable: false, data })
}

export interface LaunchOptions {
  readonly curve?: Partial<CurveParams>
  readonly platform?: Address
  /** `undefined`: an SPL token; `null`: a Token-2022 token without a transfer fee. */
  readonly transferFee?: TransferFeeParams | null
  readonly locked?: bigint
  /** The quote mint. Unset: lamports. */
  readonly quoteMint?: Address
}

export const tokenText = {
  name: 'Arctic Tern',
  symbol: 'TERN',
  uri: 'https://practice.tern.invalid/metadata/tern.json',
}

/** Launches a token of `creator`. By default 1,000 million tokens for 85 SOL. */
export async function launchOf(creator: Address, mint: Address, options: LaunchOptions = {}): Promise<Instruction> {
  const curve: CurveParams = {
    type: 'constantProduct',
    supply: 10n ** 15n,
    total_base_sell: 793_100_000_000_000n,
    total_quote_fund_raising: 85n * sol,
    migrate_type: 1,
    ...options.curve,
  }
  const { quoteMint = wrappedNativeMint } = options
  const pool = await poolAddress(mint, quoteMint)
  const accounts: InitializeAccounts = {
    payer: creator,
    creator,
    global_config: await configAddress(quoteMint, curveTypes.indexOf(curve.type), 0),
    platform_config: options.platform ?? raydiumPlatform,
    pool_state: pool,
    base_mint: mint,
    quote_mint: quoteMint,
    base_vault: await vaultAddress(pool, mint),
    quote_vault: await vaultAddress(pool, quoteMint),
    quote_token_program: tokenProgram,
  }
  const { locked: total_locked_amount = 0n, transferFee: transfer_fee } = options
  const vesting = { total_locked_amount, cliff_period: 0n, unlock_period: 0n, amm_fee_on: 0 }
  const launch = { decimals: 6, ...tokenText, curve, ...vesting }
  return transfer_fee === undefined
    ? encodeInitializeV2(accounts, await metadataAddress(mint), launch)
    : encodeInitializeWithToken2022(accounts, { ...launch, transfer_fee })
}

export function poolStateOf(bank: Bank, pool: Address) {
  const account = bank.account(pool)
  if (account === null) throw new TypeError(`no pool ${pool}`)
  return decodePoolState(account.data)
}

/** Opens a venue's pool in its current state. */
export async function openPoolOf(bank: Bank, pool: Address, venue: Venue = raydiumLaunchlab): Promise<Pool> {
  const read = new Map<Address, AccountSnapshot | null>()
  for (;;) {
    const wanted = await venue.accountsToRead(pool, read)
    if (wanted.length === 0) return venue.open(pool, read)
    for (const address of wanted) read.set(address, bank.account(address))
  }
}

/** The venue's own trade: the trader's token account, and the swap. */
export async function tradeOf(
  bank: Bank,
  pool: Pool,
  owner: Address,
  request: { readonly tokenIn: Address } & ({ readonly exactIn: bigint } | { readonly exactOut: bigint }),
  limit?: bigint,
) {
  const quote = pool.quote(request, bank.clock())
  const accountOf = async (mint: Address) => {
    const token = pool.tokens.find(one => one.mint === mint)
    return associatedTokenAddress(owner, mint, token?.program ?? tokenProgram)
  }
  const [tokenAccountIn, tokenAccountOut] = [await accountOf(quote.tokenIn), await accountOf(quote.tokenOut)]
  const parties = { owner, payer: owner, tokenAccountIn, tokenAccountOut }
  const swap = await pool.swap(quote, limit ?? ('exactIn' in request ? quote.amountOut : quote.amountIn), parties)
  const opened = await Promise.all(pool.tokens.map(({ mint, program: tokens }) => createAta(owner, mint, tokens)))
  return { quote, parties, instructions: [...opened, ...swap] }
}

/** A transaction's instructions and inner instructions, in the form for event readers. */
export function executed({ logs, accounts, innerInstructions }: TransactionRecord, sent: readonly Instruction[]) {
  const inner = innerInstructions
    .flatMap(({ instructions }) => instructions)
    .map(one => ({ program: accounts[one.programIdIndex] ?? program, data: one.data }))
  const instructions = sent.map(({ programAddress, accounts: metas = [], data }) => ({
    program: programAddress,
    accounts: metas.map(({ address }) => address),
    data: Uint8Array.from(data ?? []),
  }))
  return { logs, inner, instructions }
}
