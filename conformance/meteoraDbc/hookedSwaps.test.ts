import { type Instruction, isSignerRole, isWritableRole } from '@solana/kit'
import { addExtraAccountMetasForExecute } from '@solana/spl-token'
import { type AccountInfo, Connection, PublicKey, TransactionInstruction } from '@solana/web3.js'
import {
  type AccountSet,
  type AccountSnapshot,
  type Address,
  associatedTokenAddress,
  encodeBase58,
  isTernError,
  systemProgram,
  token2022Program,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { addressBytes, mintLayout, tokenAccountLayout } from '@tern/core/internal'
import { meteoraDbc, program } from '@tern/venues/meteoraDbc'
import {
  hookedCompleteEventLayout,
  hookedSwapEventLayout,
  initializeHookedEventLayout,
  initializeHookedLayout,
  poolAuthority,
} from '@tern/venues/meteoraDbc/internal'
import { readExecuted } from '@tern/venues/read'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DbcShape, dbcClock, dbcMint, samplePool, withTail } from '../../packages/venues/test/meteoraDbcPools.ts'
import {
  accountOf,
  type Entry,
  extraMetas,
  hookProgram,
  makeHookedPool,
  type Seed,
} from '../../packages/venues/test/transferHooks.ts'
import { big, dbcProgram, dbcSdk, dbcSdkName, publicKey } from '../src/dbcSdk.ts'
import { proves } from '../src/evidence.ts'
import { runsOf } from '../src/runs.ts'

const evidence = proves('meteora_dbc')
const k = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
const owner = k(220)
const base = await associatedTokenAddress(owner, dbcMint, token2022Program)
const quoteAccount = await associatedTokenAddress(owner, wrappedNativeMint, tokenProgram)
const { base_vault: vault } = samplePool
/** Halfway up a single stretch that raises 60 SOL. */
const config = {
  ...{ sqrt_start_price: 1n << 57n, migration_sqrt_price: 3n << 57n, migration_base_threshold: 0n },
  migration_quote_threshold: 60_000_000_000n,
  curve: withTail([{ sqrt_price: 3n << 57n, liquidity: 60_000_000_000n << 70n }]),
}
const shape: DbcShape = { config, state: { sqrt_price: 2n << 57n, quote_reserve: 30_000_000_000n } }

/** A node that serves these accounts. */
class Node extends Connection {
  readonly accounts: AccountSet

  constructor(accounts: AccountSet) {
    super('http://127.0.0.1:9')
    this.accounts = accounts
  }

  override async getAccountInfo(key: PublicKey): Promise<AccountInfo<Buffer> | null> {
    const account = this.accounts.get(key.toBase58() as Address)
    if (!account) return null
    const { owner: of, data, executable } = account
    return { owner: new PublicKey(of), data: Buffer.from(data), executable, lamports: 1 }
  }

  override async getAccountInfoAndContext(key: PublicKey) {
    return { context: { slot: 1 }, value: await this.getAccountInfo(key) }
  }
}

function tokenAccount(mint: Address, of: Address): AccountSnapshot {
  const data = tokenAccountLayout.encode({
    ...{ mint, owner: of, amount: 7n, delegateOption: 0, delegate: systemProgram, state: 1, isNativeOption: 0 },
    ...{ isNative: 0n, delegatedAmount: 0n, closeAuthorityOption: 0, closeAuthority: systemProgram },
  })
  return accountOf(token2022Program, data)
}

const seeds: fc.Arbitrary<Seed> = fc.oneof(
  fc.uint8Array({ maxLength: 6 }).map(literal => ({ literal })),
  fc.constantFrom<Seed>({ argument: [8, 8] }, { argument: [0, 4] }, { argument: [12, 8] }),
  fc.nat(7).map(key => ({ key })),
  fc.tuple(fc.constantFrom(0, 1, 2, 3, 5, 6), fc.nat(40), fc.nat(24)).map(data => ({ data })),
)
const rights = fc.constantFrom(0, 0, 0, 2, 2, 1, 3)
const known = [k(230), k(231), k(232), owner, vault, poolAuthority]
const entries: fc.Arbitrary<Entry> = fc.oneof(
  fc.record({ at: fc.constantFrom(...known.slice(0, 3), ...known), rights }),
  fc.record({ derived: fc.array(seeds, { maxLength: 3 }), rights }),
  fc.record({ derived: fc.array(seeds, { maxLength: 3 }), by: fc.nat(6), rights }),
  fc.record({ keyInData: fc.tuple(fc.constantFrom(0, 1, 2, 5, 6), fc.constantFrom(0, 32, 9)), rights }),
  fc.record({ keyInArgument: fc.nat(3), rights }),
)
const others = new Map(known.slice(0, 3).map((key, i) => [key, Uint8Array.from({ length: 80 }, (_, j) => 3 * i + j)]))

