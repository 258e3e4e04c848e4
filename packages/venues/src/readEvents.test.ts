import { type Address, encodeBase64 } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { authority } from './raydiumCpmm/addresses.ts'
import { swapEventLayout } from './raydiumCpmm/events.ts'
import { program } from './raydiumCpmm/index.ts'
import { readEvents } from './read.ts'
import { eventsInLogs, eventsOf } from './readEvents.ts'

const other = 'ComputeBudget111111111111111111111111111111' as Address
const data = (byte: number) => `Program data: ${encodeBase64(Uint8Array.of(byte))}`
const bytesOf = (logs: readonly string[]) => eventsInLogs(program, logs).map(([byte]) => byte)

describe('events in logs', () => {
  it('are the events that the program itself wrote, at any call depth', () => {
    const logs = [
      `Program ${other} invoke [1]`,
      data(1),
      `Program ${program} invoke [2]`,
      data(2),
      `Program ${other} invoke [3]`,
      data(3),
      `Program ${other} success`,
      data(4),
      `Program ${program} consumed 5 of 200000 compute units`,
      `Program ${program} success`,
      data(5),
      `Program ${other} success`,
      `Program ${program} invoke [1]`,
      data(6),
      `Program ${program} failed: custom program error: 0x1775`,
      data(7),
    ]
    expect(bytesOf(logs)).toEqual([2, 4, 6])
  })

  it('do not include plain messages of a program', () => {
    const logs = [
      `Program ${other} invoke [1]`,
      `Program log: Program ${program} invoke [2]`,
      data(1),
      `Program log: Program ${other} success`,
      data(2),
      `Program ${other} success`,
    ]
    expect(bytesOf(logs)).toEqual([])
  })

  it('end at the truncation of the log, and skip invalid base64', () => {
    const logs = [`Program ${program} invoke [1]`, 'Program data: *', data(1), 'Log truncated']
    expect(bytesOf(logs)).toEqual([1])
  })
})

describe('events of a transaction', () => {
  const tag = [0xe4, 0x45, 0xa5, 0x2e, 0x51, 0xcb, 0x9a, 0x1d]
  const called = (byte: number, by = program) => ({ program: by, data: Uint8Array.of(...tag, byte) })
  const logged = (...list: number[]) => [`Program ${program} invoke [1]`, ...list.map(data)]
  const of = (logs: readonly string[], ...inner: ReturnType<typeof called>[]) =>
    eventsOf(program, { logs, inner }).map(([byte]) => byte)

  it('count once if they are in the log and in a call, in their order', () => {
    expect(of(logged(1, 2), called(1), called(2))).toEqual([1, 2])
    expect(of(logged(), called(1), called(2))).toEqual([1, 2])
    expect(of(logged(1, 2))).toEqual([1, 2])
    expect(of(logged(1, 1), called(1), called(1))).toEqual([1, 1])
    expect(of(logged(1, 1, 3), called(1))).toEqual([1, 1, 3])
  })

  it('are complete if the log was truncated, or if only some were calls', () => {
    expect(of(logged(1), called(1), called(2), called(3))).toEqual([1, 2, 3])
    expect(of(logged(1, 2, 3), called(2))).toEqual([1, 2, 3])
    expect(of(logged(2), called(1), called(2), called(3))).toEqual([1, 2, 3])
  })

  it('do not include calls to another program, or calls without the mark of an event', () => {
    expect(of(logged(), called(1, other))).toEqual([])
    expect(eventsOf(program, { logs: [], inner: [{ program, data: Uint8Array.of(1, 2, 3) }] })).toEqual([])
    expect(eventsOf(program, { logs: [], inner: [{ program, data: new Uint8Array() }] })).toEqual([])
  })
})

describe('readEvents', () => {
  it("reads trades with the trader's amounts, and nothing of unknown programs", async () => {
    const event = swapEventLayout.encode({
      pool_id: authority,
      input_vault_before: 1_000n,
      output_vault_before: 2_000n,
      input_amount: 90n,
      output_amount: 150n,
      input_transfer_fee: 10n,
      output_transfer_fee: 5n,
      base_input: true,
      input_mint: other,
      output_mint: program,
      trade_fee: 1n,
      creator_fee: 0n,
      creator_fee_on_input: true,
    })
    const logs = [`Program ${program} invoke [1]`, `Program data: ${encodeBase64(event)}`, data(1)]
    const trade = { mintIn: other, mintOut: program, amountIn: 100n, amountOut: 145n }
    expect(await readEvents(program, { logs })).toEqual([
      { kind: 'trade', protocol: 'raydium_cpmm', pool: authority, ...trade },
    ])
    expect(await readEvents(other, { logs })).toEqual([])
  })
})
