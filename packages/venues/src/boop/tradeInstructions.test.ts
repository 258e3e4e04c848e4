import { type Address, associatedTokenAddress, tokenProgram } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { readTrade } from '../../test/readTrade.ts'
import { bondingCurveAddress, encodeBuyToken, encodeSellToken, program } from './index.ts'
import {
  bondingCurveSolVaultAddress,
  bondingCurveVaultAddress,
  mintAddress,
  tradingFeesVaultAddress,
} from './internal.ts'

const owner = 'AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9' as Address
const mint = '7v54NWdBtkjuAFJrLGsS2SXnuk8nKam81mZJeeYxVFi9' as Address
const curve = {
  mint,
  bonding_curve: await bondingCurveAddress(mint),
  trading_fees_vault: await tradingFeesVaultAddress(mint),
  bonding_curve_vault: await bondingCurveVaultAddress(mint),
  bonding_curve_sol_vault: await bondingCurveSolVaultAddress(mint),
}
const tokens = await associatedTokenAddress(owner, mint, tokenProgram)

/** The addresses and data of the interface description's instructions, with these accounts. */
const first = `7v54NWdBtkjuAFJrLGsS2SXnuk8nKam81mZJeeYxVFi9 3JJWeBMBAEkCYrMF5irDWUUuxgQ2FViFGZZVQxGSvGtJ+
  EuUz5T3B4qem95wq5cpTEEB6fgpRkrpqCvQjMMD6rudz+ EwT96Faiwq4QEn686fxG2EdfKuVfDoFTQTVsZfH9LGcD+
  7EWFGT6BVAmr5b1xxWkbR1bEtrHQaM44saXypWNjcL1T+ 4XHQ6iTrkyb3T8GD1aV5u79UhUaSQou9CNYXiKnsjMsX+
  AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9+*`
const last = `11111111111111111111111111111111 TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA
  ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL`
const config = 'AbgFqRWjGWgUaVrZrLLWU5HDY5dktmAL6zT9aacQW7y1'
const split = (text: string) => text.trim().split(/\s+/)
const described = ({ accounts = [] }: ReturnType<typeof encodeBuyToken>) =>
  accounts.map(({ address, role }) => `${address}${role & 1 ? '+' : ''}${role & 2 ? '*' : ''}`)
const hex = ({ data }: ReturnType<typeof encodeBuyToken>) => Buffer.from(data ?? []).toString('hex')

describe('instructions', () => {
  it('buy as the interface description says, with a writable recipient', () => {
    const made = encodeBuyToken({ ...curve, recipient_token_account: tokens, buyer: owner }, 1_000_000_000n, 42n)
    expect(described(made)).toEqual(
      split(
        `${first} ${config} GVVUi6DaocSEAp8ATnXFAPNF5irCWjCvmPCzoaGAf5eJ So11111111111111111111111111111111111111112
          ${last}`,
      ),
    )
    expect(hex(made)).toBe('8a7f0e5b2657736900ca9a3b000000002a00000000000000')
  })

  it('sell as the interface description says', () => {
    const made = encodeSellToken(
      { ...curve, seller_token_account: tokens, seller: owner, recipient: owner },
      123_456_789n,
      7n,
    )
    expect(described(made)).toEqual(split(`${first} ${owner}+ ${config} ${last}`))
    expect(hex(made)).toBe('6d3d28bbe6b087ae15cd5b07000000000700000000000000')
  })

  it('tell of a sale to another recipient', () => {
    const other = mint
    const { accounts = [], data } = encodeSellToken(
      { ...curve, seller_token_account: tokens, seller: owner, recipient: other },
      5n,
      7n,
    )
    const read = readTrade(
      program,
      accounts.map(({ address }) => address),
      Uint8Array.from(data ?? []),
    )
    expect(read?.accounts).toMatchObject({ owner, tokenAccountOut: other })
  })

  it('derive a mint from its payer and a number', async () => {
    const [one, two] = [await mintAddress(owner, 1n), await mintAddress(owner, 256n)]
    expect(new Set([one, two, await mintAddress(mint, 1n)]).size).toBe(3)
  })
})
