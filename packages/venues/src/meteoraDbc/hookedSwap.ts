import type { AccountMeta, Instruction } from '@solana/instructions'
import { type AccountSet, type Address, isTernError, TernError } from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import { readonly, writable } from '../accountMeta.ts'
import { type DataOf, extraAccounts, extraMetasAddress, type HookedTransfer, keyIn } from '../transferHook.ts'
import type { Quote, SwapParties } from '../venue.ts'
import { poolAuthority } from './addresses.ts'
import { hookedSwapDiscriminator, hookedTransfers } from './hookedInstructions.ts'
import { viewVirtualPool } from './layout.ts'

/**
 * Index of the base mint among a swap's accounts. It is writable, because the swap that completes the curve removes the
 * hook.
 */
const baseMintAt = 7
/**
 * Size of a token account's mint and owner, its first fields.
 * They are known even for an account that is about to be opened.
 */
const tokenAccountBegins = 64

const nothing = new Uint8Array()

/** Offset of the hook's program in a config, after the fields of a plain config. */
const programAt = 1048

/**
 * Reads the facts of a pool that determine its token's transfer hook.
 * @throws TernError `layout/*`.
 */
async function openHook(pool: Address, read: AccountSet) {
  const dataAt = (address: Address) => read.get(address)?.data ?? nothing
  const { base_mint: mint, base_vault: vault, config } = viewVirtualPool(dataAt(pool))
  const program = keyIn(partOf(config, dataAt(config), programAt, programAt + 32))
  const metasAddress = await extraMetasAddress(program, mint)
  return { mint, vault, program, metasAddress, metas: dataAt(metasAddress) }
}
type Hook = Awaited<ReturnType<typeof openHook>>

/** @throws TernError `layout/wrongSize` if the data end before `to`. */
function partOf(layout: Address, data: Uint8Array, from: number, to: number): Uint8Array {
  if (to > data.length) throw new TernError('layout/wrongSize', { layout, expected: to, actual: data.length })
  return data.subarray(from, to)
}

/**
 * Returns the known data of accounts: from `read`, and the first fields of the token accounts in `owners`.
 * Adds to `wanted` each account that must be read.
 */
function dataOf(read: AccountSet, mint: Address, owners: ReadonlyMap<Address, Address>, wanted: Set<Address>): DataOf {
  return (address, from, to) => {
    const account = read.get(address)
    const owner = owners.get(address)
    if (!account && owner !== undefined && to <= tokenAccountBegins)
      return Uint8Array.of(...addressBytes(mint), ...addressBytes(owner)).subarray(from, to)
    if (account === undefined) {
      wanted.add(address)
      return undefined
    }
    return partOf(address, account?.data ?? nothing, from, to)
  }
}

/**
 * Returns the accounts to read for a swap of a token with a transfer hook, in addition to the pool and its config.
 * These are `others`, the account that lists the hook's accounts, and every account whose data lead to further
 * accounts. Accounts that depend on the trader are not included.
 */
export async function hookAccountsToRead(
  pool: Address,
  read: AccountSet,
  others: readonly Address[],
): Promise<readonly Address[]> {
  const wanted = new Set(others)
  try {
    const { mint, vault, program, metasAddress, metas } = await openHook(pool, read)
    if (!read.has(metasAddress)) return [...others, metasAddress]
    const anybody = { mint, source: undefined, destination: undefined, authority: undefined, amount: undefined }
    const known = dataOf(read, mint, new Map([[vault, poolAuthority]]), wanted)
    const transfers = [
      { ...anybody, source: vault, authority: poolAuthority },
      { ...anybody, destination: vault },
    ]
    for (const transfer of transfers) await extraAccounts({ hook: program, metas }, transfer, known)
  } catch (error) {
    // Such a pool can still be opened and quoted. `hookedSwap` throws the error for a swap.
    if (!isTernError(error)) throw error
  }
  return [...wanted]
}

/** Returns the transfers of the token that a swap makes, each with its kind. */
function transfersOf(
  { mint, vault }: Hook,
  { tokenIn, amountIn, amountOut, fees }: Quote,
  { owner, tokenAccountIn, tokenAccountOut, referral }: SwapParties,
): readonly (readonly [kind: number, transfer: HookedTransfer])[] {
  if (tokenIn === mint)
    return [
      [hookedTransfers.base, { mint, source: tokenAccountIn, destination: vault, authority: owner, amount: amountIn }],
    ]
  const paid = { mint, source: vault, authority: poolAuthority }
  const bought = [hookedTransfers.base, { ...paid, destination: tokenAccountOut, amount: amountOut }] as const
  const referred = fees.find(fee => fee.kind === 'referral' && fee.mint === mint)
  return referral !== undefined && referred !== undefined
    ? [bought, [hookedTransfers.baseReferral, { ...paid, destination: referral, amount: referred.amount }]]
    : [bought]
}

/**
 * Returns the accounts that the hook's program takes for a transfer.
 * @throws TernError `token/hookSigner`, `layout/*`, `address/noProgramAddress`.
 */
async function hookAccounts(
  { mint, program, metasAddress, metas }: Hook,
  transfer: HookedTransfer,
  { owner, payer }: SwapParties,
  known: DataOf,
): Promise<readonly AccountMeta[]> {
  const extras = await extraAccounts({ hook: program, metas }, transfer, known)
  const accounts = extras.flatMap(({ address, isSigner, isWritable }) => {
    // An owner or payer who signs the transaction would also sign for the hook, as soon as the issuer marks the account
    // as a signer.
    if (address !== undefined && (isSigner || address === owner || address === payer))
      throw new TernError('token/hookSigner', { mint, program, address })
    return address === undefined ? [] : [isWritable ? writable(address) : readonly(address)]
  })
  // If the account does not exist, the hook takes no further accounts, and the program must not look for it.
  return [...accounts, readonly(program), ...(metas.length > 0 ? [readonly(metasAddress)] : [])]
}

/**
 * Converts a `swap2` to a swap of a token with a transfer hook: adds the accounts that the program takes for each
 * transfer. If an address depends on the transferred amount, the quote's amount determines it.
 *
 * @param plain the `swap2`.
 * @throws TernError `token/hookSigner`, `pool/accountsNotReady`, `layout/*`, `address/noProgramAddress`.
 */
export async function hookedSwap(
  pool: Address,
  plain: Instruction,
  { quote, parties, read }: { readonly quote: Quote; readonly parties: SwapParties; readonly read: AccountSet },
): Promise<readonly [Instruction]> {
  const hook = await openHook(pool, read)
  const { mint, vault, metasAddress } = hook
  const wanted = new Set(read.has(metasAddress) ? [] : [metasAddress])
  const own = quote.tokenIn === mint ? parties.tokenAccountIn : parties.tokenAccountOut
  const owners = new Map([
    [vault, poolAuthority],
    [own, parties.owner],
  ])
  const known = dataOf(read, mint, owners, wanted)
  const accounts = (plain.accounts ?? []).map((one, i) => (i === baseMintAt ? writable(mint) : one))
  const slices: number[] = []
  for (const [kind, transfer] of transfersOf(hook, quote, parties)) {
    const given = await hookAccounts(hook, transfer, parties, known)
    accounts.push(...given)
    slices.push(kind, given.length)
  }
  if (wanted.size > 0) throw new TernError('pool/accountsNotReady', { pool, missing: [...wanted] })
  const asked = plain.data?.subarray(hookedSwapDiscriminator.length) ?? nothing
  const data = Uint8Array.of(...hookedSwapDiscriminator, ...asked, slices.length / 2, 0, 0, 0, ...slices)
  return [{ ...plain, accounts, data }]
}
