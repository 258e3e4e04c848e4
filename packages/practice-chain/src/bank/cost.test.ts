import { AccountRole } from '@solana/kit'
import { type Address, computeBudgetProgram, encodeBase58, systemProgram, tokenProgram } from '@tern/core'
import { clockSysvar } from '@tern/core/internal'
import { describe, expect, it } from 'vitest'
import { latest, openBank, u64 } from '../../test/openBank.ts'
import { type Instruction, newSigner, sign, transfer } from '../../test/transactions.ts'
import { decodeRecord, encodeRecord } from './recordCodec.ts'

type Opened = Awaited<ReturnType<typeof openBank>>

async function landed({ bank, payer }: Opened, ...instructions: Instruction[]) {
  const result = await bank.submit(await sign(latest(bank), [payer], instructions), { preflight: 'skip' })
  return (result.accepted ? bank.transaction(result.signature) : null) ?? expect.fail('refused')
}

const budget = (...data: (number | Uint8Array)[]): Instruction => ({
  programAddress: computeBudgetProgram,
  data: Buffer.concat(data.map(part => (typeof part === 'number' ? Uint8Array.of(part) : part))),
})

describe('the compute units that a transaction takes of its block', () => {
  it('equal the units that mainnet’s nodes report for the same transaction', async () => {
    const opened = await openBank()
    const payment = transfer(opened.payer.address, (await newSigner()).address, 1_000_000n)
    // One signature, two write locks, 12 bytes of data, 150 units, a page: 720 + 600 + 3 + 150 + 8.
    expect((await landed(opened, payment)).costUnits).toBe(1_481n)
    // 26 bytes of data, 450 units: 720 + 600 + 6 + 450 + 8.
    const [limit, price] = [budget(2, Uint8Array.of(64, 13, 3, 0)), budget(3, u64(1n))]
    expect((await landed(opened, limit, price, payment)).costUnits).toBe(1_784n)
  })

  it('include write locks that the runtime does not grant', async () => {
    const opened = await openBank()
    const payment = transfer(opened.payer.address, opened.payer.address, 1n)
    const asking = {
      ...payment,
      accounts: [...(payment.accounts ?? []), { address: clockSysvar, role: AccountRole.WRITABLE }],
    }
    const [plain, more] = [await landed(opened, payment), await landed(opened, asking)]
    expect([plain.err, more.err]).toEqual([null, null])
    expect(more.writable).toEqual(plain.writable)
    expect((more.costUnits ?? 0n) - (plain.costUnits ?? 0n)).toBe(300n)
  })

  it('grow with the loaded accounts, by pages', async () => {
    const opened = await openBank()
    const large = (await newSigner()).address
    const content = { owner: systemProgram, lamports: 10n ** 12n, executable: false, data: new Uint8Array(100_000) }
    opened.bank.setAccount(large, content)
    // Three whole pages and a part of the fourth.
    expect((await landed(opened, transfer(opened.payer.address, large, 1n))).costUnits).toBe(1_473n + 4n * 8n)
  })

  it('are computed without copying code out of the machine', async () => {
    const { bank } = await openBank()
    const code = encodeBase58((bank.account(tokenProgram)?.data ?? new Uint8Array()).subarray(4, 36)) as Address
    expect(bank.account(code)?.data.length).toBeGreaterThan(50_000)
    expect(bank.account(code)?.data).toBe(bank.account(code)?.data)
  })

  it('exclude loaded accounts if a program is missing', async () => {
    const opened = await openBank()
    const missing = encodeBase58(new Uint8Array(32).fill(9)) as Address
    const record = await landed(opened, { programAddress: missing, data: new Uint8Array(8) })
    expect([record.err, record.costUnits]).toEqual(['ProgramAccountNotFound', 720n + 300n + 2n])
  })

  it('are unknown for a transaction kept by an earlier version', async () => {
    const opened = await openBank()
    const record = await landed(opened, transfer(opened.payer.address, opened.payer.address, 1n))
    const bytes = encodeRecord(record)
    expect(decodeRecord(bytes)).toEqual(record)
    expect(decodeRecord(bytes.slice(0, -8))).toEqual({ ...record, costUnits: null })
  })
})
