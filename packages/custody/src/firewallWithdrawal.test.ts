import {
  type Address,
  associatedTokenAddress,
  associatedTokenProgram,
  computeBudgetProgram,
  encodeBase58,
  memoProgram,
  systemProgram,
  token2022Program,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkMessage } from '../test/checkMessage.ts'
import { compileMessage, type PlainInstruction, u32, u64 } from '../test/compileMessage.ts'
import { termsWith } from '../test/placements.ts'
import { isSameWithdrawal, readWithdrawal, type Withdrawal } from './firewallWithdrawal.ts'

const address = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
const [wallet, recipient, attacker, mint, otherMint] = [1, 2, 3, 4, 5].map(address) as [
  Address,
  Address,
  Address,
  Address,
  Address,
]
const ata = (owner: Address, of: Address = mint, program: Address = tokenProgram) =>
  associatedTokenAddress(owner, of, program)

const instruction = (
  program: Address,
  data: readonly number[],
  ...accounts: PlainInstruction['accounts']
): PlainInstruction => ({ program, accounts, data: Uint8Array.from(data) })

const pay = (lamports: bigint, to: Address = recipient, from: Address = wallet) =>
  instruction(systemProgram, [2, 0, 0, 0, ...u64(lamports)], { address: from, as: 'ws' }, { address: to, as: 'w' })
const unitPrice = (microLamports: bigint) => instruction(computeBudgetProgram, [3, ...u64(microLamports)])
const unitLimit = (units: number) => instruction(computeBudgetProgram, [2, ...u32(units)])
const memoOf = (text: string) => instruction(memoProgram, [...new TextEncoder().encode(text)])
const memo = memoOf('Withdrawal')

interface Opened {
  readonly owner?: Address
  readonly of?: Address
  readonly program?: Address
  readonly payer?: Address
  readonly account?: Address
}

async function open({ owner = recipient, of = mint, program = tokenProgram, payer = wallet, account }: Opened = {}) {
  return instruction(
    associatedTokenProgram,
    [1],
    { address: payer, as: 'ws' },
    { address: account ?? (await ata(owner, of, program)), as: 'w' },
    { address: owner },
    { address: of },
    { address: systemProgram },
    { address: program },
  )
}

interface Sent {
  readonly amount?: bigint
  readonly fee?: bigint
  readonly program?: Address
  readonly of?: Address
  readonly from?: Address
  readonly into?: Address
  readonly authority?: Address
}

async function send(sent: Sent = {}) {
  const { amount = 100n, fee = 0n, program = tokenProgram, of = mint, authority = wallet } = sent
  const data = program === tokenProgram ? [12, ...u64(amount), 6] : [26, 1, ...u64(amount), 6, ...u64(fee)]
  return instruction(
    program,
    data,
    { address: sent.from ?? (await ata(wallet, of, program)), as: 'w' },
    { address: of },
    { address: sent.into ?? (await ata(recipient, of, program)), as: 'w' },
    { address: authority, as: 's' },
  )
}

const read = (...instructions: readonly PlainInstruction[]) => readAny(compileMessage(wallet, instructions).bytes)

/** Reads a withdrawal under terms that allow any amount of the test's mints. It tries both recipients and both token programs. */
async function readAny(bytes: Uint8Array) {
  const anything = 2n ** 64n - 1n
  const mints = [wrappedNativeMint, mint, otherMint]
  const programs = [tokenProgram, token2022Program]
  let read: Withdrawal | string = ''
  for (const to of [recipient, attacker])
    for (const program of programs) {
      const spend = mints.map(one => ({ mint: one, tokenProgram: program, max: anything }))
      const lamports = { rent: anything, programFee: anything, networkFee: anything, tip: 0n, tradeFee: 0n }
      read = await readWithdrawal(bytes, wallet, termsWith({ spend, recipient: to, lamports }))
      if (typeof read !== 'string') return read
    }
  return read
}

