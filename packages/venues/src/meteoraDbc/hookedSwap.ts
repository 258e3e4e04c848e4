import type { AccountMeta, Instruction } from '@solana/instructions'
import { type AccountSet, type Address, addressBytes, isTernError } from '@tern/core'
import { TernError } from '@tern/core/launchpadErrors'
import { readonly, writable } from '../accountMeta.ts'
import { type DataOf, extraAccounts, extraMetasAddress, type HookedTransfer, keyIn } from '../transferHook.ts'
import type { Quote, SwapParties } from '../venue.ts'
import { poolAuthority } from './addresses.ts'
import { hookedSwapDiscriminator, hookedTransfers } from './hookedInstructions.ts'
import { viewVirtualPool } from './layout.ts'

/** Of the accounts of a swap: the program takes the hook from it with the last one. */
const baseMintAt = 7
/** A token account begins with its mint and its owner, which are known of one that is only about to be opened. */
const tokenAccountBegins = 64

const nothing = new Uint8Array()

/** Where a config says which program transfers call: behind the fields of a plain one. */
const programAt = 1048

/** What of a pool, as it was read, decides how transfers of its token call a program. @throws TernError `layout/*`. */
async function openHook(pool: Address, read: AccountSet) {
  const dataAt = (address: Address) => read.get(address)?.data ?? nothing
  const { base_mint: mint, base_vault: vault, config } = viewVirtualPool(dataAt(pool))
  const program = keyIn(partOf(config, dataAt(config), programAt, programAt + 32))
  const metasAddress = await extraMetasAddress(program, mint)
  return { mint, vault, program, metasAddress, metas: dataAt(metasAddress) }
}
type Hook = Awaited<ReturnType<typeof openHook>>

/** @throws TernError `layout/wrongSize`: there is no such part. */
function partOf(layout: Address, data: Uint8Array, from: number, to: number): Uint8Array {
  if (to > data.length) throw new TernError('layout/wrongSize', { layout, expected: to, actual: data.length })
  return data.subarray(from, to)
}

/**
 * What is known of accounts: what was read, and how the token accounts in `owners` begin. `wanted` gets those that have to be read.
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
 * What to read, beside the pool, its config and `others`, to swap where transfers of the token call a program: what says which
 * accounts that takes, and those whose data lead to more of them, as far as it does not depend on who trades.
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
    const ways = [
      { ...anybody, source: vault, authority: poolAuthority },
      { ...anybody, destination: vault },
    ]
    for (const way of ways) await extraAccounts(program, metas, way, known)
  } catch (error) {
    // Such a pool can be looked at and quoted; who would swap in it is told.
    if (!isTernError(error)) throw error
  }
  return [...wanted]
}

/** The transfers of the token that a swap makes, each behind its kind. */
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

/** What the program is given for one transfer. @throws TernError `token/hookSigner`, `layout/*`, `address/noProgramAddress`. */
async function hookAccounts(
  { mint, program, metasAddress, metas }: Hook,
  transfer: HookedTransfer,
  { owner, payer }: SwapParties,
  known: DataOf,
): Promise<readonly AccountMeta[]> {
  const extras = await extraAccounts(program, metas, transfer, known)
  const accounts = extras.flatMap(({ address, isSigner, isWritable }) => {
    // Whoever signs the transaction would sign for the program, too, as soon as its issuer has it ask for that.
    if (address !== undefined && (isSigner || address === owner || address === payer))
      throw new TernError('token/hookSigner', { mint, program, address })
    return address === undefined ? [] : [isWritable ? writable(address) : readonly(address)]
  })
  // Where nothing stands at that address the program takes nothing more, and must not be made to look there.
  return [...accounts, readonly(program), ...(metas.length > 0 ? [readonly(metasAddress)] : [])]
}

/**
 * `plain`, a `swap2`, where transfers of the pool's token call a program: the same with what the program is given for each of them.
 * Addresses that follow from how much is transferred follow from the quote.
 * @throws TernError `token/hookSigner`, `pool/accountsNotReady`, `layout/*`, `address/noProgramAddress`.
 */
export async function hookedSwap(
  pool: Address,
  plain: Instruction,
  quote: Quote,
  parties: SwapParties,
  read: AccountSet,
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
