import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeAmmPool } from '../../test/pumpAmmPools.ts'
import { globalConfigAddress } from './addresses.ts'
import { decodeGlobalConfig, decodePoolState } from './index.ts'
import { poolLayout } from './layout.ts'

const { address, accounts } = makeAmmPool({
  state: {
    virtual_quote_reserves: -5n,
    creator_fee_bps: 7n,
    can_edit_creator_fee: true,
    is_holder_reward: true,
    protocol_fees: 8n,
    creator_fees: 9n,
    is_mayhem_mode: true,
    is_cashback_coin: true,
  },
})
const whole = accounts.get(address)?.data ?? new Uint8Array()

describe('Pool', () => {
  it('decodes in each of its sizes, with zeros for later fields', () => {
    const at = (length: number) => decodePoolState(whole.subarray(0, length))
    expect(at(301)).toEqual(poolLayout.decode(whole, 'atLeast'))
    expect(at(287)).toEqual(at(301))
    expect(at(271)).toEqual({ ...at(301), protocol_fees: 0n, creator_fees: 0n })
    expect(at(270)).toEqual({ ...at(271), is_holder_reward: false })
    expect(at(261)).toMatchObject({ virtual_quote_reserves: -5n, creator_fee_bps: 0n, can_edit_creator_fee: false })
    expect(at(245)).toMatchObject({ virtual_quote_reserves: 0n, is_cashback_coin: true })
    expect(at(244)).toMatchObject({ is_cashback_coin: false, is_mayhem_mode: true })
    expect(at(243)).toMatchObject({ is_mayhem_mode: false })
    expect(at(211).coin_creator).toBe('11111111111111111111111111111111')
    expect(() => at(210)).toThrow('takes 211 bytes')
    // Between two sizes, the smaller size counts.
    expect(at(260)).toEqual(at(245))
  })

  it('decodes any bytes to a state or an error of the catalogue', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), bytes => {
        const data = Uint8Array.from([...whole.subarray(0, 8), ...bytes])
        for (const decode of [decodePoolState, decodeGlobalConfig])
          try {
            decode(data)
          } catch (error) {
            expect((error as { name: string }).name).toBe('TernError')
          }
      }),
      { numRuns: 5_000 },
    )
  })
})

it('GlobalConfig decodes without its latest fields', () => {
  const data = accounts.get(globalConfigAddress)?.data ?? new Uint8Array()
  expect(data).toHaveLength(949)
  const short = decodeGlobalConfig(data.subarray(0, 907))
  expect(short).toMatchObject({ buyback_basis_points: 5_000n, boost_enabled: false, creator_fee_configurable: false })
  expect(() => decodeGlobalConfig(data.subarray(0, 906))).toThrow('takes 907 bytes')
})
