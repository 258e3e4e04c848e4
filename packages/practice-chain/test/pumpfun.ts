import {
  type AccountSet,
  type AccountSnapshot,
  type Address,
  associatedTokenAddress,
  associatedTokenProgram,
  computeBudgetProgram,
  metadataAddress,
  rentExemption,
  systemProgram,
  token2022Program,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { addressBytes, programAddress, rentSysvar } from '@tern/core/internal'
import { program as ammProgram } from '@tern/venues/pumpAmm'
import { sharingConfigAddress } from '@tern/venues/pumpFees'
import {
  type BondingCurve,
  bondingCurveAddress,
  creatorVaultAddress,
  decodeBondingCurve,
  decodeGlobal,
  program,
  pumpfun,
  type TradeV2Accounts,
} from '@tern/venues/pumpfun'
import {
  bondingCurveLayout,
  bondingCurveV2Address,
  encodeCreate,
  encodeCreateV2,
  eventAuthority,
  globalAddress,
  mayhemSolVault,
  mayhemStateAddress,
  poolAuthorityAddress,
  type TradeAccounts,
  userVolumeAccumulatorAddress,
} from '@tern/venues/pumpfun/internal'
import type { Bank, TransactionRecord } from '../src/bank/bank.ts'
import { type BankOptions, createBank } from '../src/bank/createBank.ts'
import { pumpfunGenesis } from '../src/programs/pumpfun/genesis.ts'
import { encodeTokenAccount } from '../src/world/tokenAccounts.ts'
import { createAta } from './cpmm.ts'
import { checkForeseen, simulate } from './foreseen.ts'
import { type Instruction, type KeyPairSigner, newSigner, sign } from './transactions.ts'

const sol = 1_000_000_000n
const startsAt = 1_790_000_000_000
/** Mainnet's address, with another mint: the program lists this address. */
export const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' as Address

/** Enough compute units for a launch and a trade in a single transaction. */
export const manyUnits: Instruction = { programAddress: computeBudgetProgram, data: Uint8Array.of(2, 0x80, 0x1a, 6, 0) }

/** A chain with pump.fun, and a user with 1,000 SOL. */
export async function openPumpfun(options: Pick<BankOptions, 'programsDir'> = {}) {
  const bank = await createBank({ slotMs: 0, now: () => startsAt, genesis: await pumpfunGenesis(), ...options })
  const user = await rich(bank)
  const submit = async (signers: readonly [KeyPairSigner, ...KeyPairSigner[]], ...list: Instruction[]) => {
    const wire = await sign(bank.latestBlockhash().blockhash, signers, list)
    const simulated = simulate(bank, wire)
    const result = await bank.submit(wire, { preflight: 'skip' })
    if (!result.accepted) throw new TypeError(`refused: ${result.refusal.kind}`)
    const record = bank.transaction(result.signature)
    if (record === null) throw new TypeError('no record')
    if (record.err === null) checkForeseen(bank, record, simulated)
    await bank.tick()
    return record
  }
  /** Sends a transaction and returns its record. Throws with the logs if it failed. */
  const land = async (signers: readonly [KeyPairSigner, ...KeyPairSigner[]], ...list: Instruction[]) => {
    const record = await submit(signers, ...list)
    if (record.err !== null) throw new TypeError(`${JSON.stringify(record.err)}\n${record.logs.join('\n')}`)
    return record
  }
  return { bank, user, submit, land }
}

async function rich(bank: Bank): Promise<KeyPairSigner> {
  const signer = await newSigner()
  for (let i = 0; i < 10; i++) await bank.airdrop(signer.address, 100n * sol)
  return signer
}

export const coinText = { name: 'Arctic Tern', symbol: 'TERN', uri: 'https://practice.tern.invalid/metadata/tern.json' }

interface CoinOptions {
  readonly creator?: Address
  readonly isMayhem?: boolean
  readonly isCashback?: boolean
  readonly isHolderReward?: boolean
  readonly quoteMint?: Address
}

/** Builds `create_v2` of a new coin by `user`. By default, `user` is also its creator. */
export async function createV2(user: Address, mint: Address, options: CoinOptions = {}): Promise<Instruction> {
  const curve = await bondingCurveAddress(mint)
  const { quoteMint } = options
  return encodeCreateV2(
    {
      mint,
      bonding_curve: curve,
      associated_bonding_curve: await associatedTokenAddress(curve, mint, token2022Program),
      user,
      mayhem_state: await mayhemStateAddress(mint),
      mayhem_token_vault: await associatedTokenAddress(mayhemSolVault, mint, token2022Program),
      ...(quoteMint === undefined
        ? {}
        : {
            quote: {
              quote_mint: quoteMint,
              associated_quote_bonding_curve: await associatedTokenAddress(curve, quoteMint, tokenProgram),
              quote_token_program: tokenProgram,
            },
          }),
    },
    {
      ...coinText,
      creator: options.creator ?? user,
      is_mayhem_mode: options.isMayhem ?? false,
      is_cashback_enabled: options.isCashback ?? false,
      creator_fee_bps: 0n,
      is_holder_reward: options.isHolderReward ?? false,
    },
  )
}

/** Builds `create` of a new coin by `user`, who is its creator. */
export async function createLegacy(user: Address, mint: Address): Promise<Instruction> {
  const curve = await bondingCurveAddress(mint)
  return encodeCreate(
    {
      mint,
      bonding_curve: curve,
      associated_bonding_curve: await associatedTokenAddress(curve, mint, tokenProgram),
      metadata: await metadataAddress(mint),
      user,
    },
    { ...coinText, creator: user },
  )
}

export async function curveOf(bank: Bank, mint: Address) {
  const account = bank.account(await bondingCurveAddress(mint))
  if (account === null) throw new TypeError(`no curve of ${mint}`)
  return decodeBondingCurve(account.data)
}

/** Opens the venue's pool of a coin in its current state. */
export async function openCoin(bank: Bank, mint: Address) {
  const pool = await bondingCurveAddress(mint)
  const read = new Map<Address, AccountSnapshot | null>()
  for (;;) {
    const wanted = await pumpfun.accountsToRead(pool, read as AccountSet, mint)
    if (wanted.length === 0) return pumpfun.open(pool, read as AccountSet, mint)
    for (const address of wanted) read.set(address, bank.account(address))
  }
}

/** The venue's own trade: the trader's accounts for both tokens, and the swap. */
export async function trade(
  bank: Bank,
  mint: Address,
  owner: Address,
  request: { readonly tokenIn: Address } & ({ readonly exactIn: bigint } | { readonly exactOut: bigint }),
  limit?: bigint,
) {
  const pool = await openCoin(bank, mint)
  const quote = pool.quote(request, bank.clock())
  const [accountIn, accountOut] = await Promise.all(
    [quote.tokenIn, quote.tokenOut].map(async token => {
      const found = pool.tokens.find(one => one.mint === token)
      if (found === undefined) throw new TypeError(token)
      return associatedTokenAddress(owner, token, found.program)
    }),
  )
  const parties = { owner, payer: owner, tokenAccountIn: accountIn as Address, tokenAccountOut: accountOut as Address }
  const swap = await pool.swap(quote, limit ?? ('exactIn' in request ? quote.amountOut : quote.amountIn), {
    ...parties,
    pick: () => 0,
  })
  const [base] = pool.tokens
  return { quote, pool, instructions: [await createAta(owner, mint, base.program), ...swap] }
}

/** The accounts of the instructions for lamports, of a coin that may not exist yet. */
export async function tradeAccounts(
  bank: Bank,
  coin: { readonly mint: Address; readonly program: Address; readonly creator: Address },
  user: Address,
): Promise<TradeAccounts> {
  const { mint, program, creator } = coin
  const global = decodeGlobal(bank.account(globalAddress)?.data ?? new Uint8Array())
  const curve = await bondingCurveAddress(mint)
  return {
    fee_recipient: global.fee_recipient,
    mint,
    bonding_curve: curve,
    associated_bonding_curve: await associatedTokenAddress(curve, mint, program),
    associated_user: await associatedTokenAddress(user, mint, program),
    user,
    token_program: program,
    creator_vault: await creatorVaultAddress(creator),
    user_volume_accumulator: await userVolumeAccumulatorAddress(user),
    bonding_curve_v2: await bondingCurveV2Address(mint),
    buyback_fee_recipient: global.buyback_fee_recipients[0] as Address,
  }
}

/** Returns the events that the program emitted by calls to itself. Throws unless the log has the same events. */
export function eventsOf({ innerInstructions, accounts, logs }: TransactionRecord): readonly Uint8Array[] {
  const inner = innerInstructions
    .flatMap(({ instructions }) => instructions)
    .filter(one => accounts[one.programIdIndex] === program && Buffer.from(one.data).readUInt32BE() === 0xe445a52e)
    .map(one => one.data.subarray(8))
  const logged = new Set(logs)
  for (const event of inner)
    if (!logged.has(`Program data: ${Buffer.from(event).toString('base64')}`))
      throw new TypeError('an event without its log')
  return inner
}

/** The accounts of the instructions for any quote mint. */
export async function tradeV2Accounts(
  bank: Bank,
  {
    coin,
    quoteMint,
    user,
  }: {
    readonly coin: { readonly mint: Address; readonly program: Address; readonly creator: Address }
    readonly quoteMint: Address
    readonly user: Address
  },
): Promise<TradeV2Accounts> {
  const { mint, program: base, creator } = coin
  const global = decodeGlobal(bank.account(globalAddress)?.data ?? new Uint8Array())
  const buyback = global.buyback_fee_recipients[0] as Address
  const [curve, vault, accumulator] = await Promise.all([
    bondingCurveAddress(mint),
    creatorVaultAddress(creator),
    userVolumeAccumulatorAddress(user),
  ])
  const inQuote = (owner: Address) => associatedTokenAddress(owner, quoteMint, tokenProgram)
  return {
    base_mint: mint,
    quote_mint: quoteMint,
    base_token_program: base,
    quote_token_program: tokenProgram,
    fee_recipient: global.fee_recipient,
    associated_quote_fee_recipient: await inQuote(global.fee_recipient),
    buyback_fee_recipient: buyback,
    associated_quote_buyback_fee_recipient: await inQuote(buyback),
    bonding_curve: curve,
    associated_base_bonding_curve: await associatedTokenAddress(curve, mint, base),
    associated_quote_bonding_curve: await inQuote(curve),
    user,
    associated_base_user: await associatedTokenAddress(user, mint, base),
    associated_quote_user: await inQuote(user),
    creator_vault: vault,
    associated_creator_vault: await inQuote(vault),
    sharing_config: await sharingConfigAddress(mint),
    user_volume_accumulator: accumulator,
    associated_user_volume_accumulator: await inQuote(accumulator),
  }
}

/** A coin's mint, token program and creator, from the chain. */
export const coinOf = async (bank: Bank, mint: Address) => ({
  mint,
  program: bank.account(mint)?.owner as Address,
  creator: (await curveOf(bank, mint)).creator,
})

/** Changes fields of a curve, as only the program could. */
export async function changeCurve(bank: Bank, mint: Address, change: Partial<BondingCurve>): Promise<void> {
  const curve = await bondingCurveAddress(mint)
  const account = bank.account(curve)
  if (account === null) throw new TypeError(mint)
  bank.setAccount(curve, { ...account, data: bondingCurveLayout.encode({ ...(await curveOf(bank, mint)), ...change }) })
}

/** A chain with a coin of another creator, made by `create_v2`, or by `create`, which has no options. */
export async function launched(
  options: CoinOptions | 'legacy' = {},
  bankOptions: Pick<BankOptions, 'programsDir'> = {},
) {
  const chain = await openPumpfun(bankOptions)
  const creator = await rich(chain.bank)
  const mint = await newSigner()
  const create =
    options === 'legacy'
      ? await createLegacy(creator.address, mint.address)
      : await createV2(creator.address, mint.address, options)
  await chain.land([creator, mint], manyUnits, create)
  return { ...chain, creator, mint: mint.address, curve: await bondingCurveAddress(mint.address) }
}

/** Sets the owner's associated account of an SPL mint to this amount. */
export async function giveTokens(
  bank: Bank,
  { owner, mint, amount }: { readonly owner: Address; readonly mint: Address; readonly amount: bigint },
): Promise<Address> {
  const account = await associatedTokenAddress(owner, mint, tokenProgram)
  const data = encodeTokenAccount({ mint, owner, amount })
  bank.setAccount(account, { owner: tokenProgram, lamports: rentExemption(data.length), executable: false, data })
  return account
}

const [readonly, writable, writableSigner] = [0, 1, 3] as const

/** Builds `migrate` or `migrate_v2` of a complete curve, with the official client's accounts. */
export async function migrate(
  bank: Bank,
  mint: Address,
  user: Address,
  options: { readonly version: 1 | 2; readonly quoteMint?: Address; readonly boost?: 'with' | 'without' },
): Promise<Instruction> {
  const quote = options.quoteMint ?? wrappedNativeMint
  const base = bank.account(mint)?.owner as Address
  const derive = async (under: Address, ...seeds: (string | Uint8Array)[]) => (await programAddress(under, seeds))[0]
  const global = decodeGlobal(bank.account(globalAddress)?.data ?? new Uint8Array())
  const [curve, authority] = await Promise.all([bondingCurveAddress(mint), poolAuthorityAddress(mint)])
  const pool = await derive(
    ammProgram,
    'pool',
    Uint8Array.of(0, 0),
    ...[authority, mint, quote].map(address => addressBytes(address)),
  )
  const lpMint = await derive(ammProgram, 'pool_lp_mint', addressBytes(pool))
  const boost = await derive(ammProgram, 'boost_vault', addressBytes(pool))
  const a = {
    curve: [curve, writable],
    curveBase: [await associatedTokenAddress(curve, mint, base), writable],
    curveQuote: [await associatedTokenAddress(curve, quote, tokenProgram), writable],
    user: [user, writableSigner],
    pool: [pool, writable],
    authority: [authority, writable],
    authorityBase: [await associatedTokenAddress(authority, mint, base), writable],
    authorityQuote: [await associatedTokenAddress(authority, quote, tokenProgram), writable],
    config: [await derive(ammProgram, 'global_config'), readonly],
    lpMint: [lpMint, writable],
    lpTokens: [await associatedTokenAddress(authority, lpMint, token2022Program), writable],
    poolBase: [await associatedTokenAddress(pool, mint, base), writable],
    poolQuote: [await associatedTokenAddress(pool, quote, tokenProgram), writable],
    ammEvents: [await derive(ammProgram, '__event_authority'), readonly],
    withdraw: [global.withdraw_authority, writable],
  } as const
  const id = (address: Address) => [address, readonly] as const
  const ends = [id(eventAuthority), id(program)]
  const [head, mints] = [
    [id(globalAddress), a.withdraw],
    [id(mint), id(quote)],
  ]
  const beforePool = [a.user, id(systemProgram)]
  const ofPool = [id(ammProgram), a.pool, a.authority, a.authorityBase, a.authorityQuote, a.config]
  const ofLiquidity = [a.lpMint, a.lpTokens, a.poolBase, a.poolQuote]
  const programs = [id(token2022Program), id(associatedTokenProgram), a.ammEvents]
  const own =
    options.version === 1
      ? [
          ...[...head, id(mint), a.curve, a.curveBase, ...beforePool, id(tokenProgram), ...ofPool, id(quote)],
          ...[...ofLiquidity, ...programs, ...ends, id(rentSysvar)],
        ]
      : [
          ...[...head, ...mints, a.curve, a.curveBase, a.curveQuote, ...beforePool, ...ofPool, ...ofLiquidity],
          ...[id(base), id(tokenProgram), ...programs, id(rentSysvar), ...ends],
        ]
  const boostVault = await associatedTokenAddress(boost, quote, tokenProgram)
  const rest = options.boost === 'without' ? [] : [id(boost), [boostVault, writable] as const]
  return {
    programAddress: program,
    accounts: [...own, ...rest].map(([address, role]) => ({ address, role })),
    data: Uint8Array.from(Buffer.from(options.version === 1 ? '9beae792ec9ea21e' : 'bbcb121fceedfe29', 'hex')),
  }
}
