import {
  type Address,
  computeBudgetProgram,
  encodeBase58,
  systemProgram,
  token2022Program,
  tokenProgram,
} from '@tern/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readReclaim } from '../test/checkMessage.ts'
import { compileMessage, type PlainInstruction, u32, u64 } from '../test/compileMessage.ts'

const address = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
const [wallet, attacker, first, second] = [1, 2, 3, 4].map(address) as [Address, Address, Address, Address]

const close = (
  account: Address,
  { to = wallet, authority = wallet, program = tokenProgram, data = [9], more = [] as Address[] } = {},
): PlainInstruction => ({
  program,
  accounts: [
    { address: account, as: 'w' },
    { address: to, as: 'w' },
    { address: authority, as: 's' },
    ...more.map(address => ({ address })),
  ],
  data: Uint8Array.from(data),
})
const budget = (data: readonly number[]): PlainInstruction => ({
  program: computeBudgetProgram,
  accounts: [],
  data: Uint8Array.from(data),
})
const limit = budget([2, ...u32(200_000)])
const price = (microLamports: bigint) => budget([3, ...u64(microLamports)])

const read = (instructions: readonly PlainInstruction[], shown: readonly Address[], payer = wallet) =>
  readReclaim(compileMessage(payer, instructions).bytes, wallet, shown)
/** Why it is refused; `undefined` when it may be signed. */
const check = async (...asked: Parameters<typeof read>) => {
  const found = await read(...asked)
  return typeof found === 'string' ? found : undefined
}

describe('a message that closes the token accounts that were shown', () => {
  it('may be signed, of both token programs', async () => {
    const both = [price(0n), limit, close(first), close(second, { program: token2022Program })]
    expect(await check(both, [first, second])).toBeUndefined()
    expect(await check(both, [second, first])).toBeUndefined()
  })

  it('counts its fees in full, because accounts that do not exist return nothing', async () => {
    expect(await read([price(5_000_000n), limit, close(first), close(second)], [first, second])).toEqual({
      trades: [],
      feeLamports: 0n,
      tipLamports: 0n,
      networkFeeLamports: 1_005_000n,
      rentLamports: 0n,
      lamports: 1_005_000n,
      closes: [first, second],
    })
  })

  it('costs no more than the rent that comes back', async () => {
    // 200,000 units at so many millionths of a lamport.
    const upTo = (lamports: bigint) => price(((lamports - 5_000n) * 1_000_000n) / 200_000n)
    const rent = 2_039_280n
    const why = 'a fee above the rent that comes back'
    expect(await check([upTo(rent), limit, close(first)], [first])).toBeUndefined()
    expect(await check([upTo(rent + 1n), limit, close(first)], [first])).toBe(why)
    expect(await check([upTo(2n * rent), limit, close(first), close(second)], [first, second])).toBeUndefined()
    expect(await check([upTo(2n * rent + 1n), limit, close(first), close(second)], [first, second])).toBe(why)
  })

  it.each<[string, readonly PlainInstruction[], readonly Address[]]>([
    ['token accounts closed other than were shown', [close(first), close(second)], [first]],
    ['token accounts closed other than were shown', [close(first), close(first)], [first]],
    ['token accounts closed other than were shown', [close(first)], [first, second]],
    ['token accounts closed other than were shown', [limit], [first]],
    ['a token account closed in favour of another wallet', [close(first, { to: attacker })], [first]],
    ['a token instruction that no trade needs', [close(first, { more: [attacker] })], [first]],
    ['a token instruction that no trade needs', [close(first, { data: [9, 0] })], [first]],
    ['an approval', [close(first, { data: [4] })], [first]],
    ['a System instruction that is malformed', [close(first, { program: systemProgram })], [first]],
    ['the wallet in a place', [close(wallet)], [wallet]],
    ['others would sign too', [close(first, { authority: attacker })], [first]],
    ['a priority fee of more than 0.01 SOL', [price(50_000_001n), limit, close(first)], [first]],
    ['a priority fee of more than 0.01 SOL', [price(2n ** 64n - 1n), close(first)], [first]],
    ['the wallet in a place', [{ ...limit, accounts: [{ address: wallet }] }, close(first)], [first]],
  ])('is refused: %s', async (why, instructions, shown) => {
    expect(await check(instructions, shown)).toContain(why)
  })

  it('is refused if it also holds a transfer', async () => {
    const transfer: PlainInstruction = {
      program: systemProgram,
      accounts: [
        { address: wallet, as: 'ws' },
        { address: attacker, as: 'w' },
      ],
      data: Uint8Array.from([2, 0, 0, 0, ...u64(1n)]),
    }
    expect(await check([close(first), transfer], [first])).toBe(`a transfer to ${attacker}`)
  })

  it('is refused when another wallet pays', async () => {
    expect(await check([close(first)], [first], attacker)).toBe('another wallet would pay')
  })

  it('is refused after a change of a single byte of its effects', async () => {
    const { bytes } = compileMessage(wallet, [limit, close(first)])
    const end = bytes.length - 1
    await fc.assert(
      fc.asyncProperty(fc.nat(end), fc.integer({ min: 1, max: 255 }), async (at, flip) => {
        const other = bytes.slice()
        other[at] = (other[at] ?? 0) ^ flip
        // A blockhash, a read-only flag or a unit limit may differ without anything else being closed.
        if (typeof (await readReclaim(other, wallet, [first])) === 'string') return
        const differs = [...other].flatMap((byte, i) => (byte === bytes[i] ? [] : [i]))
        expect(differs).toHaveLength(1)
        expect(harmlessAt(bytes, at)).toBe(true)
      }),
    )
  })
})

/** Tests if a changed byte is harmless: in the header's account counts, the blockhash or the compute-unit limit. */
function harmlessAt(bytes: Uint8Array, at: number): boolean {
  const keys = 5 + 32 * (bytes[4] ?? 0)
  const isHeader = at < 4
  const isBlockhash = at >= keys && at < keys + 32
  const units = keys + 32 + 1 + 4
  return isHeader || isBlockhash || (at >= units && at < units + 4)
}
