import { type AccountSnapshot, type Address, token2022Program, tokenProgram } from '@tern/core'
import { readAccountFormat, writeKeyedAccount } from './encodeAccount.ts'
import { apiVersion } from './method.ts'
import { invalidParams, type Options, readAddress, readField, readObject, unknownVariant } from './params.ts'
import { requireMintOf, tokenAccountAt } from './parsedToken.ts'
import { sortByAddress } from './sortByAddress.ts'
import type { View } from './view.ts'
import { type WrittenJson, writeJson, writeList } from './writtenJson.ts'

/** A client's selection of token accounts: of a mint, or of a token program. */
export type TokenAccountFilter = { readonly mint: Address } | { readonly programId: Address }

export function readTokenAccountFilter(value: unknown): TokenAccountFilter {
  const filter = readObject(value, 'string or map')
  const [name] = Object.keys(filter)
  if (name !== undefined && name !== 'mint' && name !== 'programId') throw unknownVariant(name, ['mint', 'programId'])
  const address = readAddress(readField(filter, name ?? 'mint'))
  return name === 'programId' ? { programId: address } : { mint: address }
}

/**
 * Returns the token program of the selection.
 * @throws TernError `practice/refused` for an unknown program or mint.
 */
export function programOf(view: View, filter: TokenAccountFilter): Address {
  if ('mint' in filter) return requireMintOf(view, filter.mint).program
  if (filter.programId !== tokenProgram && filter.programId !== token2022Program)
    throw invalidParams('Invalid param: unrecognized Token program id')
  return filter.programId
}

/** Encodes the token accounts among `candidates` that match the filter, in the client's format. */
export async function writeTokenAccounts(
  view: View,
  candidates: Iterable<readonly [Address, AccountSnapshot]>,
  { filter, options }: { readonly filter: TokenAccountFilter; readonly options: Options },
): Promise<WrittenJson> {
  const format = readAccountFormat(options)
  const program = programOf(view, filter)
  const found = [...candidates].filter(([address, account]) => {
    if (account.owner !== program) return false
    const token = tokenAccountAt(address, account)
    return token !== undefined && (!('mint' in filter) || token.mint === filter.mint)
  })
  const list = await writeList(await sortByAddress(found), ([address, account]) =>
    writeKeyedAccount(address, account, { format, accounts: view, unparsed: 'leftOut' }),
  )
  return writeJson({ context: { apiVersion, slot: view.slot } }, 'value', list)
}
