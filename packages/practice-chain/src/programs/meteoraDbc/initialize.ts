import { type Clock, rentExemption, systemProgram, token2022Program, tokenProgram } from '@tern/core'
import { addressBytes, tokenAccountLayout } from '@tern/core/internal'
import { program, type VirtualPool } from '@tern/venues/meteoraDbc'
import {
  initializePoolEventLayout,
  initializeToken2022Layout,
  initialSupply,
  poolAuthority,
  virtualPoolLayout,
} from '@tern/venues/meteoraDbc/internal'
import { Script } from '../../effects/script.ts'
import type { Invocation } from '../../effects/trap.ts'
import {
  checkAddress,
  checkProgram,
  checkSeeds,
  checkSigner,
  checkWritable,
  decodeArguments,
  fail,
  type NamedAccount,
  nameAccounts,
  readMint,
} from '../anchor.ts'
import { checkEventAccounts, emitCall } from '../events.ts'
import {
  createAccount,
  initializeMetadataPointer,
  initializeMint,
  initializeTokenAccount,
  mintTo,
  transferLamports,
} from '../tokenCalls.ts'
import { refuse } from './errors.ts'
import { authoritySeeds, currentPoint, readConfig, writePool } from './state.ts'

/** A mint with a metadata pointer, before its metadata. */
const mintSize = 234
/** The metadata's type and length, authority and mint, three lengths of texts and the number of additional pairs. */
const metadataHead = 4 + 32 + 32 + 4 + 4 + 4 + 4
/** A part of the liquidity that moves from the curve to its pool (`PROTOCOL_LIQUIDITY_MIGRATION_FEE_BPS`). */
const protocolMigrationFeeBps = 20

const names = [
  'config',
  'pool_authority',
  'creator',
  'base_mint',
  'quote_mint',
  'pool',
  'base_vault',
  'quote_vault',
  'payer',
  'token_quote_program',
  'token_program',
  'system_program',
  'event_authority',
  'program',
] as const

type Accounts = Readonly<Record<(typeof names)[number], NamedAccount>>

/** `InitializeVirtualPoolWithToken2022Ctx`. */
function readAccounts(invocation: Invocation) {
  const a = nameAccounts(invocation, names)
  const config = readConfig(a.config)
  checkSigner(a.creator)
  const quoteMint = readMint(a.quote_mint)
  checkSigner(a.payer)
  checkProgram(a.token_quote_program, tokenProgram, token2022Program)
  checkProgram(a.token_program, token2022Program)
  checkProgram(a.system_program, systemProgram)
  const keys = [a.base_mint, a.quote_mint].map(({ address }) => addressBytes(address))
  const pair = keys.toSorted((left, right) => Buffer.compare(right, left))
  const seeds = {
    pool: checkSeeds(a.pool, program, 'pool', addressBytes(a.config.address), ...pair),
    base: vaultSeeds(a.base_vault, a.base_mint, a.pool),
    quote: vaultSeeds(a.quote_vault, a.quote_mint, a.pool),
  }
  if (config.quote_mint !== quoteMint.address) fail('ConstraintHasOne', 'config')
  checkAddress(a.pool_authority, poolAuthority)
  if (quoteMint.program !== a.token_quote_program.address) fail('ConstraintMintTokenProgram', 'quote_mint')
  checkSigner(a.base_mint)
  checkWritable(a.base_mint, a.pool, a.base_vault, a.quote_vault, a.payer)
  checkEventAccounts(a, program)
  if (config.token_type !== 1) refuse('InvalidTokenType')
  return { a, config, seeds }
}

const vaultSeeds = (vault: NamedAccount, mint: NamedAccount, pool: NamedAccount) =>
  checkSeeds(vault, program, 'token_vault', addressBytes(mint.address), addressBytes(pool.address))

