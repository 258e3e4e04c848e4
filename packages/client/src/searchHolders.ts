import type { Chain } from '@tern/chain'
import { type Address, decodeTokenAccount, isTernError, token2022Program, tokenProgram } from '@tern/core'
import { type Candidate, candidateOf, vaultProgram } from '@tern/venues/internal/finder'
import { readNamedPools } from './readNamedPools.ts'

/** Max vaults to look into, among the largest accounts that belong to another owner than the pool itself. */
const maxVaults = 4
/**
 * Lists pools that may trade a token, by its largest holders.
 * A holder's owner may be a pool of a known program. If all pools of a program share an owner, the vault's transactions name the pool.
 * No result is verified: the caller must open each.
 * Takes four requests for a mint without such holders, otherwise up to about 30.
 *
 * @returns an empty list if the node does not serve the largest holders.
 * @throws TernError `rpc/*`.
 */
export async function searchHolders(chain: Chain, mint: Address): Promise<readonly Candidate[]> {
  const accounts = await readLargest(chain, mint)
  if (accounts.length === 0) return []
  const owners = [...new Set(accounts.map(({ owner }) => owner))]
  const read = await chain.readAccounts(owners, { maxAgeMs: 0 })
  const pools = owners.flatMap(owner => candidateOf(read.get(owner)?.owner ?? '', owner) ?? [])
  const shared = accounts.flatMap(({ address, owner }) => {
    const program = vaultProgram(owner)
    return program === undefined ? [] : [{ address, program }]
  })
  const named = await Promise.all(shared.slice(0, maxVaults).map(vault => readNamedPools(chain, vault)))
  return [...new Map([...pools, ...named.flat()].map(one => [one.address, one])).values()]
}

/** Reads the token's largest accounts. */
async function readLargest(chain: Chain, mint: Address) {
  const program = (await chain.readAccounts([mint], { maxAgeMs: 0 })).get(mint)?.owner
  if (program !== tokenProgram && program !== token2022Program) return []
  const largest = await listLargest(chain, mint)
  if (largest.length === 0) return []
  const read = await chain.readAccounts(largest, { maxAgeMs: 0 })
  return largest.flatMap(address => {
    const account = read.get(address)
    return account ? [decodeTokenAccount(address, account)] : []
  })
}

/** Lists the addresses of the largest accounts. Empty if the node refuses: it keeps no such list, or the address is not a mint. */
async function listLargest(chain: Chain, mint: Address): Promise<readonly Address[]> {
  try {
    const { value } = await chain.rpc.getTokenLargestAccounts(mint, { commitment: 'confirmed' }).send()
    return value.map(({ address }) => address)
  } catch (error) {
    if (isTernError(error, 'rpc/refused')) return []
    throw error
  }
}
