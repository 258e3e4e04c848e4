import type { Chain } from '@tern/chain'
import { type AccountSnapshot, type Address, encodeBase58, systemProgram, TernError, tokenProgram } from '@tern/core'
import { tokenAccountLayout } from '@tern/core/internal'
import { program } from '@tern/venues/meteoraDbc'
import { poolAuthority } from '@tern/venues/meteoraDbc/internal'
import { program as clmmProgram } from '@tern/venues/raydiumClmm'
import { expect, it } from 'vitest'
import { searchHolders } from './searchHolders.ts'

const addressOf = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
const [mint, pool, config, stranger] = [addressOf(200), addressOf(201), addressOf(202), addressOf(203)]
const owned = (owner: Address, data: Uint8Array = new Uint8Array(8)): AccountSnapshot => ({
  ...{ owner, data, lamports: 1n, executable: false, slot: 1n },
})
const nobody = { delegateOption: 0, delegate: systemProgram, closeAuthorityOption: 0, closeAuthority: systemProgram }
const held = (owner: Address) =>
  owned(
    tokenProgram,
    tokenAccountLayout.encode({
      ...{ ...nobody, mint, owner, amount: 1n, state: 1, isNativeOption: 0, isNative: 0n, delegatedAmount: 0n },
    }),
  )

/** A transaction with an instruction of `program` for these accounts. */
const naming = (asked: Address, accounts: readonly Address[]) => ({
  meta: { logMessages: [] },
  transaction: {
    message: {
      accountKeys: [...accounts, asked],
      instructions: [{ programIdIndex: accounts.length, accounts: accounts.map((_, i) => i), data: '' }],
    },
  },
})

/** A node with these holders of the token, and these newest transactions for each account. */
function nodeWith(owners: readonly Address[], transactions: readonly unknown[] = [], isRefusing?: TernError) {
  const asked: string[] = []
  const accounts = new Map([
    [mint, owned(tokenProgram)],
    [pool, owned(program)],
    [config, owned(program)],
    [stranger, owned(clmmProgram)],
    ...owners.map((owner, i) => [addressOf(i + 1), held(owner)] as const),
  ])
  const answer = <Result>(name: string, result: Result) => {
    asked.push(name)
    return { send: async () => result }
  }
  const rpc = {
    getTokenLargestAccounts() {
      if (isRefusing !== undefined) return { send: () => Promise.reject(isRefusing) }
      const value = owners.map((_, i) => ({ address: addressOf(i + 1) }))
      return answer('largest', { value })
    },
    getSignaturesForAddress: () =>
      answer(
        'signatures',
        transactions.map((one, i) => ({ signature: String(i), err: one === 'failed' ? {} : null })),
      ),
    getTransaction: (signature: string) => answer('transaction', transactions[Number(signature)] ?? null),
  }
  const readAccounts = async (addresses: readonly Address[]) => {
    asked.push('accounts')
    return new Map(addresses.map(address => [address, accounts.get(address) ?? null]))
  }
  return { chain: { rpc, readAccounts } as unknown as Chain, asked }
}

const vault = addressOf(1)

it('returns owners that are pools of a known program, without further requests for them', async () => {
  const { chain, asked } = nodeWith([systemProgram, stranger])
  expect(await searchHolders(chain, mint)).toEqual([{ protocol: 'raydium_clmm', address: stranger }])
  expect(asked).toEqual(['accounts', 'largest', 'accounts', 'accounts'])
})

it('returns the accounts that the program’s own instruction names with its vault, and no others', async () => {
  const { chain } = nodeWith(
    [poolAuthority],
    [
      'failed',
      null,
      naming(clmmProgram, [vault, stranger]),
      naming(program, [pool]),
      naming(program, [config, pool, vault]),
    ],
  )
  const found = [config, pool].map(address => ({ protocol: 'meteora_dbc', address }))
  expect(await searchHolders(chain, mint)).toEqual(found)
})

it('looks into at most four accounts, and five transactions of each', async () => {
  const { chain, asked } = nodeWith(
    Array.from({ length: 20 }, () => poolAuthority),
    Array.from({ length: 20 }, () => naming(clmmProgram, [vault, stranger])),
  )
  expect(await searchHolders(chain, mint)).toEqual([])
  expect(asked.filter(name => name === 'signatures')).toHaveLength(4)
  expect(asked.filter(name => name === 'transaction')).toHaveLength(20)
  expect(asked).toHaveLength(28)
})

it('requests nothing for an address that is not a mint', async () => {
  const { chain, asked } = nodeWith([poolAuthority])
  for (const other of [pool, addressOf(250)]) expect(await searchHolders(chain, other)).toEqual([])
  expect(asked).toEqual(['accounts', 'accounts'])
})

it('returns nothing if the node refuses, and throws if it fails', async () => {
  const method = 'getTokenLargestAccounts'
  const refusal = new TernError('rpc/refused', { method, code: -32601, message: 'Method not found' })
  expect(await searchHolders(nodeWith([poolAuthority], [], refusal).chain, mint)).toEqual([])
  const failure = new TernError('rpc/tooManyRequests', { method, retryAfterMs: 1_000 })
  await expect(searchHolders(nodeWith([poolAuthority], [], failure).chain, mint)).rejects.toBe(failure)
})
