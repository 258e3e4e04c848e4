import { describe, expect, it } from 'vitest'
import { recordedAccount, snapshot } from '../test/accounts.ts'
import { filledAddress } from '../test/filledAddress.ts'
import { expectOnlyTernErrors } from '../test/fuzz.ts'
import { addressLookupTableProgram, systemProgram } from './addresses.ts'
import { decodeLookupTable, lookupTableHeaderLayout } from './lookupTable.ts'

const { address, account } = recordedAccount('lookupTable')
const read = (data: Uint8Array) => decodeLookupTable(address, snapshot(addressLookupTableProgram, data))

describe('decodeLookupTable', () => {
  it('reads a table that the program wrote', () => {
    const table = decodeLookupTable(address, account)
    expect(table).toMatchObject({
      address,
      deactivationSlot: null,
      lastExtendedSlot: 400_000_009n,
      lastExtendedStartIndex: 20,
    })
    expect(table.addresses).toEqual(Array.from({ length: 24 }, (_, i) => filledAddress(i + 1)))
  })

  it('reads a table that is frozen, switched off or empty', () => {
    const header = {
      type: 1,
      deactivationSlot: 77n,
      lastExtendedSlot: 5n,
      lastExtendedStartIndex: 0,
      hasAuthority: false,
      authority: filledAddress(0),
      padding: new Uint8Array(2),
    }
    const frozen = lookupTableHeaderLayout.encode(header)
    expect(read(frozen)).toEqual({
      address,
      deactivationSlot: 77n,
      lastExtendedSlot: 5n,
      lastExtendedStartIndex: 0,
      authority: null,
      addresses: [],
    })
    expect(read(Uint8Array.of(...frozen, ...new Uint8Array(256 * 32))).addresses.length).toBe(256)
  })

  it('refuses an account of another program or kind, and a length with a part of an address', () => {
    const refused = (data: Uint8Array, code: string) =>
      expect(() => read(data)).toThrow(expect.objectContaining({ code }))
    refused(account.data.with(0, 0), 'layout/invalidValue')
    refused(account.data.with(0, 2), 'layout/invalidValue')
    refused(account.data.with(21, 2), 'layout/invalidValue')
    refused(account.data.subarray(0, 55), 'layout/wrongSize')
    refused(account.data.subarray(0, -1), 'layout/wrongSize')
    refused(account.data.subarray(0, 57), 'layout/wrongSize')
    refused(Uint8Array.of(...account.data.subarray(0, 56), ...new Uint8Array(257 * 32)), 'layout/wrongSize')
    expect(() => decodeLookupTable(address, snapshot(systemProgram, account.data))).toThrow(
      expect.objectContaining({ code: 'layout/wrongOwner' }),
    )
  })

  it('throws only its own errors for any bytes', () => {
    expectOnlyTernErrors(account.data, read, /^layout\//)
  })
})
