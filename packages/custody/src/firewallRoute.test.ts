import { type Address, associatedTokenAddress, type Terms, token2022Program, tokenProgram } from '@tern/core'
import { encodeSwapBaseInput, encodeSwapBaseOutput, type SwapAccounts } from '@tern/venues/raydiumCpmm'
import { encodeRouteExactIn, encodeRouteExactOut, type RouterHop, routerHop } from '@tern/venues/raydiumRouter'
import { describe, expect, it } from 'vitest'
import { compileMessage, type PlainInstruction } from '../test/compileMessage.ts'
import { address, attacker, mint, openTokenAccount, plain, wallet } from '../test/trades.ts'
import { readMessage } from './firewall.ts'

const [middle, out] = [address(70), address(71)]
const programs = new Map<Address, Address>([
  [mint, tokenProgram],
  [middle, token2022Program],
  [out, tokenProgram],
])
const programOf = (of: Address) => programs.get(of) ?? tokenProgram
const own = (of: Address, owner: Address = wallet) => associatedTokenAddress(owner, of, programOf(of))

/** The accounts of a hop. Each pool has its own. */
async function hop(pool: number, from: Address, to: Address, change: Partial<SwapAccounts> = {}) {
  return {
    ...{ payer: wallet, amm_config: address(45), pool_state: address(pool), observation_state: address(pool + 3) },
    ...{ input_token_account: await own(from), output_token_account: await own(to) },
    ...{ input_vault: address(pool + 1), output_vault: address(pool + 2) },
    ...{ input_token_program: programOf(from), output_token_program: programOf(to) },
    ...{ input_token_mint: from, output_token_mint: to, ...change },
  }
}

const terms: Terms = {
  spend: [{ mint, tokenProgram, max: 1_000n }],
  receive: [{ mint: out, tokenProgram, min: 400n }],
  lamports: { rent: 2_039_280n, programFee: 0n, networkFee: 5_000n, tip: 0n, tradeFee: 0n },
  cosigners: [],
  lifetime: 'blockhash',
}
const read = async (instructions: readonly PlainInstruction[], looked: readonly Address[] = []) =>
  readMessage(compileMessage(wallet, instructions, { looked }).bytes, wallet, { terms })

/** Spends 1,000, passes 700 of the middle token on, and brings at least 400. */
const opened = openTokenAccount(await own(middle), middle, { program: token2022Program })
const first = plain(encodeSwapBaseInput(await hop(80, mint, middle), 1_000n, 700n))
const second = plain(encodeSwapBaseInput(await hop(90, middle, out), 700n, 400n))

describe('a message of several swaps', () => {
  it('is signed if it takes and brings the shown amounts, also with the pools’ vaults in a lookup table', async () => {
    const trades = [
      { mintIn: mint, mintOut: middle, maxIn: 1_000n, minOut: 700n },
      { mintIn: middle, mintOut: out, maxIn: 700n, minOut: 400n },
    ]
    expect(await read([opened, first, second])).toMatchObject({ trades, lamports: expect.any(BigInt) })
    const vaults = [81, 82, 83, 91, 92, 93].map(address)
    expect(await read([opened, first, second], vaults)).toMatchObject({ trades })
    const exactOut = plain(encodeSwapBaseOutput(await hop(80, mint, middle), 1_000n, 700n))
    expect(await read([opened, exactOut, second])).toMatchObject({ trades })
  })

  it('is signed of two paths that end in the same token', async () => {
    const direct = async (raw: bigint) => plain(encodeSwapBaseInput(await hop(60, mint, out), raw, 200n))
    const half = plain(encodeSwapBaseInput(await hop(80, mint, middle), 600n, 350n))
    const rest = plain(encodeSwapBaseInput(await hop(90, middle, out), 350n, 200n))
    expect(await read([opened, half, rest, await direct(400n)])).toBeTypeOf('object')
    expect(await read([opened, half, rest, await direct(401n)])).toMatch(/take more/)
  })

  it.each<[string, RegExp, () => Promise<readonly PlainInstruction[]>]>([
    [
      'pays the middle token to somebody else',
      /does not pay the wallet/,
      async () => [
        plain(
          encodeSwapBaseInput(
            await hop(80, mint, middle, { output_token_account: await own(middle, attacker) }),
            1_000n,
            700n,
          ),
        ),
        second,
      ],
    ],
    [
      'takes the middle token from an account of another token',
      /out of another account/,
      async () => [
        first,
        plain(encodeSwapBaseInput(await hop(90, middle, out, { input_token_account: await own(mint) }), 700n, 400n)),
      ],
    ],
    [
      'pays the output to somebody else',
      /does not pay the wallet/,
      async () => [
        first,
        plain(
          encodeSwapBaseInput(
            await hop(90, middle, out, { output_token_account: await own(out, attacker) }),
            700n,
            400n,
          ),
        ),
      ],
    ],
    [
      'brings less at the end',
      /bring less/,
      async () => [first, plain(encodeSwapBaseInput(await hop(90, middle, out), 700n, 399n))],
    ],
    [
      'brings less of the middle token than it spends',
      /other tokens/,
      async () => [plain(encodeSwapBaseInput(await hop(80, mint, middle), 1_000n, 699n)), second],
    ],
    [
      'spends more of the middle token than it brings',
      /other tokens/,
      async () => [first, plain(encodeSwapBaseInput(await hop(90, middle, out), 701n, 400n))],
    ],
    ['leaves the second swap out', /other tokens/, async () => [first]],
    [
      'takes more at the beginning',
      /take more/,
      async () => [plain(encodeSwapBaseInput(await hop(80, mint, middle), 1_001n, 700n)), second],
    ],
    [
      'ends in another token',
      /other tokens/,
      async () => [first, plain(encodeSwapBaseInput(await hop(90, middle, address(72)), 700n, 400n))],
    ],
  ])('is refused if it %s', async (_, reason, instructions) => {
    expect(await read([opened, ...(await instructions())])).toMatch(reason)
  })

  it('keeps the wallet’s accounts and the mints out of lookup tables', async () => {
    for (const one of [await own(middle), middle, await own(out), out, address(90)])
      expect(await read([first, second], [one])).toMatch(/lookup tables/)
  })
})

