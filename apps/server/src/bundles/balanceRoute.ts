import { isAddress } from '@solana/kit'
import { type Address, TernError } from '@tern/core'
import { json } from '../http/answer.ts'
import { maxBodyBytes, readJson } from '../http/body.ts'

/** A little more than the vault derives at once. */
const maxAddresses = 64

/** Reads the lamports of accounts. 0 for an account that does not exist. */
export type BalancesOf = (addresses: readonly Address[]) => Promise<readonly bigint[]>

function addressesIn(body: unknown): readonly Address[] {
  const named = typeof body === 'object' && body !== null && 'addresses' in body ? body.addresses : undefined
  if (!Array.isArray(named) || named.length === 0 || named.length > maxAddresses)
    throw new TernError('http/badRequest', { what: `addresses: a list of 1 to ${maxAddresses}` })
  return named.map((address: unknown) => {
    if (typeof address !== 'string' || !isAddress(address))
      throw new TernError('http/badRequest', { what: 'addresses: one is no address' })
    return address
  })
}

/**
 * Answers `POST /api/balances`: the balances of addresses, in lamports as text.
 * The vault asks for the wallets of a phrase itself, so that the terminal does not learn which addresses belong
 * together.
 *
 * @throws TernError `http/*`, and the node's errors.
 */
export async function postBalances(request: Request, balancesOf: BalancesOf): Promise<Response> {
  const addresses = addressesIn(await readJson(request, maxBodyBytes))
  const lamports = await balancesOf(addresses)
  return json({ lamports: lamports.map(String) }, 200, { 'cache-control': 'no-store' })
}
