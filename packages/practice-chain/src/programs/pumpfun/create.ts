import {
  type Address,
  associatedTokenProgram,
  type Clock,
  metadataProgram,
  rentExemption,
  systemProgram,
  tokenProgram,
} from '@tern/core'
import { addressBytes, rentSysvar } from '@tern/core/internal'
import { type Global, program } from '@tern/venues/pumpfun'
import { bondingCurveLayout, createEventLayout, createLayout, noAddress } from '@tern/venues/pumpfun/internal'
import { Script } from '../../effects/script.ts'
import type { Invocation } from '../../effects/trap.ts'
import {
  associatedAddress,
  checkAddress,
  checkProgram,
  checkSeeds,
  checkSigner,
  checkWritable,
  decodeArguments,
  fail,
  type NamedAccount,
  nameAccounts,
} from '../anchor.ts'
import { checkEventAccounts, type EventAccounts, emit } from '../events.ts'
import { createAccount, createAssociatedAccount, initializeMint, mintTo, revokeMintAuthority } from '../tokenCalls.ts'
import { encodeCreateMetadata } from '../tokenMetadata/layout.ts'
import { readGlobal } from './curve.ts'
import { refuse } from './errors.ts'

export const coinDecimals = 6
const mintSize = 82
/** In UTF-8 bytes, as Rust counts. */
const longest = { name: 32, symbol: 13, uri: 200 }

/** A coin's arguments. @throws TernError `practice/programFailed`. */
export function readCoin<T extends { name: string; symbol: string; uri: string; creator: Address }>(
  { data }: Invocation,
  layout: { decode(data: Uint8Array): T },
): T {
  const coin = decodeArguments(() => layout.decode(data))
  // Decoding replaces bytes that are no valid UTF-8, so the data do not contain such a text.
  for (const text of [coin.name, coin.symbol, coin.uri])
    if (!Buffer.from(data).includes(text)) fail('InstructionDidNotDeserialize')
  if (Buffer.byteLength(coin.name) > longest.name) refuse('NameTooLong')
  if (Buffer.byteLength(coin.symbol) > longest.symbol) refuse('SymbolTooLong')
  if (Buffer.byteLength(coin.uri) > longest.uri) refuse('UriTooLong')
  if (coin.creator === noAddress) refuse('InvalidCreator')
  return coin
}

const names = [
  'mint',
  'mint_authority',
  'bonding_curve',
  'associated_bonding_curve',
  'global',
  'mpl_token_metadata',
  'metadata',
  'user',
  'system_program',
  'token_program',
  'associated_token_program',
  'rent',
  'event_authority',
  'program',
] as const

/** The accounts that `create` and `create_v2` share. A coin's supply is minted to its curve, and then minting ends. */
export interface NewCoin extends EventAccounts {
  readonly mint: NamedAccount
  readonly mint_authority: NamedAccount
  readonly bonding_curve: NamedAccount
  readonly associated_bonding_curve: NamedAccount
  readonly user: NamedAccount
  readonly system_program: NamedAccount
  readonly token_program: NamedAccount
  readonly associated_token_program: NamedAccount
}

/** The signing seeds of the mint authority and the curve. */
export interface CoinSeeds {
  readonly authority: readonly Uint8Array[]
  readonly curve: readonly Uint8Array[]
}

/** Anchor's checks of a new coin's accounts. */
export function checkNewCoin(a: NewCoin, tokens: Address): CoinSeeds {
  checkSigner(a.mint)
  checkSigner(a.user)
  checkWritable(a.mint, a.bonding_curve, a.associated_bonding_curve, a.user)
  checkProgram(a.system_program, systemProgram)
  checkProgram(a.token_program, tokens)
  checkProgram(a.associated_token_program, associatedTokenProgram)
  checkEventAccounts(a, program)
  const authority = checkSeeds(a.mint_authority, program, 'mint-authority')
  const curve = checkSeeds(a.bonding_curve, program, 'bonding-curve', addressBytes(a.mint.address))
  checkAddress(a.associated_bonding_curve, associatedAddress(a.bonding_curve.address, tokens, a.mint.address))
  return { authority, curve }
}

/** `init` of the curve and of its token account. */
export function openCurve(script: Script, a: NewCoin, seeds: CoinSeeds): void {
  const space = bondingCurveLayout.size
  createAccount(
    script,
    {
      system: a.system_program,
      payer: a.user,
      account: a.bonding_curve,
      owner: program,
      space,
      rent: rentExemption(space),
    },
    [seeds.curve],
  )
  createAssociatedAccount(script, {
    program: a.associated_token_program,
    payer: a.user,
    account: a.associated_bonding_curve,
    owner: a.bonding_curve,
    mint: a.mint,
    system: a.system_program,
    tokens: a.token_program,
  })
}

