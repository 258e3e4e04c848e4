import { createHash } from 'node:crypto'
import {
  type Address,
  associatedTokenAddress,
  associatedTokenProgram,
  decodeBase64,
  rentExemption,
  systemProgram,
  token2022Program,
} from '@tern/core'
import {
  bondingCurveAddress,
  bondingCurveLayout,
  encodeBuy,
  encodeSell,
  noAddress,
  program,
  tradeEventLayout,
} from '@tern/venues/pumpfun'
import { describe, expect, it } from 'vitest'
import { createAta } from '../../../test/cpmm.ts'
import { manyUnits, tradeAccounts } from '../../../test/pumpfun.ts'
import { type Instruction, unsigned } from '../../../test/transactions.ts'
import { createBank } from '../../bank/createBank.ts'
import { encodeMint, encodeTokenAccount } from '../../world/tokenAccounts.ts'
import { pumpfunGenesis } from './genesis.ts'
import launch from './recordedLaunch.json' with { type: 'json' }

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

/**
 * `TradeEvent`s as mainnet's program wrote them in early 2026, before events told of buybacks and quote mints; two of
 * transaction 4jD6jHWj8As6Da65KgWHSoJgFnmR8CdQqy3EXB1NRroSTtFnkPHxixZbTaLpAckEGBPzVjoQzLvwHSjzCnds9ggS and another of its kind.
 */
const trades = [
  'vdt/007mYe6U8qyryHOonj/aChEPODrNn0rb6QLaALgosnVzCc+zrwA7WAgAAAAAxoekU/UAAAABDpU1lpTOu9lkGY1pDPNXNRLPI94oabmL9It5PMinovW3ZrlpAAAAAI6bRD4PAAAAIGtLjS6/AQCO7yBCCAAAACDTOEGdwAAAg4R0KS5nWpS0NuywqZiJQjKKg93GIzgClhJnxc1hF8tfAAAAAAAAAFBLFAAAAAAAGe2xhzgM8DNyCaYdVzmoQiScmIfamV4W7xts2OemxXAeAAAAAAAAAKBoBgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAwAAAGJ1eQAAAAAAAAAAAAAAAAAAAAAA',
  'vdt/007mYe4DoRUqww8bKGAyN+LPzJDZCrLORYbzG2mzot5RKdXqf4GkvwcAAAAAKmYuissAAAABhjwrPWLK4FWCHHQdwZSOixLE4xOaA2DGYb5lYXVFVRG3ZrlpAAAAAGinxR8QAAAAo21de8CmAQBo+6EjCQAAAKPVSi8vqAAASsL40N1cvJfjKJwZfLUGKlTz2Va5zm5RFfllZ6pcs+ZfAAAAAAAAADnYEgAAAAAAe0IzQ5sez07XY5JJLgfTKlEl9yE70vq1B1eOUaE3jv8eAAAAAAAAAHHzBQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAwAAAGJ1eQAAAAAAAAAAAAAAAAAAAAAA',
  'vdt/007mYe7XyVnAmrsmNQEqjfzZIfKiwqiQCYeIdMrC6UxxN4hCf9DrkCUAAAAAhGy+/4YDAAAA4mShxt7KFvq6T6dmjb9yEzSgbpRBKEVTmLNy5reQWhyA9IlpAAAAABJjOsQQAAAAZMje4I2WAQAStxbICQAAAGQwzJT8lwAASsL40N1cvJfjKJwZfLUGKlTz2Va5zm5RFfllZ6pcs+ZfAAAAAAAAAFtcWwAAAAAALUNGTC+hWGN5OXP1S7ZMJLKc62q0tXQFvA5WBZ2I/18eAAAAAAAAAMzZHAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAAAHNlbGwA',
]

