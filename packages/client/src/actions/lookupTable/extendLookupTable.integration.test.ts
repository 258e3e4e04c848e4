import { decodeLookupTable } from '@tern/core'
import { sharedAccounts } from '@tern/venues/internal/sharedAccounts'
import { afterAll, expect, it } from 'vitest'
import { addressOf, openMarket, sol } from '../../../test/market.ts'
import { extendLookupTable } from './extendLookupTable.ts'
import { planExtendTable } from './planExtendTable.ts'

const market = await openMarket()
const { clientFor, newWallet, read, lamportsOf } = market
afterAll(market.close)

it('opens a table with the shared accounts of trades, and costs nothing if the table is complete', async () => {
  const owner = await newWallet(sol)
  const client = clientFor(owner)
  const { table, added } = await extendLookupTable(client)
  expect(added).toBe(sharedAccounts.length)
  const account = (await read(table)) ?? expect.fail('no table')
  expect(decodeLookupTable(table, account)).toMatchObject({ addresses: sharedAccounts, authority: owner.address })
  const left = await lamportsOf(owner.address)
  expect(await extendLookupTable(client, { table })).toEqual({ table, added: 0 })
  expect(await lamportsOf(owner.address)).toBe(left)
})

it('counts the rent that the chain asks for', async () => {
  const { chain, ...client } = clientFor(await newWallet(sol))
  const readRent = async (bytes: number) => BigInt(bytes)
  const { plan } = await planExtendTable({ ...client, chain: { ...chain, readRent } }, {})
  const rents = plan?.messages.map(({ terms }) => terms.lamports?.rent)
  // The first message also opens the table, of 56 bytes.
  const added = sharedAccounts.length * 32
  expect(rents?.reduce((sum = 0n, rent = 0n) => sum + rent)).toBe(56n + BigInt(added))
})

it('rejects a foreign table, a missing table, and a client without an owner', async () => {
  const { table } = await extendLookupTable(clientFor(await newWallet(sol)))
  const other = clientFor(await newWallet(sol))
  await expect(extendLookupTable(other, { table })).rejects.toMatchObject({ code: 'layout/mismatch' })
  await expect(extendLookupTable(other, { table: addressOf(3) })).rejects.toMatchObject({ code: 'address/missing' })
  const stranger = (await newWallet(sol)).address
  await expect(extendLookupTable(other, { table: stranger })).rejects.toMatchObject({ code: 'layout/wrongOwner' })
  await expect(extendLookupTable(clientFor(undefined))).rejects.toMatchObject({ code: 'owner/missing' })
})