/** Mints each account's share, and then revokes the mint authority. */
export function mintSupply(
  script: Script,
  a: NewCoin,
  {
    seeds,
    shares,
  }: {
    readonly seeds: CoinSeeds
    readonly shares: readonly { readonly account: NamedAccount; readonly amount: bigint }[]
  },
): void {
  const { token_program, mint, mint_authority: authority } = a
  for (const { account, amount } of shares)
    mintTo(script, { program: token_program, mint, account, authority, amount }, [seeds.authority])
  revokeMintAuthority(script, { program: token_program, mint, authority }, [seeds.authority])
}

/** A new coin and its curve's beginning. */
export interface Launch {
  readonly name: string
  readonly symbol: string
  readonly uri: string
  readonly creator: Address
  readonly isMayhem: boolean
  readonly isHolderReward: boolean
  readonly creatorFeeBps: bigint
  /** The zero address for lamports. */
  readonly quoteMint: Address
  readonly virtualQuote: bigint
}

/** Writes the curve's first state and emits the event. */
export function launch(
  script: Script,
  a: NewCoin,
  { global, coin, clock }: { readonly global: Global; readonly coin: Launch; readonly clock: Clock },
): void {
  const { virtualQuote, creator, isMayhem, isHolderReward, creatorFeeBps, quoteMint } = coin
  script.write(
    a.bonding_curve.position,
    0,
    bondingCurveLayout.encode({
      virtual_token_reserves: global.initial_virtual_token_reserves,
      virtual_quote_reserves: virtualQuote,
      real_token_reserves: global.initial_real_token_reserves,
      real_quote_reserves: 0n,
      token_total_supply: global.token_total_supply,
      complete: false,
      creator,
      is_mayhem_mode: isMayhem,
      is_cashback_coin: false,
      quote_mint: quoteMint,
      creator_fee_bps: creatorFeeBps,
      can_edit_creator_fee: false,
      is_holder_reward: isHolderReward,
    }),
  )
  emit(
    script,
    a,
    createEventLayout.encode({
      name: coin.name,
      symbol: coin.symbol,
      uri: coin.uri,
      mint: a.mint.address,
      bonding_curve: a.bonding_curve.address,
      user: a.user.address,
      creator,
      timestamp: clock.unixTimestamp,
      virtual_token_reserves: global.initial_virtual_token_reserves,
      virtual_sol_reserves: quoteMint === noAddress ? virtualQuote : 0n,
      real_token_reserves: global.initial_real_token_reserves,
      token_total_supply: global.token_total_supply,
      token_program: a.token_program.address,
      is_mayhem_mode: isMayhem,
      is_cashback_enabled: false,
      quote_mint: quoteMint,
      virtual_quote_reserves: virtualQuote,
      creator_fee_bps: creatorFeeBps,
      is_holder_reward: isHolderReward,
    }),
  )
}

/** `create`: an SPL coin, with its name and picture in a metadata account. */
export function executeCreate(invocation: Invocation, clock: Clock): Script {
  const coin = readCoin(invocation, createLayout)
  const a = nameAccounts(invocation, names)
  const global = readGlobal(a.global)
  const seeds = checkNewCoin(a, tokenProgram)
  checkProgram(a.mpl_token_metadata, metadataProgram)
  checkSeeds(a.metadata, metadataProgram, 'metadata', addressBytes(metadataProgram), addressBytes(a.mint.address))
  checkWritable(a.metadata)
  checkAddress(a.rent, rentSysvar)

  const script = new Script()
  const { system_program: system, user: payer, mint } = a
  const rent = rentExemption(mintSize)
  createAccount(script, { system, payer, account: mint, owner: tokenProgram, space: mintSize, rent }, [])
  initializeMint(script, a.token_program, { mint, decimals: coinDecimals, authority: a.mint_authority.address })
  openCurve(script, a, seeds)
  const { position: authority } = a.mint_authority
  script.cpi(
    {
      program: a.mpl_token_metadata.position,
      accounts: [
        { position: a.metadata.position, isWritable: true },
        { position: mint.position },
        { position: authority, isSigner: true },
        { position: payer.position, isSigner: true, isWritable: true },
        { position: authority, isSigner: true },
        { position: system.position },
        { position: a.rent.position },
      ],
      data: encodeCreateMetadata({ ...coin, isMutable: false }),
    },
    [seeds.authority],
  )
  const supply = global.token_total_supply
  mintSupply(script, a, { seeds, shares: [{ account: a.associated_bonding_curve, amount: supply }] })
  const { name, symbol, uri, creator } = coin
  const kind = { isMayhem: false, isHolderReward: false, creatorFeeBps: 0n, quoteMint: noAddress }
  launch(script, a, {
    global,
    coin: { name, symbol, uri, creator, ...kind, virtualQuote: global.initial_virtual_sol_reserves },
    clock,
  })
  return script
}
