import { createHash } from 'node:crypto'
import { type Address, decodeBase64, systemProgram } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { createBank } from '../../bank/createBank.ts'
import { pumpfunGenesis } from './genesis.ts'

/**
 * A `create_v2` as mainnet simulated it in slot 450677556 (2026-09-26), of Archaneweb3/tekkteam
 * (docs/pump-simulation-2026-09-26.json): the transaction, the calls it made, the hashes of what it left, its units.
 */
const recorded = {
  unixTimestamp: 0x6ab7bd7fn,
  message:
    'AgAIEMQQlMt5NBPFoTwyqJNHnEIW4oFWoal0Ek7qSQ2iqrWDtsdiLDpvylt9sveE9XFJnQjuvaiDyKlnQWNXFcs59YwfJsD5y6gdHjg1X6kDKq0GCLJVvObtqyR+YHz1/G5t9k3WGpxnRixBmxMk0TJ1Tgfacel0Fj0z3MUyIm7jDoLeootf0mq0eaapzGy/awsj62GIWjceASCsqRO+7z0TinjBCz5JarFT+mHx9QRyEdo5cXLqlWsgUsmlYhIAI2Oac9WDM7znichWDuEiIMz3XYCN91NVAASKapWJoTX7hP0VBSrl16fapySm6rCnKVSRhVrUoGcWYGdMTgNFWYA9ZaMAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACtrqJ9s8bz0E5c8KICnwPjOY8IU5Xv7+8XH8ZK+BdBOoZeae4PVIDKvPZjV+TcLxjVjUXB6nSJ+zcj2Xk8cqYBVuD2k2Zaz0TbFWi/F1uqUYnLl/XS/ztlXSu2/W0YsIyXJY9OJInxuz0QKRSODYMLWhOZ2v8QhASOe9jb6fhZrPE26wH8HE6IPSPItYRKtZo39mrdV8XprDtT4FnTXGQG3fbh7nWP3hhCXbzkbM3athr8TYO5DSf+vfko2KGL/AbFwc5jjSVn0mRosF65UdGijcxuEjSCtcZ1FJdw5ivyy0nLSmbJAnJzClflV2YwPc/FlJ0s5VxnozMFa3cqaxkBCxABDwUGCgAIDgwHCQQCAw0LlQHWkEzsX4sxtA0AAABURUtLV09SSyBURVNUBAAAAFRFS0tFAAAAaHR0cHM6Ly90ZWtrd29yay10ZXN0LW1ldGFkYXRhLnZlcmNlbC5hcHAvbWV0YWRhdGEvdGVra3dvcmstdGVzdC5qc29uxBCUy3k0E8WhPDKok0ecQhbigVahqXQSTupJDaKqtYMAAAAAAAAAAAAAAA==',
  payer: 'ECMaFXkpb2bDFKXQciAKa1HNtqWgJs9PU3DcEmzgNMNS' as Address,
  left: {
    // The mint with its metadata, the curve, where it keeps its tokens.
    DJVY8fE3nQrCuxf4BwdN27Yn44VUoHTB8gzt97t7mGkK: '2f250048577c6ee39cbe480fb2b54f4a3cfa2cbcb4fa4ec1d65b746a660b16c4',
    DzZdVzD9DEf3JoTatnp8qp5PKoQ9u8jK2RnzdsHZKDLe: 'a38db453edd407e2f9399ed35c2a997f37177c1c66cd5e5f76230960c10ffbb4',
    FNTsmwECdhhqVV7xSZMWoBu6aCxTyp8vGJn4sugoVmZ6: 'd7eeb047b08d00a17dd121825a5431aa0572d8c47c7838d72e51c6cc172abef4',
  } satisfies Readonly<Record<string, string>>,
  inner: [
    ['11111111111111111111111111111111', 2],
    ['TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb', 2],
    ['TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb', 2],
    ['11111111111111111111111111111111', 2],
    ['ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL', 2],
    ['TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb', 3],
    ['11111111111111111111111111111111', 3],
    ['TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb', 3],
    ['TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb', 3],
    ['11111111111111111111111111111111', 2],
    ['TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb', 2],
    ['TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb', 2],
    ['TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb', 2],
    ['TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb', 2],
    ['6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P', 2],
  ] as const,
  event:
    'G3KpTd7rY3YNAAAAVEVLS1dPUksgVEVTVAQAAABURUtLRQAAAGh0dHBzOi8vdGVra3dvcmstdGVzdC1tZXRhZGF0YS52ZXJjZWwuYXBwL21ldGFkYXRhL3Rla2t3b3JrLXRlc3QuanNvbrbHYiw6b8pbfbL3hPVxSZ0I7r2og8ipZ0FjVxXLOfWMwQs+SWqxU/ph8fUEchHaOXFy6pVrIFLJpWISACNjmnPEEJTLeTQTxaE8MqiTR5xCFuKBVqGpdBJO6kkNoqq1g8QQlMt5NBPFoTwyqJNHnEIW4oFWoal0Ek7qSQ2iqrWDf723agAAAAAAENhH488DAACsI/wGAAAAAHjF+1HRAgAAgMakfo0DAAbd9uHudY/eGEJdvORszdq2GvxNg7kNJ/69+SjYoYv8AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACsI/wGAAAAAAAAAAAAAAAA',
  units: 103_485n,
}

describe('a launch that mainnet has simulated', () => {
  it('leaves the same bytes, calls the same programs and tells the same, to the letter', async () => {
    const bank = await createBank({
      slotMs: 0,
      now: () => Number(recorded.unixTimestamp) * 1000,
      genesis: await pumpfunGenesis(),
    })
    bank.setAccount(recorded.payer, {
      owner: systemProgram,
      lamports: 17_664_446n,
      executable: false,
      data: new Uint8Array(),
    })
    const addresses = Object.keys(recorded.left) as Address[]
    const transaction = Buffer.concat([Uint8Array.of(2), new Uint8Array(2 * 64), decodeBase64(recorded.message)])
    const run = bank.simulate(transaction, {
      signatures: 'ignore',
      blockhash: 'replace',
      accounts: addresses,
    })
    if (!run.simulated) throw new TypeError(JSON.stringify(run.refusal))
    const { err, logs, postAccounts, innerInstructions, accounts, unitsConsumed } = run.result
    expect(err, logs.join('\n')).toBe(null)
    const hashes = addresses.map(address => [
      address,
      createHash('sha256')
        .update(postAccounts.get(address)?.data ?? '')
        .digest('hex'),
    ])
    expect(Object.fromEntries(hashes)).toEqual(recorded.left)
    const calls = innerInstructions[0]?.instructions.map(inner => [accounts[inner.programIdIndex], inner.stackHeight])
    expect(calls).toEqual(recorded.inner)
    expect(logs).toContain(`Program data: ${recorded.event}`)
    expect(unitsConsumed).toBeGreaterThan(recorded.units - 300n)
    expect(unitsConsumed).toBeLessThan(recorded.units + 300n)
    await bank.close()
  })
})