const metaOf = ({ pubkey, isSigner, isWritable }: TransactionInstruction['keys'][number]) =>
  `${pubkey.toBase58()} ${isSigner} ${isWritable}`
const behind = ({ accounts = [] }: Instruction) =>
  accounts.slice(15).map(({ address, role }) => `${address} ${isSignerRole(role)} ${isWritableRole(role)}`)

describe('the accounts for a hook, against @solana/spl-token 0.4.15', () => {
  it('equal the accounts of the interface’s client, with their rights', async () => {
    let [alike, refused] = [0, 0]
    await fc.assert(
      fc.asyncProperty(fc.array(entries, { maxLength: 5 }), fc.boolean(), async (list, isBuy) => {
        const { address, accounts } = await makeHookedPool(shape, { metas: extraMetas(list), others })
        const read = new Map([...accounts, [dbcMint, accountOf(token2022Program, new Uint8Array(82).fill(5))] as const])
        const pool = meteoraDbc.open(address, read)
        const quote = pool.quote({ tokenIn: isBuy ? wrappedNativeMint : dbcMint, exactIn: 10n ** 9n }, dbcClock)
        const [from, to, by] = isBuy ? [vault, base, poolAuthority] : [base, vault, owner]
        // Their client reads the token accounts. Tern does not need these.
        const node = new Node(
          new Map([...read, [vault, tokenAccount(dbcMint, poolAuthority)], [base, tokenAccount(dbcMint, owner)]]),
        )
        const keys = [from, dbcMint, to, by].map(key => ({
          pubkey: publicKey(key),
          isSigner: false,
          isWritable: false,
        }))
        const theirs = new TransactionInstruction({ programId: publicKey(token2022Program), keys: [...keys] })
        const amount = isBuy ? quote.amountOut : quote.amountIn
        const asked = addExtraAccountMetasForExecute(
          ...([node, theirs, publicKey(hookProgram), publicKey(from), publicKey(dbcMint)] as const),
          ...([publicKey(to), publicKey(by), amount] as const),
        )
        const isAnswered = await asked.then(
          () => true,
          () => false,
        )
        const given = theirs.keys.slice(4)
        const [tokenAccountIn, tokenAccountOut] = isBuy ? [quoteAccount, base] : [base, quoteAccount]
        const parties = { owner, payer: owner, tokenAccountIn, tokenAccountOut }
        const ours = await pool.swap(quote, 1n, parties).then(
          ([swap]) => behind(swap ?? expect.fail('no swap')),
          (error: unknown) => (isTernError(error) ? error.code : expect.fail(String(error))),
        )
        const isSigned = given.some(({ pubkey, isSigner }) => isSigner || pubkey.toBase58() === owner)
        if (typeof ours !== 'string') alike++
        else refused++
        if (!isAnswered) expect(ours).toMatch(/^(layout|address|pool|token)\//)
        else if (isSigned) expect(ours).toBe('token/hookSigner')
        else expect(ours).toEqual(given.map(metaOf))
      }),
      { numRuns: runsOf(2_000) },
    )
    expect(alike).toBeGreaterThan(runsOf(300))
    expect(refused).toBeGreaterThan(runsOf(300))
  })
})

describe(`swaps where transfers call a program, against ${dbcSdkName}`, () => {
  const against = evidence(
    ...([`${dbcSdkName}, swaps where transfers call a program`, ['exactIn', 'exactOut']] as const),
    ...([undefined, undefined, ['transferHook']] as const),
  )
  // Their client derives the hook's accounts for an empty transfer between default addresses.
  const anybodys: readonly Entry[] = [
    { at: k(230), rights: 2 },
    { derived: [{ literal: 'counter' }, { key: 1 }], rights: 2 },
    { derived: [{ data: [5, 3, 9] }, { key: 4 }, { argument: [0, 8] }], by: 5 },
    { keyInData: [5, 40] },
  ]
  /** A Token-2022 mint with the extension that names the hook. */
  const mint = (() => {
    const data = new Uint8Array(166 + 4 + 64)
    data.set(
      mintLayout.encode({
        ...{ mintAuthorityOption: 0, mintAuthority: systemProgram, supply: 10n ** 15n, decimals: 6 },
        ...{ isInitialized: true, freezeAuthorityOption: 0, freezeAuthority: systemProgram },
      }),
    )
    data.set([1, 14, 0, 64, 0, ...addressBytes(poolAuthority), ...addressBytes(hookProgram)], 165)
    return accountOf(token2022Program, data)
  })()

  it.each([
    ['a buy of an exact input', true, 'exactIn', false],
    ['a buy of an exact output', true, 'exactOut', false],
    ['a sale of an exact input', false, 'exactIn', false],
    ['a sale of an exact output', false, 'exactOut', false],
    ['a buy that somebody brought', true, 'exactIn', true],
  ] as const)('are byte for byte the same: %s', against, async (_, isBuy, mode, isReferred) => {
    const terms = { ...config, collect_fee_mode: 1, enable_first_swap_with_min_fee: 1 }
    const made = await makeHookedPool({ ...shape, config: terms }, { metas: extraMetas(anybodys), others })
    const accounts = new Map([...made.accounts, [dbcMint, mint] as const])
    const pool = meteoraDbc.open(made.address, accounts)
    const asked = { tokenIn: isBuy ? wrappedNativeMint : dbcMint, referralPpm: isReferred ? 1n : 0n }
    const quote = pool.quote(
      { ...asked, ...(mode === 'exactIn' ? { exactIn: 10n ** 9n } : { exactOut: 10n ** 6n }) },
      dbcClock,
    )
    const [tokenAccountIn, tokenAccountOut] = isBuy ? [quoteAccount, base] : [base, quoteAccount]
    const referral = isReferred ? { referral: k(233) } : {}
    const [ours] = await pool.swap(quote, 77n, { owner, payer: owner, tokenAccountIn, tokenAccountOut, ...referral })
    const amounts =
      mode === 'exactIn'
        ? { swapMode: 1 as const, amountIn: big(10n ** 9n), minimumAmountOut: big(77n) }
        : { swapMode: 2 as const, amountOut: big(10n ** 6n), maximumAmountIn: big(77n) }
    const theirs = await new dbcSdk.PoolService(new Node(accounts), 'confirmed').swap2WithTransferHook({
      ...{ pool: publicKey(made.address), owner: publicKey(owner), payer: publicKey(owner), swapBaseForQuote: !isBuy },
      referralTokenAccount: isReferred ? publicKey(k(233)) : null,
      ...amounts,
    })
    const swap = theirs.instructions.find(({ programId }) => programId.toBase58() === program)
    expect({
      accounts: (ours?.accounts ?? []).map(
        ({ address, role }) => `${address} ${isSignerRole(role)} ${isWritableRole(role)}`,
      ),
      data: Buffer.from(ours?.data ?? []).toString('hex'),
    }).toEqual({ accounts: swap?.keys.map(metaOf), data: swap?.data.toString('hex') })
  })

  it('emit events that Tern reads correctly', () => {
    const event = (bytes: Uint8Array) => dbcProgram.coder.events.decode(Buffer.from(bytes).toString('base64'))
    const [pool, terms] = [k(1), k(2)]
    const swapped = hookedSwapEventLayout.encode({
      ...{ pool, config: terms, trade_direction: 1, has_referral: true, amount_0: 100n, amount_1: 1n, swap_mode: 1 },
      ...{ included_fee_input_amount: 90n, excluded_fee_input_amount: 88n, amount_left: 10n, output_amount: 80n },
      ...{ next_sqrt_price: 1n << 63n, trading_fee: 3n, protocol_fee: 2n, referral_fee: 1n },
      ...{ quote_reserve_amount: 5n, migration_threshold: 6n, current_timestamp: 9n },
    })
    expect(JSON.parse(JSON.stringify(event(swapped)))).toMatchObject({
      name: 'evtSwap2WithTransferHook',
      data: {
        pool,
        config: terms,
        swapResult: { includedFeeInputAmount: '5a', outputAmount: '50' },
        currentTimestamp: '09',
      },
    })
    const launched = { pool, config: terms, creator: k(3), base_mint: k(4), pool_type: 1, activation_point: 7n }
    expect(event(initializeHookedEventLayout.encode(launched))?.name).toBe('evtInitializePoolWithTransferHook')
    const complete = { pool, config: terms, base_reserve: 1n, quote_reserve: 2n }
    expect(event(hookedCompleteEventLayout.encode(complete))?.name).toBe('evtCurveCompleteWithTransferHook')
  })

  it('are of launched pools that Tern reads correctly', async () => {
    const named = { name: 'Arctic Tern', symbol: 'TERN', uri: 'https://tern.example/é.json' }
    const [terms, creator, payer, baseMint] = [k(1), k(2), k(3), k(4)]
    const theirs = await dbcProgram.methods
      .initializeVirtualPoolWithToken2022TransferHook(named)
      .accountsPartial({
        ...{
          config: publicKey(terms),
          creator: publicKey(creator),
          payer: publicKey(payer),
          baseMint: publicKey(baseMint),
        },
        ...{
          quoteMint: publicKey(wrappedNativeMint),
          pool: publicKey(k(5)),
          transferHookProgram: publicKey(hookProgram),
        },
        tokenQuoteProgram: publicKey(tokenProgram),
      })
      .instruction()
    expect(initializeHookedLayout.decode(theirs.data)).toEqual(named)
    const accounts = theirs.keys.map(({ pubkey }) => pubkey.toBase58() as Address)
    expect(readExecuted({ program, accounts, data: theirs.data })).toMatchObject({
      ...{ protocol: 'meteora_dbc', kind: 'launch', wallet: payer, pool: k(5), mints: [baseMint] },
    })
  })
})
