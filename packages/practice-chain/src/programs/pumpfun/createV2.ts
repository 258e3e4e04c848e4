import { type Address, type Clock, rentExemption, token2022Program, tokenProgram, wrappedNativeMint } from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import { type Global, program } from '@tern/venues/pumpfun'
import { createV2Layout, mayhemProgram, noAddress } from '@tern/venues/pumpfun/internal'
import { Script } from '../../effects/script.ts'
import type { Invocation } from '../../effects/trap.ts'
import {
  associatedAddress,
  checkAddress,
  checkSeeds,
  checkWritable,
  type NamedAccount,
  nameAccounts,
  readMint,
  remainingAccounts,
} from '../anchor.ts'
import { findProgramAddress } from '../findProgramAddress.ts'
import { initializeMayhemState } from '../mayhem/index.ts'
import {
  createAccount,
  createAssociatedAccount,
  initializeMetadataPointer,
  initializeMint,
  openAssociatedAccount,
  transferLamports,
  writeMintMetadata,
} from '../tokenCalls.ts'
import { checkNewCoin, coinDecimals, launch, mintSupply, openCurve, readCoin } from './create.ts'
import { readGlobal } from './curve.ts'
import { refuse } from './errors.ts'

/** A mint with a metadata pointer, before its metadata. */
const pointingMintSize = 234
/** The metadata's type and length, authority and mint, three lengths of texts and the number of additional pairs. */
const metadataHead = 4 + 32 + 32 + 4 + 4 + 4 + 4
const nativeMint2022 = '9pan9bMn5HatX4EJdBwg9VgCa7Uz5HL8N1m5D3NdXej9' as Address

const names = [
  'mint',
  'mint_authority',
  'bonding_curve',
  'associated_bonding_curve',
  'global',
  'user',
  'system_program',
  'token_program',
  'associated_token_program',
  'mayhem_program_id',
  'global_params',
  'sol_vault',
  'mayhem_state',
  'mayhem_token_vault',
  'event_authority',
  'program',
] as const

type Accounts = Readonly<Record<(typeof names)[number], NamedAccount>>

interface Quote {
  readonly mint: NamedAccount
  readonly account: NamedAccount
  readonly tokens: NamedAccount
}

/** Reads the three accounts that pick a quote mint other than lamports. `Global` must list the mint. */
function readQuote(invocation: Invocation, a: Accounts, global: Global): Quote | undefined {
  const [mint, account, tokens] = remainingAccounts(invocation, names)
  if (mint === undefined || mint.address === wrappedNativeMint) return undefined
  if (account === undefined || tokens === undefined) return refuse('UnsupportedQuoteMint')
  const listed: readonly Address[] = global.whitelisted_quote_mints
  if (mint.address === nativeMint2022 || !listed.includes(mint.address)) refuse('UnsupportedQuoteMint')
  const isTokenProgram = tokens.address === tokenProgram || tokens.address === token2022Program
  if (!isTokenProgram || mint.owner !== tokens.address) refuse('InvalidQuoteTokenProgram')
  readMint(mint)
  if (account.address !== associatedAddress(a.bonding_curve.address, tokens.address, mint.address))
    refuse('InvalidAssociatedQuoteBondingCurve')
  checkWritable(account)
  return { mint, account, tokens }
}

/** `create_v2`: a Token-2022 coin with its own metadata, in lamports or a quote mint. */
export function executeCreateV2(invocation: Invocation, clock: Clock): Script {
  const coin = readCoin(invocation, createV2Layout)
  const a = nameAccounts(invocation, names)
  const global = readGlobal(a.global)
  const seeds = checkNewCoin(a, token2022Program)
  checkAddress(a.mayhem_program_id, mayhemProgram)
  checkSeeds(a.global_params, mayhemProgram, 'global-params')
  checkSeeds(a.sol_vault, mayhemProgram, 'sol-vault')
  checkSeeds(a.mayhem_state, mayhemProgram, 'mayhem-state', addressBytes(a.mint.address))
  checkAddress(a.mayhem_token_vault, associatedAddress(a.sol_vault.address, token2022Program, a.mint.address))
  if (!global.create_v2_enabled) refuse('CreateV2Disabled')
  if (coin.is_mayhem_mode && !global.mayhem_mode_enabled) refuse('MayhemModeDisabled')
  if (coin.is_cashback_enabled) refuse('CashbackDeprecated')
  if (coin.is_holder_reward && !global.is_holder_reward_enabled) refuse('HolderRewardDisabled')
  const quote = readQuote(invocation, a, global)

  const script = new Script()
  openMint(script, a)
  openCurve(script, a, seeds)
  if (quote !== undefined) openQuote(script, a, quote)
  const { name, symbol, uri } = coin
  const metadataSize = metadataHead + [name, symbol, uri].reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  const more = rentExemption(pointingMintSize + metadataSize) - rentExemption(pointingMintSize)
  transferLamports(script, a.system_program, { from: a.user, to: a.mint, lamports: more })
  const { token_program: tokens, mint, mint_authority: authority } = a
  writeMintMetadata(script, { program: tokens, mint, authority, name, symbol, uri }, [seeds.authority])
  const amount = global.token_total_supply
  const shares = [{ account: a.associated_bonding_curve, amount }]
  if (coin.is_mayhem_mode) {
    openMayhem(script, a)
    shares.push({ account: a.mayhem_token_vault, amount })
  }
  mintSupply(script, a, { seeds, shares })
  const holders = findProgramAddress(program, [Buffer.from('holder-rewards'), addressBytes(mint.address)])
  launch(script, a, {
    global,
    coin: {
      name,
      symbol,
      uri,
      creator: coin.is_holder_reward ? holders.address : coin.creator,
      isMayhem: coin.is_mayhem_mode,
      isHolderReward: coin.is_holder_reward,
      // Counts only for the mints of quote control.
      creatorFeeBps: 0n,
      quoteMint: quote?.mint.address ?? noAddress,
      virtualQuote: quote === undefined ? global.initial_virtual_sol_reserves : global.initial_virtual_quote_reserves,
    },
    clock,
  })
  return script
}

function openMint(script: Script, a: Accounts): void {
  const { system_program: system, user: payer, mint, token_program: tokens } = a
  const space = pointingMintSize
  createAccount(
    script,
    { system, payer, account: mint, owner: token2022Program, space, rent: rentExemption(space) },
    [],
  )
  initializeMetadataPointer(script, tokens, { mint })
  initializeMint(script, tokens, { mint, decimals: coinDecimals, authority: a.mint_authority.address })
}

function openQuote(script: Script, a: Accounts, { mint, account, tokens }: Quote): void {
  const { associated_token_program: program, user: payer, system_program: system, bonding_curve: owner } = a
  openAssociatedAccount(script, { program, payer, account, owner, mint, system, tokens })
}

/** Registers the coin at the mayhem program, and opens that program's token account. */
function openMayhem(script: Script, a: Accounts): void {
  const { associated_token_program: program, user, system_program: system, sol_vault, mint, token_program: tokens } = a
  script.cpi({
    program: a.mayhem_program_id.position,
    accounts: [
      { position: user.position, isSigner: true, isWritable: true },
      { position: a.global_params.position },
      { position: sol_vault.position },
      { position: a.mayhem_state.position, isWritable: true },
      { position: mint.position },
      { position: system.position },
    ],
    data: initializeMayhemState,
  })
  createAssociatedAccount(script, {
    program,
    payer: user,
    account: a.mayhem_token_vault,
    owner: sol_vault,
    mint,
    system,
    tokens,
  })
}
