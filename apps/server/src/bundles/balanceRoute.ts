import { isAddress } from '@solana/kit'
import type { Address } from '@tern/core'
import { TernError } from '@tern/core/serverErrors'
import { json } from '../http/answer.ts'
import { maxBodyBytes, readJson } from '../http/body.ts'

/** As many as the vault derives at once, and some. */
const maxAddresses = 64

/** Answers the lamports of accounts, 0 for those that are not there. */
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
 * `POST /api/balances`: what addresses hold, in lamports as text. The vault asks for the wallets of a phrase, so that the terminal
 * does not hear which addresses have one owner.
 * @throws TernError `http/*`, and what the node says.
 */
export async function postBalances(request: Request, balancesOf: BalancesOf): Promise<Response> {
  const addresses = addressesIn(await readJson(request, maxBodyBytes))
  const lamports = await balancesOf(addresses)
  return json({ lamports: lamports.map(String) }, 200, { 'cache-control': 'no-store' })
}
