import { type Address, systemProgram } from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import type { Script } from '../effects/script.ts'
import type { NamedAccount } from './anchor.ts'

/** For each program address that signs: its seeds, bump included. */
type Seeds = readonly (readonly Uint8Array[])[]

const writable = ({ position }: Pick<NamedAccount, 'position'>) => ({ position, isWritable: true })
const readonly = ({ position }: NamedAccount) => ({ position })
const signer = ({ position }: Pick<NamedAccount, 'position'>) => ({ position, isSigner: true })
const writableSigner = ({ position }: NamedAccount) => ({ position, isWritable: true, isSigner: true })

function u64(value: bigint): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, value, true)
  return bytes
}

/** An instruction's number, an amount, and the bytes after it. */
function amountData(head: readonly number[], amount: bigint, tail: readonly number[] = []): Uint8Array {
  const data = new Uint8Array(head.length + 8 + tail.length)
  data.set(head)
  new DataView(data.buffer).setBigUint64(head.length, amount, true)
  data.set(tail, head.length + 8)
  return data
}

function bytes(...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  return Buffer.concat(parts.map(part => Uint8Array.from(part)))
}

export interface Transfer {
  readonly program: NamedAccount
  readonly from: NamedAccount
  readonly mint: NamedAccount
  readonly to: NamedAccount
  readonly authority: NamedAccount
  readonly amount: bigint
  readonly decimals: number
}

/** `TransferChecked`. */
export function transferChecked(script: Script, transfer: Transfer, seeds: Seeds = []): void {
  const { program, from, mint, to, authority, amount, decimals } = transfer
  const accounts = [writable(from), readonly(mint), writable(to), signer(authority)]
  script.cpi({ program: program.position, accounts, data: amountData([12], amount, [decimals]) }, seeds)
}

/** A transfer that names no mint. */
interface OldTransfer
  extends Readonly<Record<'program' | 'from' | 'to' | 'authority', Pick<NamedAccount, 'position'>>>,
    Pick<Transfer, 'amount'> {}

/** `Transfer`: programs from before `TransferChecked` name no mint. */
export function transfer(
  script: Script,
  { program, from, to, authority, amount }: OldTransfer,
  seeds: Seeds = [],
): void {
  script.cpi(
    {
      program: program.position,
      accounts: [writable(from), writable(to), signer(authority)],
      data: amountData([3], amount),
    },
    seeds,
  )
}

export interface SupplyChange {
  readonly program: NamedAccount
  readonly mint: NamedAccount
  readonly account: NamedAccount
  readonly authority: NamedAccount
  readonly amount: bigint
}

/** `MintTo`. */
export function mintTo(
  script: Script,
  { program, mint, account, authority, amount }: SupplyChange,
  seeds: Seeds,
): void {
  const accounts = [writable(mint), writable(account), signer(authority)]
  script.cpi({ program: program.position, accounts, data: amountData([7], amount) }, seeds)
}

/** `SetAuthority`: ends minting. */
export function revokeMintAuthority(
  script: Script,
  { program, mint, authority }: Pick<SupplyChange, 'program' | 'mint' | 'authority'>,
  seeds: Seeds,
): void {
  script.cpi(
    { program: program.position, accounts: [writable(mint), signer(authority)], data: Uint8Array.of(6, 0, 0) },
    seeds,
  )
}

/** `Burn`. */
export function burn(
  script: Script,
  { program, mint, account, authority, amount }: SupplyChange,
  seeds: Seeds = [],
): void {
  script.cpi(
    {
      program: program.position,
      accounts: [writable(account), writable(mint), signer(authority)],
      data: amountData([8], amount),
    },
    seeds,
  )
}

/** `InitializeMint2`. Without `freezer`, the mint has no freeze authority. */
export function initializeMint(
  script: Script,
  program: NamedAccount,
  {
    mint,
    decimals,
    authority,
    freezer,
  }: {
    readonly mint: NamedAccount
    readonly decimals: number
    readonly authority: Address
    readonly freezer?: Address | undefined
  },
): void {
  const freezing = freezer === undefined ? [[0]] : [[1], addressBytes(freezer)]
  script.cpi({
    program: program.position,
    accounts: [writable(mint)],
    data: bytes([20, decimals], addressBytes(authority), ...freezing),
  })
}

/**
 * Token-2022's `MetadataPointer::Initialize`: the mint carries its own metadata. Only `authority` may change the
 * pointer.
 */
export function initializeMetadataPointer(
  script: Script,
  program: NamedAccount,
  { mint, authority }: { readonly mint: NamedAccount; readonly authority?: Address | undefined },
): void {
  const changer = authority === undefined ? new Uint8Array(32) : addressBytes(authority)
  script.cpi({
    program: program.position,
    accounts: [writable(mint)],
    data: bytes([39, 0], changer, addressBytes(mint.address)),
  })
}

/** Token-2022's `InitializeMintCloseAuthority`. */
export function initializeCloseAuthority(
  script: Script,
  program: NamedAccount,
  { mint, authority }: { readonly mint: NamedAccount; readonly authority: Address },
): void {
  script.cpi({ program: program.position, accounts: [writable(mint)], data: bytes([25, 1], addressBytes(authority)) })
}

/**
 * Token-2022's `TransferFeeExtension::InitializeTransferFeeConfig`.
 * @param authority may change the fee and withdraw the withheld tokens.
 */
