import { describe, expect, it } from 'vitest'
import { authority } from './addresses.ts'
import { lpChangeEventLayout, readTrade } from './events.ts'

describe('readTrade', () => {
  it('reads nothing out of other events, or of a trade cut short', () => {
    const deposit = lpChangeEventLayout.encode({
      pool_id: authority,
      lp_amount_before: 1n,
      token_0_vault_before: 2n,
      token_1_vault_before: 3n,
      token_0_amount: 4n,
      token_1_amount: 5n,
      token_0_transfer_fee: 0n,
      token_1_transfer_fee: 0n,
      change_type: 0,
    })
    expect(lpChangeEventLayout.decode(deposit)).toMatchObject({ pool_id: authority, token_1_amount: 5n })
    expect(readTrade(deposit)).toBeUndefined()
    const cut = Uint8Array.from([0x40, 0xc6, 0xcd, 0xe8, 0x26, 0x08, 0x71, 0xe2, ...new Uint8Array(81)])
    expect(readTrade(cut)).toBeUndefined()
    expect(readTrade(new Uint8Array())).toBeUndefined()
  })
})
