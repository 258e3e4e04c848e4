import {
  type Address,
  addressLookupTableProgram,
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
import { addressBytes, rentSysvar } from '@tern/core/internal'
import { encodeSwapBaseInput, encodeSwapBaseOutput } from '@tern/venues/raydiumCpmm'
import { encodeWithdraw } from '@tern/venues/raydiumCpmm/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkMessage, readTrade, type ShownTrade } from '../test/checkMessage.ts'
import { compileMessage, type PlainInstruction, system, u32, u64 } from '../test/compileMessage.ts'

const address = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
const [wallet, attacker, feeWallet, temporary, mint, pool] = [1, 2, 3, 4, 5, 6].map(address) as [
  Address,
  Address,
  Address,
  Address,
  Address,
  Address,
]
const [vaultIn, vaultOut, config, observation] = [7, 8, 9, 10].map(address) as [Address, Address, Address, Address]
const tokens = await associatedTokenAddress(wallet, mint, tokenProgram)
const tokens2022 = await associatedTokenAddress(wallet, mint, token2022Program)
const attackersTokens = await associatedTokenAddress(attacker, mint, tokenProgram)

const plain = ({
  programAddress,
  accounts = [],
  data = new Uint8Array(),
}: ReturnType<typeof encodeSwapBaseInput>): PlainInstruction => ({
  program: programAddress,
  accounts: accounts.map(({ address, role }) => ({
    address,
    ...(role === 0 ? {} : { as: (['w', 's', 'ws'] as const)[role - 1] ?? 'w' }),
  })),
  data: Uint8Array.from(data),
})

const SOL = 1_000_000_000n
const RENT = 2_039_280n

const token = (
  data: readonly number[],
  accounts: readonly Address[],
  { program = tokenProgram }: { program?: Address } = {},
): PlainInstruction => ({
  program,
  accounts: accounts.map(account => ({ address: account, as: account === wallet ? 'ws' : 'w' })),
  data: Uint8Array.from(data),
})
const budget = (data: readonly number[]): PlainInstruction => ({
  program: computeBudgetProgram,
  accounts: [],
  data: Uint8Array.from(data),
})

const unitPrice = (microLamports: bigint) => budget([3, ...u64(microLamports)])
const unitLimit = (units: number) => budget([2, ...u32(units)])
const transfer = (to: Address, lamports: bigint, from: Address = wallet) =>
  system([2, 0, 0, 0, ...u64(lamports)], { address: from, as: 'ws' }, { address: to, as: 'w' })
const createTemporary = ({
  from = wallet,
  base = wallet,
  owner = tokenProgram,
  lamports = SOL + RENT + 10n,
  seed = 'tern-1',
}: {
  from?: Address
  base?: Address
  owner?: Address
  lamports?: bigint
  seed?: string
} = {}) =>
  system(
    [
      ...[3, 0, 0, 0],
      ...addressBytes(base),
      ...u64(BigInt(seed.length)),
      ...new TextEncoder().encode(seed),
      ...u64(lamports),
      ...u64(165n),
      ...addressBytes(owner),
    ],
    { address: from, as: 'ws' },
    { address: temporary, as: 'w' },
  )
const initialise = (
  owner: Address = wallet,
  account: Address = temporary,
  of: Address = wrappedNativeMint,
): PlainInstruction => ({
  program: tokenProgram,
  accounts: [{ address: account, as: 'w' }, { address: of }],
  data: Uint8Array.from([18, ...addressBytes(owner)]),
})
const close = (destination: Address = wallet, account: Address = temporary) =>
  token([9], [account, destination, wallet])
const openTokens = ({ owner = wallet, payer = wallet, account = tokens, data = [1] } = {}): PlainInstruction => ({
  program: associatedTokenProgram,
  accounts: [
    { address: payer, as: 'ws' },
    { address: account, as: 'w' },
    { address: owner },
    { address: mint },
    { address: systemProgram },
    { address: tokenProgram },
  ],
  data: Uint8Array.from(data),
})

const swapAccounts = ({
  side = 'buy',
  from = side === 'buy' ? temporary : tokens,
  to = side === 'buy' ? tokens : temporary,
}: {
  side?: 'buy' | 'sell'
  from?: Address
  to?: Address
} = {}) => ({
  payer: wallet,
  amm_config: config,
  pool_state: pool,
  input_token_account: from,
  output_token_account: to,
  input_vault: vaultIn,
  output_vault: vaultOut,
  input_token_program: tokenProgram,
  output_token_program: tokenProgram,
  input_token_mint: side === 'buy' ? wrappedNativeMint : mint,
  output_token_mint: side === 'buy' ? mint : wrappedNativeMint,
  observation_state: observation,
})
const swap = (change: Parameters<typeof swapAccounts>[0] = {}, amountIn = SOL, minOut = 1_000_000n) =>
  plain(encodeSwapBaseInput(swapAccounts(change), amountIn, minOut))

const buy = (fee = SOL / 100n) => [
  unitPrice(1_000_000n),
  unitLimit(200_000),
  createTemporary(),
  initialise(),
  transfer(feeWallet, fee),
  openTokens(),
  swap(),
  close(),
]
const sell = (fee = SOL / 100n) => [
  unitPrice(1_000_000n),
  unitLimit(200_000),
  createTemporary({ lamports: RENT + 10n }),
  initialise(),
  transfer(feeWallet, fee),
  swap({ side: 'sell' }, 1_000_000n, SOL),
  close(),
]

const verdict = (instructions: readonly PlainInstruction[], version: 0 | 'legacy' = 0) =>
  checkMessage(compileMessage(wallet, instructions, { version }).bytes, wallet, [feeWallet])

describe('the lamports that a trade puts into accounts of the wallet', () => {
  const rent = async (instructions: readonly PlainInstruction[]) => {
    const read = await readTrade(compileMessage(wallet, instructions).bytes, wallet, [feeWallet])
    return typeof read === 'string' ? read : read.rentLamports
  }

  it('are the rents of the accounts that it opens, each once, without rents that come back', async () => {
    expect(await rent(buy())).toBe(RENT)
    expect(await rent([...buy(), openTokens()])).toBe(RENT)
    expect(await rent(sell())).toBe(0n)
    expect(await rent(buy().with(2, createTemporary({ lamports: 3n * SOL })))).toBe(RENT)
  })

  it('are all lamports in accounts that stay open, less the amount that the trade takes out', async () => {
    const open = (lamports?: bigint) =>
      buy()
        .with(2, createTemporary({ ...(lamports && { lamports }) }))
        .slice(0, -1)
    expect(await rent(open())).toBe(RENT + 10n + RENT)
    expect(await rent(open(3n * SOL))).toBe(2n * SOL + RENT)
    expect(await rent(sell().slice(0, -1))).toBe(RENT + 10n)
  })
})

describe('the firewall lets through', () => {
  it.each<[string, readonly PlainInstruction[]]>([
    ['a buy', buy()],
    ['a sell', sell()],
    ['a buy without a fee', buy().filter(instruction => instruction.data[0] !== 2 || instruction.data.length !== 12)],
    ['a buy of an exact amount', buy().with(6, plain(encodeSwapBaseOutput(swapAccounts(), SOL, 1_000_000n)))],
    [
      'a buy of a Token-2022 token',
      buy().with(
        6,
        plain(
          encodeSwapBaseInput(
            { ...swapAccounts({ to: tokens2022 }), output_token_program: token2022Program },
            SOL,
            1_000_000n,
          ),
        ),
      ),
    ],
    [
      'the older initialisation',
      buy().with(3, {
        program: tokenProgram,
        accounts: [
          { address: temporary, as: 'w' },
          { address: wrappedNativeMint },
          { address: wallet },
          { address: rentSysvar },
        ],
        data: Uint8Array.of(1),
      }),
    ],
    ['the price of a token account', [openTokens()]],
    ['a limit above what the runtime gives', [unitPrice(1_000_000n), unitLimit(0xffffffff), ...buy().slice(2)]],
  ])('%s', async (_, instructions) => {
    expect(await verdict(instructions)).toBeUndefined()
    expect(await verdict(instructions, 'legacy')).toBeUndefined()
  })
})

describe('the firewall refuses', () => {
  const foreignProgram = { program: addressLookupTableProgram, accounts: [], data: Uint8Array.of(0) }
  it.each<[string, RegExp, readonly PlainInstruction[]]>([
    ['a drain', /a transfer to/, [transfer(attacker, SOL)]],
    ['a drain beside a trade', /a transfer to/, [...buy(), transfer(attacker, 1n)]],
    [
      'a transfer out of another account',
      /another wallet/,
      [system([2, 0, 0, 0, ...u64(1n)], { address: attacker, as: 'w' }, { address: feeWallet, as: 'w' })],
    ],
    ['a fee without a trade', /a fee above/, [transfer(feeWallet, 1n)]],
    ['a fee of 1% and a lamport', /a fee above/, buy(SOL / 100n + 1n)],
    ['a fee in two parts', /a fee above/, [...buy(), transfer(feeWallet, 1n)]],
    ['a fee above what a sell brings', /a fee above/, sell(SOL + 1n)],
    ['a transfer with a seed', /System/, [system([11, 0, 0, 0], { address: wallet, as: 'ws' })]],
    ['Assign', /given away/, [system([1, 0, 0, 0, ...addressBytes(attacker)], { address: wallet, as: 'ws' })]],
    ['AssignWithSeed', /System/, [system([10, 0, 0, 0], { address: wallet, as: 'ws' })]],
    ['CreateAccount', /System/, [system([0, 0, 0, 0], { address: wallet, as: 'ws' })]],
    ['WithdrawNonceAccount', /nonce account/, [system([5, 0, 0, 0], { address: wallet, as: 'ws' })]],
    ['AuthorizeNonceAccount', /System/, [system([7, 0, 0, 0], { address: wallet, as: 'ws' })]],
    ['a System instruction of three bytes', /malformed/, [system([2, 0, 0], { address: wallet, as: 'ws' })]],
    [
      'a transfer with bytes behind it',
      /malformed/,
      [system([2, 0, 0, 0, ...u64(1n), 0], { address: wallet, as: 'ws' }, { address: feeWallet, as: 'w' })],
    ],
    ['a temporary account of another base', /another wallet/, buy().with(2, createTemporary({ base: attacker }))],
    ['a temporary account of another program', /unknown program/, buy().with(2, createTemporary({ owner: attacker }))],
    ['a temporary account with a long seed', /malformed/, buy().with(2, createTemporary({ seed: 'x'.repeat(33) }))],
    ['a temporary account that the attacker owns', /made for another/, buy().with(3, initialise(attacker))],
    // Its issuer could pay some of it in and freeze it, and the lamports with it.
    [
      'a temporary account of a token, with all lamports in it',
      /another token than SOL/,
      [createTemporary({ lamports: 1_000n * SOL }), initialise(wallet, temporary, mint)],
    ],
    ['a temporary account without an owner', /without an owner/, buy().toSpliced(3, 1).toSpliced(5, 2)],
    ['an initialisation of an account from elsewhere', /not created here/, [initialise(wallet, attackersTokens)]],
    ['an initialisation twice', /not created here/, [...buy(), initialise()]],
    ['a close to the attacker', /closed in favour/, buy().with(7, close(attacker))],
    ['Approve', /approval/, [token([4, ...u64(1n)], [tokens, attacker, wallet])]],
    [
      'Approve of Token-2022',
      /approval/,
      [token([4, ...u64(1n)], [tokens2022, attacker, wallet], { program: token2022Program })],
    ],
    ['ApproveChecked', /approval/, [token([13, ...u64(1n), 6], [tokens, mint, attacker, wallet])]],
    ['SetAuthority', /authority/, [token([6, 2, 1, ...addressBytes(attacker)], [tokens, wallet])]],
    ['a token transfer', /token transfer/, [token([3, ...u64(1n)], [tokens, attackersTokens, wallet])]],
    [
      'a checked token transfer',
      /token transfer/,
      [token([12, ...u64(1n), 6], [tokens, mint, attackersTokens, wallet])],
    ],
    [
      'a transfer with fee',
      /no trade needs/,
      [token([26, 1], [tokens, mint, attackersTokens, wallet], { program: token2022Program })],
    ],
    ['a burn', /burnt/, [token([8, ...u64(1n)], [tokens, mint, wallet])]],
    ['an empty token instruction', /no trade needs/, [token([], [tokens, wallet])]],
    [
      "the attacker's token account at the wallet's cost",
      /made for another/,
      [openTokens({ owner: attacker, account: attackersTokens })],
    ],
    ['RecoverNested', /no trade needs/, [openTokens({ data: [2] })]],
    ["a swap that pays the attacker's account", /does not pay/, buy().with(6, swap({ to: attackersTokens }))],
    [
      'a sell that pays an account from elsewhere',
      /does not pay/,
      sell().with(5, swap({ side: 'sell', to: attackersTokens }, 1n, 1n)),
    ],
    [
      'a swap of another owner',
      /another wallet/,
      [{ ...swap(), accounts: swap().accounts.with(0, { address: attacker }) }],
    ],
    ['a swap for nothing', /for nothing/, buy().with(6, swap({}, SOL, 0n))],
    [
      'a withdrawal of liquidity into accounts of the attacker',
      /does not pay/,
      [
        plain(
          encodeWithdraw(
            {
              owner: wallet,
              pool_state: pool,
              owner_lp_token: tokens,
              token_0_account: attackersTokens,
              token_1_account: attackersTokens,
              token_0_vault: vaultIn,
              token_1_vault: vaultOut,
              vault_0_mint: wrappedNativeMint,
              vault_1_mint: mint,
              lp_mint: config,
            },
            { lpAmount: 1n, minAmount0: 0n, minAmount1: 0n },
          ),
        ),
      ],
    ],
    ['half a swap', /no trade/, [{ ...swap(), data: swap().data.slice(0, 23) }]],
    ['a swap with too few accounts', /no trade/, [{ ...swap(), accounts: swap().accounts.slice(0, 5) }]],
    ['an unknown program', /no trade/, [...buy(), foreignProgram]],
    [
      'a priority fee above 1 SOL',
      /priority fee/,
      [unitPrice(1_000_000_000n), unitLimit(1_400_000), ...buy().slice(2)],
    ],
    ['a priority fee above 1 SOL without a limit', /priority fee/, [unitPrice(2_000_000_000n), ...buy().slice(2)]],
    ['a limit above what the runtime gives', /priority fee/, [unitPrice(715_000_000n), unitLimit(0xffffffff)]],
    ['a malformed compute budget', /compute budget/, [budget([2, 0])]],
  ])('%s', async (_, reason, instructions) => {
    expect(await verdict(instructions)).toMatch(reason)
    expect(await verdict(instructions, 'legacy')).toMatch(reason)
  })

  it('a second signer', async () => {
    const memo = { program: memoProgram, accounts: [{ address: attacker, as: 's' as const }], data: Uint8Array.of(1) }
    expect(await verdict([...buy(), memo])).toBe('others would sign too')
  })

  it("another wallet's message", async () => {
    const { bytes } = compileMessage(attacker, [transfer(feeWallet, 1n, attacker)])
    expect(await checkMessage(bytes, wallet, [feeWallet])).toBe('another wallet would pay')
  })

  it('any transfer without payees', async () => {
    expect(await checkMessage(compileMessage(wallet, buy()).bytes, wallet, [])).toMatch(/a transfer to/)
  })
})

describe('a trade that was shown', () => {
  const shown: ShownTrade = { mintIn: wrappedNativeMint, mintOut: mint, maxIn: SOL, minOut: 1_000_000n }
  const against = (limits: ShownTrade, instructions: readonly PlainInstruction[] = buy()) =>
    checkMessage(compileMessage(wallet, instructions).bytes, wallet, [feeWallet], limits)

  it('is signed as it was shown, or better', async () => {
    expect(await against(shown)).toBeUndefined()
    expect(await against({ ...shown, maxIn: SOL + 1n, minOut: 1n })).toBeUndefined()
  })

  it.each<[string, RegExp, Partial<ShownTrade>]>([
    ['takes more', /take more than was shown/, { maxIn: SOL - 1n }],
    ['brings less', /bring less than was shown/, { minOut: 1_000_001n }],
    ['brings another token', /other tokens/, { mintOut: attacker }],
    ['is a sell', /other tokens/, { mintIn: mint, mintOut: wrappedNativeMint }],
  ])('is not signed when it %s', async (_, reason, change) => {
    expect(await against({ ...shown, ...change })).toMatch(reason)
  })

  it('counts every trade of the message', async () => {
    expect(await against(shown, buy().toSpliced(7, 0, swap()))).toMatch(/take more/)
    expect(await against(shown, [openTokens()])).toMatch(/other tokens/)
  })
})

describe('a message with hidden effects', () => {
  const good = compileMessage(wallet, buy()).bytes
  const refused = (bytes: Uint8Array) => checkMessage(bytes, wallet, [feeWallet])

  it.each<[string, RegExp, Uint8Array]>([
    ['empty', /malformed/, new Uint8Array()],
    ['of version 1', /unknown version/, good.with(0, 0x81)],
    ['with a byte behind it', /malformed/, Uint8Array.of(...good, 0)],
    ['cut short', /malformed/, good.slice(0, -1)],
    ['too large for a transaction', /too large/, Uint8Array.of(...good, ...new Uint8Array(1232))],
    ['with accounts in a lookup table', /lookup tables/, compileMessage(wallet, buy(), { looked: [feeWallet] }).bytes],
    [
      'with a lookup table that gives nothing',
      /malformed/,
      compileMessage(wallet, buy(), { tail: [1, ...new Uint8Array(32), 0, 0] }).bytes,
    ],
    [
      'with a lookup table cut short',
      /malformed/,
      compileMessage(wallet, buy(), { tail: [1, ...new Uint8Array(32), 2, 0] }).bytes,
    ],
    ['without signers', /malformed/, good.with(1, 0)],
    ['with a payer that cannot pay', /malformed/, good.with(2, 1)],
    [
      'with a length in two bytes where one will do',
      /malformed/,
      Uint8Array.of(...good.slice(0, 4), 0x80 | (good[4] ?? 0), 0, ...good.slice(5)),
    ],
    [
      'with an account twice',
      /malformed/,
      Uint8Array.of(...good.slice(0, 37), ...good.slice(5, 37), ...good.slice(69)),
    ],
    ['with more read-only accounts than accounts', /malformed/, good.with(3, 100)],
    ['that is a text', /malformed|version/, new TextEncoder().encode('Sign in to example.com')],
  ])('%s is refused', async (_, reason, bytes) => {
    expect(await refused(bytes)).toMatch(reason)
  })

  it('is refused after a change of any bit, except of bits that may have any value', async () => {
    // Free: how many accounts are read-only (3), the blockhash, the limit's units.
    const { bytes } = compileMessage(wallet, [unitLimit(200_000)])
    const free = new Set([
      3,
      ...Array.from({ length: 32 }, (_, i) => 69 + i),
      ...Array.from({ length: 4 }, (_, i) => 106 + i),
    ])
    for (let at = 0; at < bytes.length; at++)
      for (let bit = 0; bit < 8; bit++) {
        const changed = bytes.with(at, (bytes[at] ?? 0) ^ (1 << bit))
        if (!free.has(at)) expect(await refused(changed), `byte ${at}, bit ${bit}`).toBeDefined()
      }
  })

  it('is refused if it is random bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 1300 }), async bytes => {
        expect(await refused(bytes)).toBeTypeOf('string')
      }),
      { numRuns: 1000 },
    )
  })

  it('never lets a changed trade pay another account', async () => {
    const bytes = good
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.nat(255), async (at, value) => {
        const changed = bytes.with(at, value)
        const reason = await refused(changed)
        if (reason !== undefined) return
        const addresses = Array.from({ length: changed.length - 31 }, (_, i) => encodeBase58(changed.slice(i, i + 32)))
        expect(addresses).toEqual(expect.arrayContaining([wallet, tokens, feeWallet]))
      }),
      { numRuns: 3000 },
    )
  })
})
