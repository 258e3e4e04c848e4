import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { promptly } from '../../../core/test/fuzz.ts'
import { authority } from './addresses.ts'
import { swapEventLayout } from './events.ts'
import { lpChangeEventLayout, readLiquidityChange } from './liquidityEvents.ts'

const event = (changeType: number) =>
  lpChangeEventLayout.encode({
    pool_id: authority,
    lp_amount_before: 1n,
    token_0_vault_before: 2n,
    token_1_vault_before: 3n,
    token_0_amount: 400n,
    token_1_amount: 500n,
    token_0_transfer_fee: 4n,
    token_1_transfer_fee: 0n,
    change_type: changeType,
  })
const facts = { pool: authority, lpSupplyBefore: 1n, reservesBefore: [2n, 3n], transferFees: [4n, 0n] }

describe('readLiquidityChange', () => {
  it("reads the owner's amounts: with the transfer fees of a deposit, without those of a withdrawal", () => {
    expect(readLiquidityChange(event(0))).toEqual({ ...facts, kind: 'deposit', amounts: [404n, 500n] })
    expect(readLiquidityChange(event(1))).toEqual({ ...facts, kind: 'withdrawal', amounts: [400n, 500n] })
  })

  it('reads nothing from other events, other kinds of change, or a part of an event', () => {
    const others = [event(2), event(255), event(0).subarray(0, 96), new Uint8Array(97), new Uint8Array()]
    for (const bytes of [...others, Uint8Array.from([...swapEventLayout.discriminator, ...new Uint8Array(162)])])
      expect(readLiquidityChange(bytes)).toBeUndefined()
  })

  it('reads any bytes', () => {
    const begun = fc.uint8Array({ maxLength: 200 }).map(rest => [...lpChangeEventLayout.discriminator, ...rest])
    fc.assert(
      fc.property(begun, bytes => {
        const read = promptly(() => readLiquidityChange(Uint8Array.from(bytes)))
        expect(read !== undefined).toBe(bytes.length >= 97 && (bytes[96] ?? 0) < 2)
      }),
    )
  })
})