describe('a withdrawal', () => {
  it('of SOL is read from its bytes', async () => {
    expect(await read(unitPrice(1_000_000n), unitLimit(1_000), memo, pay(7n))).toEqual({
      recipient,
      mint: null,
      decimals: 9,
      amount: 7n,
      received: 7n,
      networkFeeLamports: 6_000n,
      opensAccount: false,
    } satisfies Withdrawal)
  })

  it.each([
    ['the token program', tokenProgram, 0n],
    ['Token-2022, with what it withholds', token2022Program, 3n],
  ])('of tokens of %s names the wallet that receives, not its account', async (_, program, fee) => {
    expect(await read(await open({ program }), await send({ program, fee }))).toEqual({
      recipient,
      mint,
      decimals: 6,
      amount: 100n,
      received: 100n - fee,
      networkFeeLamports: 5_000n,
      opensAccount: true,
    } satisfies Withdrawal)
  })

  it('is never signed as a trade', async () => {
    for (const instructions of [[pay(7n)], [await open(), await send()]])
      expect(await checkMessage(compileMessage(wallet, instructions).bytes, wallet, [attacker])).toBeTypeOf('string')
  })
})

describe('a hostile message', () => {
  it.each<[string, () => Promise<readonly PlainInstruction[]>]>([
    ['two payments', async () => [pay(1n), pay(1n)]],
    ['a payment and tokens', async () => [pay(1n), await open(), await send()]],
    ['two transfers of tokens', async () => [await open(), await send(), await send()]],
    ['a payment out of another wallet', async () => [pay(1n, recipient, attacker)]],
    ['a payment to itself', async () => [pay(1n, wallet)]],
    ['a payment of nothing', async () => [pay(0n)]],
    ['no payment', async () => [memo]],
    ['an account opened beside a payment', async () => [pay(1n), await open()]],
    ['tokens into an account that nobody vouches for', async () => [await send()]],
    [
      'tokens into another account than is opened',
      async () => [await open(), await send({ into: await ata(attacker) })],
    ],
    ['tokens into an account of another token', async () => [await open({ of: otherMint }), await send()]],
    [
      'tokens into an account that is no associated one',
      async () => [await open({ account: attacker }), await send({ into: attacker })],
    ],
    [
      'an account of the other token program',
      async () => [await open({ program: token2022Program, account: await ata(recipient) }), await send()],
    ],
    ['two accounts opened', async () => [await open(), await open({ owner: attacker }), await send()]],
    ['an account at the cost of another', async () => [await open({ payer: attacker }), await send()]],
    ['tokens out of another account', async () => [await open(), await send({ from: attacker })]],
    ['tokens in the name of another', async () => [await open(), await send({ authority: attacker })]],
    [
      'a fee above the transfer',
      async () => [await open({ program: token2022Program }), await send({ program: token2022Program, fee: 101n })],
    ],
    [
      'a transfer of Token-2022 that does not say what arrives',
      async () => [await open({ program: token2022Program }), { ...(await send()), program: token2022Program }],
    ],
    [
      'another extension’s instruction of the same length',
      async () => {
        const opened = await open({ program: token2022Program })
        const sent = await send({ program: token2022Program })
        return [opened, { ...sent, data: Uint8Array.from(sent.data).fill(37, 0, 1) }]
      },
    ],
    [
      'an unchecked transfer',
      async () => [await open(), { ...(await send()), data: Uint8Array.from([3, ...u64(1n)]) }],
    ],
    ['an approval', async () => [pay(1n), { ...(await send()), data: Uint8Array.from([4, ...u64(1n)]) }]],
    [
      'the wallet given to a program',
      async () => [
        pay(1n),
        instruction(systemProgram, [1, 0, 0, 0, ...addressBytes(attacker)], { address: wallet, as: 'ws' }),
      ],
    ],
    ['an unknown program', async () => [pay(1n), instruction(attacker, [])]],
    ['a memo by which whoever receives may credit another', async () => [memoOf('account 1234'), pay(1n)]],
    ['an empty memo', async () => [memoOf(''), pay(1n)]],
    ['a memo with a word more', async () => [memoOf('Withdrawal 1234'), pay(1n)]],
    ['a referral', async () => [memoOf('tern:ref:k7m2p9qx'), pay(1n)]],
    ['a memo that others sign', async () => [pay(1n), { ...memo, accounts: [{ address: recipient }] }]],
    ['a fee that burns the wallet', async () => [unitPrice(10_000_001n), unitLimit(1_000_000), pay(1n)]],
    ['a price set twice', async () => [unitPrice(1n), unitPrice(10n ** 15n), pay(1n)]],
  ])('with %s is no withdrawal', async (_, build) => {
    expect(await read(...(await build()))).toBeTypeOf('string')
  })

  it('of another payer, or that others sign, is no withdrawal', async () => {
    expect(await readAny(compileMessage(attacker, [pay(1n)]).bytes)).toBeTypeOf('string')
    const both = instruction(memoProgram, [1], { address: attacker, as: 's' })
    expect(await read(pay(1n), both)).toBe('others would sign too')
  })

  it('of random bytes is no withdrawal', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 1300 }), async bytes => {
        expect(await readAny(bytes)).toBeTypeOf('string')
      }),
      { numRuns: 1000 },
    )
  })

  it('with a changed byte is no withdrawal or another withdrawal, unless the byte has no meaning', async () => {
    for (const instructions of [
      // 512 lamports for the units of two instructions, and no other price that a byte makes of it rounds to as much.
      [unitPrice(1_280n), pay(1_000n)],
      [await open(), await send()],
    ]) {
      const { bytes } = compileMessage(wallet, instructions)
      const before = await readAny(bytes)
      if (typeof before === 'string') expect.fail(before)
      // How many accounts are read-only decides no effect; a blockhash is any 32 bytes.
      const keys = 5 + 32 * (bytes[4] ?? 0)
      const isFree = (at: number) => at === 2 || at === 3 || (at >= keys && at < keys + 32)
      await fc.assert(
        fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, flip) => {
          const after = await readAny(bytes.with(at, (bytes[at] ?? 0) ^ flip))
          if (typeof after !== 'string' && !isFree(at))
            expect(isSameWithdrawal(before, after), `byte ${at}`).toBe(false)
        }),
        { numRuns: 3000 },
      )
    }
  })

  it('of random instructions pays only the stated recipient, and at most the stated amount', async () => {
    const parts = [
      pay(5n),
      pay(6n, attacker),
      pay(5n, recipient, attacker),
      await open(),
      await open({ owner: attacker }),
      await open({ account: await ata(attacker) }),
      await send(),
      await send({ into: await ata(attacker) }),
      await send({ from: attacker }),
      await send({ program: token2022Program, fee: 1n }),
      await open({ program: token2022Program }),
      memo,
      unitPrice(1n),
      unitLimit(9),
      instruction(attacker, [1]),
    ]
    await fc.assert(
      fc.asyncProperty(fc.subarray([...parts.keys()]), fc.nat(), async (chosen, seed) => {
        const turned = [...chosen.slice(seed % (chosen.length + 1)), ...chosen.slice(0, seed % (chosen.length + 1))]
        const instructions = turned.flatMap(index => parts[index] ?? [])
        if (instructions.length === 0) return
        const answer = await read(...instructions)
        if (typeof answer === 'string') return
        const moving = instructions.filter(({ program }) => ![memoProgram, computeBudgetProgram].includes(program))
        const [transfer] = moving.filter(({ program }) => program !== associatedTokenProgram)
        expect(moving).toHaveLength(answer.mint === null ? 1 : 2)
        const into = answer.mint === null ? answer.recipient : await ata(answer.recipient, mint, transfer?.program)
        expect(transfer?.accounts.at(answer.mint === null ? 1 : 2)?.address).toBe(into)
      }),
      { numRuns: 2000 },
    )
  })
})
