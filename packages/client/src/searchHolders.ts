import type { Chain } from '@tern/chain'
import { type Address, decodeTokenAccount, isTernError, token2022Program, tokenProgram } from '@tern/core'
import { type Candidate, candidateOf, vaultProgram } from '@tern/venues/finder'
import { readExecuted } from './readExecuted.ts'

/** Of the accounts that hold most, so many are looked into that do not name their pool. */
const mostVaults = 4
/** The newest transactions that name such an account; of those that landed, so many are read at most. */
const signaturesPerVault = 20
const transactionsPerVault = 5

/** An account that a program keeps for one of its pools, under an owner that is the same for all of them. */
interface SharedVault {
  readonly address: Address
  readonly program: Address
}

/**
 * Where a token may trade, by those who hold most of it: an owner that is a pool of a program that is known, or, where all pools of a program
 * share an owner, what the transactions of its account name. None of it is believed: each is yet to be opened. Four requests for a mint without
 * such holders, some thirty at most; none where the node does not tell holders.
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
  const named = await Promise.all(shared.slice(0, mostVaults).map(vault => readNamed(chain, vault)))
  return [...new Map([...pools, ...named.flat()].map(one => [one.address, one])).values()]
}

/** The accounts that hold most of the token, and whose they are. */
async function readLargest(chain: Chain, mint: Address) {
  const program = (await chain.readAccounts([mint], { maxAgeMs: 0 })).get(mint)?.owner
  if (program !== tokenProgram && program !== token2022Program) return []
  const largest = await tellLargest(chain, mint)
  if (largest.length === 0) return []
  const read = await chain.readAccounts(largest, { maxAgeMs: 0 })
  return largest.flatMap(address => {
    const account = read.get(address)
    return account ? [decodeTokenAccount(address, account)] : []
  })
}

/** None where the node refuses: it keeps no such list, or not of this mint, or it is no mint. */
async function tellLargest(chain: Chain, mint: Address): Promise<readonly Address[]> {
  try {
    const { value } = await chain.rpc.getTokenLargestAccounts(mint, { commitment: 'confirmed' }).send()
    return value.map(({ address }) => address)
  } catch (error) {
    if (isTernError(error, 'rpc/refused')) return []
    throw error
  }
}

/** What an instruction of the vault's program names beside the vault, and that program owns: the pool, and a config or so. */
async function readNamed(chain: Chain, { address: vault, program }: SharedVault): Promise<readonly Candidate[]> {
  const told = await chain.rpc
    .getSignaturesForAddress(vault, { commitment: 'confirmed', limit: signaturesPerVault })
    .send()
  const landed = told.filter(({ err }) => err === null).slice(0, transactionsPerVault)
  for (const { signature } of landed) {
    const { instructions = [] } = (await readExecuted(chain, signature)) ?? {}
    const own = instructions.filter(one => one.program === program && one.accounts.includes(vault))
    const named = [...new Set(own.flatMap(({ accounts }) => accounts))]
    if (named.length === 0) continue
    const read = await chain.readAccounts(named, { maxAgeMs: 0 })
    return named.flatMap(one => (read.get(one)?.owner === program ? (candidateOf(program, one) ?? []) : []))
  }
  return []
}
