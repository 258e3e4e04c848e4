import type { Chain } from '@tern/chain'
import { type AccountSnapshot, type Address, encodeBase58 } from '@tern/core'
import { program } from '@tern/venues/raydiumLaunchlab'
import { ammProgram, migrateToAmmLayout } from '@tern/venues/raydiumLaunchlab/internal'
import { expect, it } from 'vitest'
import { findGraduation } from './findGraduation.ts'

const addressOf = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
const [curve, pool] = [addressOf(100), addressOf(101)]

/** Accounts of `migrate_to_amm`: 32, the 14th is the pool and the 24th the curve. The practice chain lacks this instruction. */
const accounts = Array.from({ length: 32 }, (_, i) => (i === 13 ? pool : i === 23 ? curve : addressOf(i + 1)))
const migration = {
  meta: { logMessages: [] },
  transaction: {
    message: {
      accountKeys: [...accounts, program],
      instructions: [
        {
          programIdIndex: accounts.length,
          accounts: accounts.map((_, i) => i),
          data: encodeBase58(
            migrateToAmmLayout.encode({ base_lot_size: 1n, quote_lot_size: 1n, market_vault_signer_nonce: 0 }),
          ),
        },
      ],
    },
  },
}
const other = { ...migration, transaction: { message: { accountKeys: accounts, instructions: [] } } }
const owned: AccountSnapshot = {
  owner: ammProgram,
  lamports: 1n,
  executable: false,
  data: new Uint8Array(752),
  slot: 1n,
}

/** A node with these transactions of the curve, newest first. Failed transactions are just `'failed'`. */
function nodeWith(transactions: readonly unknown[]) {
  const asked: string[] = []
  const answer = <Result>(name: string, result: Result) => {
    asked.push(name)
    return { send: async () => result }
  }
  const rpc = {
    getSignaturesForAddress(_: Address, { limit, before }: { limit: number; before?: string }) {
      const from = before === undefined ? 0 : Number(before) + 1
      const page = transactions.slice(from, from + limit)
      return answer(
        'signatures',
        page.map((one, i) => ({ signature: String(from + i), err: one === 'failed' ? {} : null })),
      )
    },
    getTransaction: (signature: string) => answer('transaction', transactions[Number(signature)]),
  }
  const readAccounts = async (addresses: readonly Address[]) =>
    new Map(addresses.map(address => [address, address === pool ? owned : null]))
  return { client: { chain: { rpc, readAccounts } as unknown as Chain }, asked }
}

const ended = { address: curve, curve: { stage: 'migrated', progressPpm: 1_000_000, creator: addressOf(1) } } as const

it('finds the AMM v4 pool that a curve’s migration names, and caches it', async () => {
  const { client, asked } = nodeWith([...Array.from({ length: 25 }, () => other), migration, other])
  expect(await findGraduation(client, ended)).toEqual({ protocol: 'raydiumammv4', address: pool })
  const first = asked.length
  expect(await findGraduation(client, ended)).toEqual({ protocol: 'raydiumammv4', address: pool })
  expect(asked).toHaveLength(first)
})

it('finds it behind failed transactions of an ended curve, without reading any of them', async () => {
  const { client, asked } = nodeWith([other, ...Array.from({ length: 1_500 }, () => 'failed'), migration, other])
  expect(await findGraduation(client, ended)).toEqual({ protocol: 'raydiumammv4', address: pool })
  expect(asked.filter(name => name === 'transaction')).toHaveLength(3)
})

it('reads sixty transactions at most, and does not search again at once', async () => {
  const read = Array.from({ length: 60 }, () => ['failed', other]).flat()
  const { client, asked } = nodeWith([...read, migration])
  expect(await findGraduation(client, ended)).toBeUndefined()
  const first = asked.length
  expect(asked.filter(name => name === 'transaction')).toHaveLength(60)
  expect(await findGraduation(client, ended)).toBeUndefined()
  expect(asked).toHaveLength(first)
})

it('lists two thousand at most', async () => {
  const { client, asked } = nodeWith([...Array.from({ length: 2_000 }, () => 'failed'), migration])
  expect(await findGraduation(client, ended)).toBeUndefined()
  expect(asked).toEqual(Array.from({ length: 10 }, () => 'signatures'))
})

it('requests nothing for a curve that trades', async () => {
  const { client, asked } = nodeWith([migration])
  expect(await findGraduation(client, { ...ended, curve: { ...ended.curve, stage: 'trading' } })).toBeUndefined()
  expect(asked).toEqual([])
})

it('names a pool that may differ only once it exists and is the curve’s', async () => {
  const waiting = { ...ended, curve: { ...ended.curve, stage: 'complete' } } as const
  const derived = { protocol: 'raydium_cpmm', address: pool } as const
  const graduation = (more: object) => async () => ({ ...derived, ...more })
  const { client } = nodeWith([])
  const there = (more: object) => findGraduation(client, { ...waiting, graduation: graduation(more) })
  expect(await there({ isProvedBy: () => true, mayDiffer: true })).toEqual(derived)
  expect(await there({ isProvedBy: () => false, mayDiffer: true })).toBeUndefined()
  const later = (more: object) =>
    findGraduation(client, { ...waiting, graduation: graduation({ ...more, address: addressOf(102) }) })
  expect(await later({})).toEqual({ ...derived, address: addressOf(102) })
  expect(await later({ mayDiffer: true })).toBeUndefined()
})