const [paying, between, other] = [await own(mint), await own(middle), await own(address(72))]

describe('a route through Raydium’s router program', () => {
  /** The program may open the middle account and the last one. */
  const rent = 2n * 2_248_080n
  const readRoute = async (instruction: PlainInstruction, looked: readonly Address[] = []) =>
    readMessage(compileMessage(wallet, [instruction], { looked }).bytes, wallet, {
      terms: { ...terms, lamports: { ...terms.lamports, rent } },
    })
  const price = { currentPrice: { numerator: 1n, denominator: 1n } }
  const hops = async () => [
    await routerHop(encodeSwapBaseInput(await hop(80, mint, middle), 1n, 1n), {
      tokenIn: mint,
      tokenOut: middle,
      ...price,
    }),
    await routerHop(encodeSwapBaseInput(await hop(90, middle, out), 1n, 1n), {
      tokenIn: middle,
      tokenOut: out,
      ...price,
    }),
  ]
  it('is signed if it takes and brings the shown amounts, also with the pools in a lookup table', async () => {
    const trades = [{ mintIn: mint, mintOut: out, maxIn: 1_000n, minOut: 400n }]
    for (const encode of [encodeRouteExactIn, encodeRouteExactOut]) {
      const route = plain(encode({ owner: wallet, hops: await hops() }, 1_000n, 400n))
      expect(await readRoute(route)).toMatchObject({ trades, rentLamports: rent })
      expect(await readRoute(route, [80, 81, 82, 83, 90, 91].map(address))).toMatchObject({ trades })
      for (const one of [paying, between, mint, middle, out])
        expect(await readRoute(route, [one])).toMatch(/lookup tables/)
    }
  })

  const changed = (change: (one: RouterHop, n: number) => Partial<RouterHop>) => async () =>
    (await hops()).map((one, n) => ({ ...one, ...change(one, n) }) as RouterHop)
  it.each<[string, RegExp, () => Promise<readonly RouterHop[]>, readonly [bigint, bigint]]>([
    ['takes more', /take more/, hops, [1_001n, 400n]],
    ['brings less', /bring less/, hops, [1_000n, 399n]],
    ['may bring nothing', /pay for nothing/, hops, [1_000n, 0n]],
    [
      'takes another token of the wallet’s',
      /out of another account/,
      changed((_, n) => (n === 0 ? { accountIn: other } : {})),
      [1_000n, 400n],
    ],
    [
      'takes another token, and says so',
      /other tokens/,
      changed((_, n) => (n === 0 ? { accountIn: other, mintIn: address(72) } : {})),
      [1_000n, 400n],
    ],
    [
      'pays somebody else',
      /does not pay the wallet/,
      changed((_, n) => (n === 1 ? { accountOut: address(99) } : {})),
      [1_000n, 400n],
    ],
  ])('is refused if it %s', async (_, reason, make, amounts) => {
    for (const encode of [encodeRouteExactIn, encodeRouteExactOut])
      expect(await readRoute(plain(encode({ owner: wallet, hops: await make() }, ...amounts)))).toMatch(reason)
  })

  it('is refused if a hop’s program is not Raydium’s', async () => {
    for (const encode of [encodeRouteExactIn, encodeRouteExactOut]) {
      const route = plain(encode({ owner: wallet, hops: await hops() }, 1_000n, 400n))
      const [program] = (await hops()).map(one => one.program)
      for (const [n, meta] of route.accounts.entries())
        if (meta.address === program)
          expect(
            await readRoute({ ...route, accounts: route.accounts.with(n, { ...meta, address: address(98) }) }),
          ).toBeTypeOf('string')
    }
  })
})