export function initializeTransferFee(
  script: Script,
  program: NamedAccount,
  {
    mint,
    authority,
    fee,
  }: {
    readonly mint: NamedAccount
    readonly authority: Address
    readonly fee: { readonly basisPoints: number; readonly maximum: bigint }
  },
): void {
  const who = addressBytes(authority)
  const rate = [fee.basisPoints & 0xff, fee.basisPoints >> 8]
  script.cpi({
    program: program.position,
    accounts: [writable(mint)],
    data: bytes([26, 0, 1], who, [1], who, rate, u64(fee.maximum)),
  })
}

export interface MintMetadata {
  readonly program: NamedAccount
  readonly mint: NamedAccount
  readonly authority: NamedAccount
  readonly name: string
  readonly symbol: string
  readonly uri: string
}

/**
 * `TokenMetadata::Initialize`. The mint's authority becomes the metadata's update authority.
 * The mint's account grows, so it needs the additional rent before.
 */
export function initializeMintMetadata(script: Script, metadata: MintMetadata, seeds: Seeds): void {
  const { program, mint, authority, name, symbol, uri } = metadata
  const initialize = bytes([210, 225, 30, 162, 88, 184, 77, 141], ...[name, symbol, uri].map(borshText))
  const accounts = [writable(mint), readonly(authority), readonly(mint), signer(authority)]
  script.cpi({ program: program.position, accounts, data: initialize }, seeds)
}

/** Like `initializeMintMetadata`, followed by `UpdateAuthority` to no authority. */
export function writeMintMetadata(script: Script, metadata: MintMetadata, seeds: Seeds): void {
  initializeMintMetadata(script, metadata, seeds)
  const { program, mint, authority } = metadata
  const toNobody = bytes([215, 228, 166, 228, 84, 100, 86, 123], new Uint8Array(32))
  script.cpi({ program: program.position, accounts: [writable(mint), signer(authority)], data: toNobody }, seeds)
}

function borshText(text: string): Uint8Array {
  const utf8 = Buffer.from(text)
  const length = new Uint8Array(4)
  new DataView(length.buffer).setUint32(0, utf8.length, true)
  return bytes(length, utf8)
}

/** `InitializeAccount3`. */
export function initializeTokenAccount(
  script: Script,
  program: NamedAccount,
  { account, mint, owner }: { readonly account: NamedAccount; readonly mint: NamedAccount; readonly owner: Address },
): void {
  script.cpi({
    program: program.position,
    accounts: [writable(account), readonly(mint)],
    data: bytes([18], addressBytes(owner)),
  })
}

/** `SyncNative`. */
export function syncNative(script: Script, program: NamedAccount, account: NamedAccount): void {
  script.cpi({ program: program.position, accounts: [writable(account)], data: Uint8Array.of(17) })
}

export interface AssociatedAccount {
  readonly program: NamedAccount
  readonly payer: NamedAccount
  readonly account: NamedAccount
  readonly owner: NamedAccount
  readonly mint: NamedAccount
  readonly system: NamedAccount
  readonly tokens: NamedAccount
}

/** `Create` of the associated token program. */
export function createAssociatedAccount(script: Script, accounts: AssociatedAccount): void {
  const { program, payer, account, owner, mint, system, tokens } = accounts
  const metas = [writableSigner(payer), writable(account), ...[owner, mint, system, tokens].map(readonly)]
  script.cpi({ program: program.position, accounts: metas, data: Uint8Array.of(0) })
}

/** Creates the account if it is missing (`init_if_needed`), because any signer may have created it before. */
export function openAssociatedAccount(script: Script, accounts: AssociatedAccount): void {
  if (accounts.account.owner === systemProgram) createAssociatedAccount(script, accounts)
}

/**
 * `Transfer` of the system program.
 * If the program itself has moved lamports before, the runtime checks their sum at this call.
 * So the call must name every account involved.
 *
 * @param beside the involved accounts that the transfer does not name.
 */
export function transferLamports(
  script: Script,
  system: NamedAccount,
  {
    from,
    to,
    lamports,
    seeds = [],
    beside = [],
  }: {
    readonly from: NamedAccount
    readonly to: NamedAccount
    readonly lamports: bigint
    readonly seeds?: Seeds
    readonly beside?: readonly NamedAccount[]
  },
): void {
  const accounts = [writableSigner(from), writable(to), ...beside.map(writable)]
  script.cpi({ program: system.position, accounts, data: amountData([2, 0, 0, 0], lamports) }, seeds)
}

export interface NewAccount {
  readonly system: NamedAccount
  readonly payer: NamedAccount
  readonly account: NamedAccount
  readonly owner: Address
  readonly space: number
  readonly rent: bigint
}

/** Creates an account, even if it holds lamports already (`create_or_allocate_account`, and Anchor's `init`). */
export function createAccount(script: Script, created: NewAccount, seeds: Seeds): void {
  const { system, payer, account, owner, space, rent } = created
  const size = u64(BigInt(space))
  if (account.lamports === 0n) {
    const data = bytes([0, 0, 0, 0], u64(rent), size, addressBytes(owner))
    script.cpi({ program: system.position, accounts: [writableSigner(payer), writableSigner(account)], data }, seeds)
    return
  }
  if (rent > account.lamports)
    transferLamports(script, system, { from: payer, to: account, lamports: rent - account.lamports })
  script.cpi({ program: system.position, accounts: [writableSigner(account)], data: bytes([8, 0, 0, 0], size) }, seeds)
  script.cpi(
    { program: system.position, accounts: [writableSigner(account)], data: bytes([1, 0, 0, 0], addressBytes(owner)) },
    seeds,
  )
}