/** `initialize_virtual_pool_with_token2022`: creates the token, its whole supply and the pool that sells it. */
export function executeInitialize(invocation: Invocation, clock: Clock): Script {
  const { name, symbol, uri } = decodeArguments(() => initializeToken2022Layout.decode(invocation.data))
  const { a, config, seeds } = readAccounts(invocation)
  const supply = initialSupply(config)
  const script = new Script()
  const { system_program: system, payer, token_program: tokens, base_mint: mint, pool_authority: authority } = a
  const open = (
    account: NamedAccount,
    owner: typeof program,
    space: number,
    signer: readonly (readonly Uint8Array[])[],
  ) => createAccount(script, { system, payer, account, owner, space, rent: rentExemption(space) }, signer)
  open(mint, token2022Program, mintSize, [])
  initializeMetadataPointer(script, tokens, { mint, authority: poolAuthority })
  initializeMint(script, tokens, { mint, decimals: config.token_decimal, authority: poolAuthority })
  open(a.pool, program, virtualPoolLayout.size, [seeds.pool])
  const space = tokenAccountLayout.size
  open(a.base_vault, token2022Program, space, [seeds.base])
  initializeTokenAccount(script, tokens, { account: a.base_vault, mint, owner: poolAuthority })
  open(a.quote_vault, a.token_quote_program.address, space, [seeds.quote])
  initializeTokenAccount(script, a.token_quote_program, {
    account: a.quote_vault,
    mint: a.quote_mint,
    owner: poolAuthority,
  })

  const updater = updaterOf(config.token_update_authority, a, config.fee_claimer)
  describeToken(script, a, { name, symbol, uri }, updater)
  mintTo(script, { program: tokens, mint, account: a.base_vault, authority, amount: supply }, [authoritySeeds])
  setAuthority(script, a, 0, config.token_update_authority > 2 ? updater : undefined)
  if (config.pool_creation_fee > 0n)
    transferLamports(script, system, { from: payer, to: a.pool, lamports: config.pool_creation_fee })

  const activation_point = currentPoint(config, clock)
  writePool(script, a.pool, newPool(a, { sqrt_price: config.sqrt_start_price, supply, activation_point }))
  emitCall(
    script,
    a,
    initializePoolEventLayout.encode({
      ...{ pool: a.pool.address, config: a.config.address, creator: a.creator.address, base_mint: mint.address },
      ...{ pool_type: 1, activation_point },
    }),
  )
  return script
}

/**
 * `get_update_authority` (state/config.rs). 0: the creator, 1: no authority, 2: the partner.
 * 3: the creator and 4: the partner, who may also mint.
 */
function updaterOf(option: number, { creator }: Accounts, partner: typeof program): typeof program | undefined {
  if (option === 1) return undefined
  return option === 0 || option === 3 ? creator.address : partner
}

interface Described {
  readonly name: string
  readonly symbol: string
  readonly uri: string
}

/** Writes the metadata and pays its rent. The creator holds it until it is handed over. */
function describeToken(script: Script, a: Accounts, texts: Described, updater: typeof program | undefined): void {
  const { base_mint: mint, pool_authority: authority, creator, token_program: tokens } = a
  const list = [texts.name, texts.symbol, texts.uri]
  const written = Buffer.concat([Uint8Array.of(210, 225, 30, 162, 88, 184, 77, 141), ...list.map(borshText)])
  const at = ({ position }: NamedAccount) => ({ position })
  const writable = { position: mint.position, isWritable: true }
  script.cpi(
    {
      program: tokens.position,
      accounts: [writable, at(creator), at(mint), { position: authority.position, isSigner: true }],
      data: written,
    },
    [authoritySeeds],
  )
  const size = mintSize + metadataHead + list.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  const [rent, paid] = [rentExemption(size), rentExemption(mintSize)]
  transferLamports(script, a.system_program, {
    from: a.payer,
    to: mint,
    lamports: rent - (mint.lamports > paid ? mint.lamports : paid),
  })
  setAuthority(script, a, 12, updater)
  const toUpdater = updater === undefined ? new Uint8Array(32) : addressBytes(updater)
  const handOn = Buffer.concat([Uint8Array.of(215, 228, 166, 228, 84, 100, 86, 123), toUpdater])
  script.cpi({
    program: tokens.position,
    accounts: [writable, { position: creator.position, isSigner: true }],
    data: handOn,
  })
}

function borshText(text: string): Uint8Array {
  const utf8 = Buffer.from(text)
  const length = Buffer.alloc(4)
  length.writeUInt32LE(utf8.length)
  return Buffer.concat([length, utf8])
}

/** `SetAuthority` of the mint. @param kind 0: minting, 12: the metadata pointer. */
function setAuthority(script: Script, a: Accounts, kind: number, to: typeof program | undefined): void {
  const data = Buffer.concat(
    [Uint8Array.of(6, kind, to === undefined ? 0 : 1), to === undefined ? [] : addressBytes(to)].map(part =>
      Uint8Array.from(part),
    ),
  )
  const accounts = [
    { position: a.base_mint.position, isWritable: true },
    { position: a.pool_authority.position, isSigner: true },
  ]
  script.cpi({ program: a.token_program.position, accounts, data }, [authoritySeeds])
}

interface Begun {
  readonly sqrt_price: bigint
  readonly supply: bigint
  readonly activation_point: bigint
}

/** `VirtualPool::initialize` (state/virtual_pool.rs). */
function newPool(a: Accounts, { sqrt_price, supply, activation_point }: Begun): VirtualPool {
  const zeros = virtualPoolLayout.decode(
    Uint8Array.from({ length: virtualPoolLayout.size }, (_, i) => virtualPoolLayout.discriminator[i] ?? 0),
  )
  return {
    ...zeros,
    ...{ config: a.config.address, creator: a.creator.address, base_mint: a.base_mint.address },
    ...{ base_vault: a.base_vault.address, quote_vault: a.quote_vault.address },
    ...{ base_reserve: supply, sqrt_price, activation_point, pool_type: 1 },
    protocol_liquidity_migration_fee_bps: protocolMigrationFeeBps,
  }
}
