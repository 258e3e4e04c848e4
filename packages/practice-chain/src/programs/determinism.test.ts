import { systemProgram, token2022Program, wrappedNativeMint } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { createV2, curveOf, manyUnits, migrate, openCoin, trade } from '../../test/pumpfun.ts'
import { type Instruction, type KeyPairSigner, newSigner, sign } from '../../test/transactions.ts'
import { createBank } from '../bank/createBank.ts'
import { pumpfunGenesis } from './pumpfun/genesis.ts'

const sol = 1_000_000_000n

describe('the same transactions', () => {
  it('leave the same bytes, logs and units on another chain with the same genesis', async () => {
    const options = {
      slotMs: 0,
      now: () => 1_790_000_000_000,
      genesis: await pumpfunGenesis(),
      genesisHash: 'GMMx4s5ePSD2D3zAYYbg5h9RwYnwHkZgpETvV6SgzUTX',
    }
    const banks = [await createBank(options), await createBank(options)] as const
    const [user, mint] = [await newSigner(), await newSigner()]
    for (const bank of banks)
      bank.setAccount(user.address, {
        owner: systemProgram,
        lamports: 1_000n * sol,
        executable: false,
        data: new Uint8Array(),
      })
    const both = async (signers: readonly [KeyPairSigner, ...KeyPairSigner[]], ...list: readonly Instruction[]) => {
      const wire = await sign(banks[0].latestBlockhash().blockhash, signers, [manyUnits, ...list])
      const records = []
      for (const bank of banks) {
        // Only the first bank simulates the transaction before.
        if (bank === banks[0]) bank.simulate(wire)
        const result = await bank.submit(wire, { preflight: 'skip' })
        records.push(result.accepted ? bank.transaction(result.signature) : null)
      }
      const [a, b] = records
      expect(a?.err).toBe(null)
      expect(a).toEqual(b)
      for (const address of a?.accounts ?? []) expect(banks[0].account(address)).toEqual(banks[1].account(address))
      for (const bank of banks) await bank.tick()
    }
    await both([user, mint], await createV2(user.address, mint.address))
    for (const request of [
      { tokenIn: wrappedNativeMint, exactIn: sol },
      { tokenIn: mint.address, exactIn: 1_000_000_000n },
      { tokenIn: wrappedNativeMint, exactOut: 1_000_000_000n },
    ])
      await both([user], ...(await trade(banks[0], mint.address, user.address, request)).instructions)
    const { curve } = await openCoin(banks[0], mint.address)
    expect(curve?.stage).toBe('trading')
    expect(banks[0].account(mint.address)?.owner).toBe(token2022Program)
    const { real_token_reserves: left } = await curveOf(banks[0], mint.address)
    const last = { tokenIn: wrappedNativeMint, exactOut: left }
    await both([user], ...(await trade(banks[0], mint.address, user.address, last)).instructions)
    await both([user], await migrate(banks[0], mint.address, user.address, { version: 2 }))
  })
})
