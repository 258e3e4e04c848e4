import { type Address, encodeBase58 } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { readEvents, readLifeCycle } from '../read.ts'
import { authority, program } from './addresses.ts'
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

describe('a new pool', () => {
  const k = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
  const hex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'))
  // As `makeCreateCpmmPoolInInstruction` and `initializeWithPermission` of @raydium-io/raydium-sdk-v2 0.2.73-alpha make them.
  const own = {
    accounts: Array.from({ length: 20 }, (_, i) => k(i + 1)),
    data: hex('afaf6d1f0d989bed070000000000000005000000000000000900000000000000'),
  }
  const permitted = {
    accounts: Array.from({ length: 21 }, (_, i) => k(i + 1)),
    data: hex('3f37fe4131b2597907000000000000000500000000000000090000000000000001'),
  }
  const pool = { kind: 'pool', protocol: 'raydium_cpmm', timestampSeconds: undefined }

  it('is told by the instruction that opens it: the program writes no event of it', async () => {
    const instructions = [own, permitted].map(one => ({ program, ...one }))
    expect(await readEvents(program, { logs: [], instructions })).toEqual([
      { ...pool, pool: k(4), mints: [k(5), k(6)], creator: k(1) },
      { ...pool, pool: k(5), mints: [k(6), k(7)], creator: k(2) },
    ])
    const swap = { program, accounts: own.accounts, data: hex('8fbe5adac41e33de') }
    expect(await readEvents(program, { logs: [], instructions: [swap] })).toEqual([])
  })

  it('is one of a token’s life, paid by one and maybe another’s', () => {
    const told = (accounts: object) => ({ protocol: 'raydium_cpmm', kind: 'openPool', accounts })
    expect(readLifeCycle(program, own.accounts, own.data)).toEqual(
      told({ owner: k(1), pool: k(4), mints: [k(5), k(6)] }),
    )
    expect(readLifeCycle(program, permitted.accounts, permitted.data)).toEqual(
      told({ owner: k(1), creator: k(2), pool: k(5), mints: [k(6), k(7)] }),
    )
    expect(readLifeCycle(program, permitted.accounts.slice(1), permitted.data)).toBeUndefined()
  })
})
