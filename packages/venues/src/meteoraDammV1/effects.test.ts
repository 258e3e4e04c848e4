import type { Instruction } from '@solana/instructions'
import { type Address, encodeBase58 } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { addressNamed } from '../../test/encodedInstructions.ts'
import { readTrade } from '../../test/readTrade.ts'
import { anchorInstruction } from '../effects/language.ts'
import { readLanded } from '../effects/readLanded.ts'
import { encodeSwap, program, type SwapAccounts } from './index.ts'

const k = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
const accounts: SwapAccounts = {
  ...{ pool: k(1), user_source_token: k(2), user_destination_token: k(3), a_vault: k(4), b_vault: k(5) },
  ...{ a_token_vault: k(6), b_token_vault: k(7), a_vault_lp_mint: k(8), b_vault_lp_mint: k(9), a_vault_lp: k(10) },
  ...{ b_vault_lp: k(11), protocol_token_fee: k(12), user: k(13) },
}
const parts = ({ accounts = [], data = new Uint8Array() }: Instruction) =>
  [accounts.map(({ address }) => address), Uint8Array.from(data)] as const

describe('the effects of a swap', () => {
  it('are the amounts that it takes and brings. The trader’s accounts prove the mints', () => {
    for (const stake of [undefined, k(14)])
      expect(readTrade(program, ...parts(encodeSwap({ ...accounts, stake }, 7n, 5n)))).toEqual({
        ...{ protocol: 'meteora_damm_v1', kind: 'swap', mode: 'exactIn', maxIn: 7n, minOut: 5n },
        accounts: {
          ...{ owner: k(13), pool: k(1), tokenAccountIn: k(2), tokenAccountOut: k(3) },
          ...{ mintIn: 'byTerms', mintOut: 'byTerms' },
        },
      })
  })

  it('name the mints of a landed swap by the accounts that hold these, in either direction', () => {
    const [named, data] = parts(encodeSwap(accounts, 7n, 5n))
    const mintsWith = (paid: Address) => {
      const mints = new Map([
        [k(6), k(20)],
        [k(7), k(21)],
        [k(12), paid],
      ])
      const read = readLanded({ program, accounts: named, data }, 'named', account => mints.get(account))
      return [read?.takes[0]?.mint, read?.brings[0]?.mint]
    }
    expect(mintsWith(k(20))).toEqual([k(20), k(21)])
    expect(mintsWith(k(21))).toEqual([k(21), k(20)])
  })

  it('are unknown with another number of bytes or accounts', () => {
    const { accounts: metas = [], data = new Uint8Array(), ...swap } = encodeSwap(accounts, 7n, 5n)
    for (const changed of [
      { ...swap, data, accounts: metas.slice(0, 14) },
      { ...swap, data, accounts: [...metas, ...metas.slice(0, 2)] },
      { ...swap, data: data.slice(0, -1), accounts: metas },
      { ...swap, data: Uint8Array.of(...data, 0), accounts: metas },
    ])
      expect(readTrade(program, ...parts(changed))).toBeUndefined()
  })
})

describe('the effects of a new pool', () => {
  it.each([
    ['initialize_permissionless_pool', 0, 26],
    ['initialize_permissionless_pool_with_fee_tier', 0, 26],
    ['initialize_permissionless_constant_product_pool_with_config', 1, 26],
    ['initialize_permissionless_constant_product_pool_with_config2', 1, 26],
    ['initialize_customizable_permissionless_constant_product_pool', 0, 25],
  ] as const)('name its creator and its mints: %s', (name, configs, count) => {
    const named = Array.from({ length: count }, (_, i) => addressNamed(String(i)))
    const data = Uint8Array.from([...anchorInstruction(name).discriminator, ...new Uint8Array(40)])
    const read = readLanded({ program, accounts: named, data }, 'named')
    expect(read).toMatchObject({ kind: 'create', pool: named[0], mints: [named[2 + configs], named[3 + configs]] })
    expect(read?.walletPlaces).toEqual([17 + configs])
  })
})
