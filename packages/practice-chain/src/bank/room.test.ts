import { getCreateAccountInstruction } from '@solana-program/system'
import { rentExemption } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { balance, latest, openBank, sol } from '../../test/openBank.ts'
import { newSigner, refusalOf, sign, transfer } from '../../test/transactions.ts'

const large = 1_000_000
type Opened = Awaited<ReturnType<typeof openBank>>

/** Creates an account of `space` bytes; `why` is the error, if it fails. */
async function make({ bank, payer }: Opened, space = large) {
  const newAccount = await newSigner()
  const lamports = rentExemption(space)
  const programAddress = payer.address
  const create = getCreateAccountInstruction({ payer, newAccount, lamports, space, programAddress })
  const why = await refusalOf(bank, await sign(latest(bank), [payer, newAccount], [create]))
  return { address: newAccount.address, why }
}

describe('room for accounts', () => {
  it('ends: a transaction that needs more is refused and leaves no trace', async () => {
    const opened = await openBank({ accountBytes: 5 * large })
    const { bank, payer } = opened
    expect([(await make(opened)).why, (await make(opened)).why]).toEqual([undefined, undefined])
    const before = balance(bank, payer.address)
    const { address, why } = await make(opened)
    expect(why).toBe('WouldExceedAccountDataTotalLimit')
    expect([bank.account(address), balance(bank, payer.address)]).toEqual([null, before])
    // A transfer needs no more room and succeeds, and a smaller account fits.
    expect(await refusalOf(bank, await sign(latest(bank), [payer], [transfer(payer.address, address, sol)]))).toBe(
      undefined,
    )
    expect((await make(opened, 60_000)).why).toBe(undefined)
    expect(balance(bank, payer.address)).toBe(before - sol - rentExemption(60_000) - 15_000n)
  })

  it('ends for small accounts too', async () => {
    const opened = await openBank({ accountBytes: 100_000 })
    expect((await make(opened, 60_000)).why).toBe(undefined)
    expect((await make(opened, 60_000)).why).toBe('WouldExceedAccountDataTotalLimit')
  })

  it('limits the earlier data that a rollback needs: large writes are refused, small writes are not', async () => {
    const opened = await openBank({ undoBytes: 5 * large })
    const { bank, payer } = opened
    const { address } = await make(opened)
    const write = async (lamports: bigint) => {
      await bank.tick()
      return refusalOf(bank, await sign(latest(bank), [payer], [transfer(payer.address, address, lamports)]))
    }
    const outcomes: unknown[] = []
    for (let i = 1n; i <= 8n; i++) outcomes.push(await write(i))
    const full = 'WouldExceedAccountDataBlockLimit'
    expect(outcomes).toEqual([...Array(5).fill(undefined), ...Array(3).fill(full)])
    // A small write succeeds although large writes have filled the room.
    expect((await make(opened, 1_000)).why).toBe(undefined)
    for (let i = 0; i < 32; i++) await bank.tick()
    expect(await write(9n)).toBe(undefined)
    await bank.rollback(1n)
    expect(balance(bank, address)).toBe(rentExemption(large) + 15n)
  })
})