describe('a trade that mainnet has seen', () => {
  it.each(trades)('is told of in the same bytes: %s', async text => {
    const recordedEvent = decodeBase64(text)
    const { mint, user, creator, timestamp, is_buy, sol_amount, token_amount, fee_recipient, ...after } =
      tradeEventLayout.decode(recordedEvent)
    const bank = await createBank({ slotMs: 0, now: () => Number(timestamp) * 1000, genesis: await pumpfunGenesis() })
    const curve = await bondingCurveAddress(mint)
    const sign = is_buy ? 1n : -1n
    const place = (address: Address, owner: Address, data: Uint8Array, lamports = 0n) =>
      bank.setAccount(address, { owner, lamports: rentExemption(data.length) + lamports, executable: false, data })
    place(mint, token2022Program, encodeMint(1_000_000_000_000_000n, 6))
    const state = {
      virtual_token_reserves: after.virtual_token_reserves + sign * token_amount,
      virtual_quote_reserves: after.virtual_sol_reserves - sign * sol_amount,
      real_token_reserves: after.real_token_reserves + sign * token_amount,
      real_quote_reserves: after.real_sol_reserves - sign * sol_amount,
      token_total_supply: 1_000_000_000_000_000n,
      complete: false,
      creator,
      is_mayhem_mode: false,
      is_cashback_coin: false,
      quote_mint: noAddress,
      creator_fee_bps: 0n,
      can_edit_creator_fee: false,
      is_holder_reward: false,
    }
    place(curve, program, bondingCurveLayout.encode(state), state.real_quote_reserves)
    for (const owner of [curve, user]) {
      const account = await associatedTokenAddress(owner, mint, token2022Program)
      place(account, token2022Program, encodeTokenAccount({ mint, owner, amount: 500_000_000_000_000n }))
    }
    place(user, systemProgram, new Uint8Array(), 10n ** 12n)
    const accounts = await tradeAccounts(bank, { mint, program: token2022Program, creator }, user)
    const named = { ...accounts, fee_recipient }
    const instruction = is_buy
      ? encodeBuy(named, token_amount, 2n ** 63n)
      : encodeSell(named, token_amount, 1n, 'creator')
    const data = Uint8Array.from(instruction.data ?? [])
    // The flag is told of as it was given, and these buyers gave none.
    if (is_buy) data[data.length - 1] = Number(after.track_volume)
    const wire = unsigned(bank.latestBlockhash().blockhash, user, [{ ...instruction, data }])
    const run = bank.simulate(wire, { signatures: 'ignore' })
    if (!run.simulated) throw new TypeError(JSON.stringify(run.refusal))
    const { err, logs } = run.result
    expect(err, logs.join('\n')).toBe(null)
    const line = logs.find(one => one.startsWith('Program data: ')) ?? ''
    expect(Buffer.from(line.slice(14), 'base64').subarray(0, recordedEvent.length)).toEqual(Buffer.from(recordedEvent))
    await bank.close()
  })
})

const programs = new Set([program, associatedTokenProgram, systemProgram, token2022Program])

describe('a launch with its first buy that mainnet has landed', () => {
  it('is told of in the same bytes', async () => {
    const mint = launch.instructions[0]?.accounts[0]
    const user = launch.instructions[1]?.accounts[6] as Address
    const [creation, purchase] = launch.instructions.map(
      (instruction, index): Instruction => ({
        programAddress: program,
        accounts: instruction.accounts.map(text => {
          const address = text as Address
          const signs = address === user || (address === mint && index === 0)
          return { address, role: signs ? 3 : programs.has(address) ? 0 : 1 }
        }),
        data: decodeBase64(instruction.data),
      }),
    )
    const [created, bought] = launch.events.map(text => Buffer.from(text, 'base64').subarray(8))
    if (!creation || !purchase || !created || !bought) throw new TypeError('a launch is a creation and a buy')
    const { timestamp } = tradeEventLayout.decode(bought)
    const bank = await createBank({ slotMs: 0, now: () => Number(timestamp) * 1000, genesis: await pumpfunGenesis() })
    bank.setAccount(user, { owner: systemProgram, lamports: 10n ** 9n, executable: false, data: new Uint8Array() })
    const account = await createAta(user, mint as Address, token2022Program)
    const wire = unsigned(bank.latestBlockhash().blockhash, user, [manyUnits, creation, account, purchase])
    const run = bank.simulate(wire, { signatures: 'ignore' })
    if (!run.simulated) throw new TypeError(JSON.stringify(run.refusal))
    const { err, logs } = run.result
    expect(err, logs.join('\n')).toBe(null)
    const told = logs.filter(one => one.startsWith('Program data: ')).map(one => Buffer.from(one.slice(14), 'base64'))
    // What events tell of since: flags of the launch, the quote mint, rewards of holders.
    expect(told[0]?.subarray(0, created.length)).toEqual(created)
    expect(told[1]?.subarray(0, bought.length)).toEqual(bought)
    await bank.close()
  })
})
