import {
  type Address,
  associatedTokenProgram,
  type Clock,
  type Mint,
  rentExemption,
  systemProgram,
  token2022Program,
  tokenProgram,
} from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import { program } from '@tern/venues/pumpAmm'
import { createPoolEventLayout, globalConfigLayout, poolLayout, poolSize } from '@tern/venues/pumpAmm/internal'
import { program as pumpProgram } from '@tern/venues/pumpfun'
import { noAddress } from '@tern/venues/pumpfun/internal'
import { Script } from '../../effects/script.ts'
import type { Invocation } from '../../effects/trap.ts'
import {
  associatedAddress,
  checkAddress,
  checkProgram,
  checkSeeds,
  checkSigner,
  checkWritable,
  fail,
  type NamedAccount,
  nameAccounts,
  readArguments,
  readMint,
  readOwn,
  readTokenAccount,
} from '../anchor.ts'
import { checkEventAccounts, emit } from '../events.ts'
import { findProgramAddress } from '../findProgramAddress.ts'
import { squareRoot } from '../squareRoot.ts'
import { createAccount, initializeMint, mintTo, openAssociatedAccount, transferChecked } from '../tokenCalls.ts'
import { refuse } from './errors.ts'
import { createPoolLayout } from './layout.ts'

/** Locked in the pool permanently. */
const minimumLiquidity = 100n
const lpDecimals = 9
const lpMintSize = 82

const names = [
  'pool',
  'global_config',
  'creator',
  'base_mint',
  'quote_mint',
  'lp_mint',
  'user_base_token_account',
  'user_quote_token_account',
  'user_pool_token_account',
  'pool_base_token_account',
  'pool_quote_token_account',
  'system_program',
  'token_2022_program',
  'base_token_program',
  'quote_token_program',
  'associated_token_program',
  'event_authority',
  'program',
] as const

type Accounts = Readonly<Record<(typeof names)[number], NamedAccount>>

/** Reports if this is a complete curve's pool: created by the coin's own authority under the curves' program. */
function isCanonical(index: number, creator: Address, baseMint: Address): boolean {
  const seeds = [Buffer.from('pool-authority'), addressBytes(baseMint)]
  return index === 0 && creator === findProgramAddress(pumpProgram, seeds).address
}

/** Anchor's checks of a new pool's accounts. Returns the signing seeds of the pool and of its LP mint. */
function checkAccounts(a: Accounts, index: number, base: Mint, quote: Mint) {
  checkSigner(a.creator)
  checkWritable(a.pool, a.creator, a.lp_mint)
  const indexBytes = Uint8Array.of(index & 0xff, index >> 8)
  const mints = [addressBytes(base.address), addressBytes(quote.address)]
  const pool = checkSeeds(a.pool, program, 'pool', indexBytes, addressBytes(a.creator.address), ...mints)
  const lpMint = checkSeeds(a.lp_mint, program, 'pool_lp_mint', addressBytes(a.pool.address))
  for (const [account, mint] of [
    [a.user_base_token_account, base],
    [a.user_quote_token_account, quote],
  ] as const) {
    checkWritable(account)
    const token = readTokenAccount(account)
    if (token.mint !== mint.address) fail('ConstraintTokenMint', account.name)
    if (token.owner !== a.creator.address) fail('ConstraintTokenOwner', account.name)
  }
  checkProgram(a.system_program, systemProgram)
  checkProgram(a.token_2022_program, token2022Program)
  checkProgram(a.base_token_program, tokenProgram, token2022Program)
  checkProgram(a.quote_token_program, tokenProgram, token2022Program)
  checkProgram(a.associated_token_program, associatedTokenProgram)
  checkAddress(
    a.user_pool_token_account,
    associatedAddress(a.creator.address, token2022Program, a.lp_mint.address),
    'ConstraintSeeds',
  )
  for (const [account, tokens, mint] of [
    [a.pool_base_token_account, a.base_token_program, base],
    [a.pool_quote_token_account, a.quote_token_program, quote],
  ] as const)
    checkAddress(account, associatedAddress(a.pool.address, tokens.address, mint.address), 'ConstraintSeeds')
  checkWritable(a.user_pool_token_account, a.pool_base_token_account, a.pool_quote_token_account)
  checkEventAccounts(a, program)
  return { pool, lpMint }
}

/** `create_pool`: creates a pool with its first liquidity. 100 units stay locked. */
export function executeCreatePool(invocation: Invocation, clock: Clock): Script {
  const missing = Math.max(0, createPoolLayout.size - invocation.data.length)
  const args = readArguments(createPoolLayout, Buffer.concat([invocation.data, new Uint8Array(missing)]))
  const a = nameAccounts(invocation, names)
  const config = readOwn(a.global_config, globalConfigLayout, program)
  checkSeeds(a.global_config, program, 'global_config')
  const base = readMint(a.base_mint)
  const quote = readMint(a.quote_mint)
  const seeds = checkAccounts(a, args.index, base, quote)
  if ((config.disable_flags & 1) === 1) refuse('DisabledCreatePool')
  if (base.address === quote.address) refuse('SameMint')
  if (args.base_amount_in === 0n) refuse('ZeroBaseAmount')
  if (args.quote_amount_in === 0n) refuse('ZeroQuoteAmount')
  if (!isCanonical(args.index, a.creator.address, base.address)) {
    if (args.coin_creator !== noAddress) refuse('OnlyCanonicalPumpPoolsCanHaveCoinCreator')
    if (args.is_mayhem_mode) refuse('OnlyPumpPoolsMayhemMode')
    if (args.is_cashback_coin) refuse('OnlyPumpPoolsCashback')
  }
  const liquidity = squareRoot(args.base_amount_in * args.quote_amount_in)
  if (liquidity <= minimumLiquidity) refuse('TooLittlePoolTokenLiquidity')

  const script = new Script()
  openAccounts(script, a, seeds)
  const { creator: authority } = a
  for (const [tokens, from, mint, to, amount, decimals] of [
    [
      a.base_token_program,
      a.user_base_token_account,
      a.base_mint,
      a.pool_base_token_account,
      args.base_amount_in,
      base.decimals,
    ],
    [
      a.quote_token_program,
      a.user_quote_token_account,
      a.quote_mint,
      a.pool_quote_token_account,
      args.quote_amount_in,
      quote.decimals,
    ],
  ] as const)
    transferChecked(script, { program: tokens, from, mint, to, authority, amount, decimals })
  const amount = liquidity - minimumLiquidity
  const supply = { program: a.token_2022_program, mint: a.lp_mint, account: a.user_pool_token_account, amount }
  mintTo(script, { ...supply, authority: a.pool }, [seeds.pool])
  const bump = seeds.pool.at(-1)?.[0] ?? 0
  const state = {
    pool_bump: bump,
    index: args.index,
    creator: a.creator.address,
    base_mint: base.address,
    quote_mint: quote.address,
    lp_mint: a.lp_mint.address,
    coin_creator: args.coin_creator,
    is_mayhem_mode: args.is_mayhem_mode,
    creator_fee_bps: args.creator_fee_bps,
    can_edit_creator_fee: args.can_edit_creator_fee,
    is_holder_reward: args.is_holder_reward,
  }
  script.write(
    a.pool.position,
    0,
    poolLayout.encode({
      ...state,
      pool_base_token_account: a.pool_base_token_account.address,
      pool_quote_token_account: a.pool_quote_token_account.address,
      lp_supply: liquidity,
      is_cashback_coin: args.is_cashback_coin,
      virtual_quote_reserves: 0n,
      protocol_fees: 0n,
      creator_fees: 0n,
    }),
  )
  const { base_amount_in, quote_amount_in } = args
  emit(
    script,
    a,
    createPoolEventLayout.encode({
      ...state,
      timestamp: clock.unixTimestamp,
      base_mint_decimals: base.decimals,
      quote_mint_decimals: quote.decimals,
      base_amount_in,
      quote_amount_in,
      pool_base_amount: base_amount_in,
      pool_quote_amount: quote_amount_in,
      minimum_liquidity: minimumLiquidity,
      initial_liquidity: liquidity,
      lp_token_amount_out: amount,
      pool: a.pool.address,
      user_base_token_account: a.user_base_token_account.address,
      user_quote_token_account: a.user_quote_token_account.address,
    }),
  )
  return script
}

function openAccounts(
  script: Script,
  a: Accounts,
  seeds: { readonly pool: readonly Uint8Array[]; readonly lpMint: readonly Uint8Array[] },
): void {
  const { system_program: system, creator: payer, associated_token_program: associated } = a
  const create = (account: NamedAccount, owner: Address, space: number, signer: readonly Uint8Array[]) =>
    createAccount(script, { system, payer, account, owner, space, rent: rentExemption(space) }, [signer])
  create(a.pool, program, poolSize, seeds.pool)
  create(a.lp_mint, token2022Program, lpMintSize, seeds.lpMint)
  initializeMint(script, a.token_2022_program, { mint: a.lp_mint, decimals: lpDecimals, authority: a.pool.address })
  for (const [account, owner, mint, tokens] of [
    [a.user_pool_token_account, a.creator, a.lp_mint, a.token_2022_program],
    [a.pool_base_token_account, a.pool, a.base_mint, a.base_token_program],
    [a.pool_quote_token_account, a.pool, a.quote_mint, a.quote_token_program],
  ] as const)
    openAssociatedAccount(script, { program: associated, payer, account, owner, mint, system, tokens })
}
