import { readdirSync } from 'node:fs'
import { createSignerFromKeyPair, type Instruction, type KeyPairSigner } from '@solana/kit'
import { type Address, associatedTokenAddress, tokenProgram, wrappedNativeMint } from '@tern/core'
import type { SwapRequest } from '@tern/venues'
import { type PoolState, program, type StableCurve, meteoraDammV1 as venue } from '@tern/venues/meteoraDammV1'
import { poolLayout, stableCurveLayout } from '@tern/venues/meteoraDammV1/internal'
import { vaultAddress, program as vaultProgram } from '@tern/venues/meteoraVault'
import { vaultLayout } from '@tern/venues/meteoraVault/internal'
import { describe, expect, it } from 'vitest'
import { answersAnyInput, invocationOf } from '../../../test/anyInvocation.ts'
import { amountIn, createAta, syncNative } from '../../../test/cpmm.ts'
import { sign, transfer } from '../../../test/transactions.ts'
import type { Bank } from '../../bank/bank.ts'
import { createBank } from '../../bank/createBank.ts'
import { type Genesis, placeAccount } from '../../world/genesis.ts'
import { createSeededWorld } from '../../world/seededWorld.ts'

const beginsAt = 1_790_000_000n
const sol = 1_000_000_000n
const genesisHash = 'GMMx4s5ePSD2D3zAYYbg5h9RwYnwHkZgpETvV6SgzUTX'
const programsDir = process.env.PROGRAMS_DIR
const files = programsDir === undefined ? [] : readdirSync(programsDir)
const hasBinaries = [program, vaultProgram].every(one => files.includes(`${one}.so`))
const stakePool = 'Jito4APyf642JPZPx3hGc6WWJ8zPKtRbRs4P815Awbb' as Address
const splStakePool = 'SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy' as Address
const manyUnits: Instruction = {
  programAddress: 'ComputeBudget111111111111111111111111111111' as Address,
  data: Uint8Array.of(2, 0xc0, 0x5c, 0x15, 0),
}

/** A change of the world's pool, and of the vault of SOL. */
interface Change {
  readonly state?: Partial<PoolState>
  readonly stable?: Partial<StableCurve>
}

interface Arena {
  /** The chain with the simulated program. A second chain has the real programs, if `withReal` was asked for. */
  readonly bank: Bank
  readonly banks: readonly Bank[]
  readonly maker: KeyPairSigner
  readonly pool: Address
  readonly mint: Address
  land(...instructions: Instruction[]): Promise<unknown>
  wait(seconds: number): Promise<void>
}

/** Starts a chain with a market maker that holds wrapped SOL and the token of a DAMM v1 pool. */
async function start(change: Change = {}, withReal = false): Promise<Arena> {
  const { genesis, tokens, marketMaker } = await createSeededWorld('dammv1', beginsAt)
  const token = tokens.find(({ protocol }) => protocol === 'meteora_damm_v1') ?? expect.fail('no pool in the world')
  alter(genesis, token.pool, change)
  await lockProfit(genesis)
  let now = Number(beginsAt) * 1_000
  const options = { slotMs: 0, now: () => now, genesis, genesisHash }
  const banks = [await createBank(options)]
  if (withReal) banks.push(await createBank({ ...options, ...(programsDir === undefined ? {} : { programsDir }) }))
  const [bank] = banks as [Bank]
  const maker = await createSignerFromKeyPair(marketMaker.keyPair)
  async function wait(seconds: number) {
    now += seconds * 1_000
    for (const one of banks) await one.tick()
  }
  /** Lands a transaction on all chains, compares these, and returns its error. */
  async function land(...instructions: Instruction[]) {
    await wait(1)
    const wire = await sign(bank.latestBlockhash().blockhash, [maker], [manyUnits, ...instructions])
    const records = []
    for (const one of banks) {
      const result = await one.submit(wire, { preflight: 'skip' })
      records.push((result.accepted && one.transaction(result.signature)) || expect.fail('the chain did not take it'))
    }
    const [simulated, real = simulated] = records
    const what = `${simulated?.logs.join('\n')}\n\n${real?.logs.join('\n')}`
    expect(simulated?.err, what).toEqual(real?.err)
    expect(simulated?.postTokenBalances, what).toEqual(real?.postTokenBalances)
    const events = (logs: readonly string[] = []) => logs.filter(line => line.startsWith('Program data: '))
    if (simulated?.err === null) expect(events(simulated.logs), what).toEqual(events(real?.logs))
    for (const address of simulated?.accounts ?? [])
      if (!bank.account(address)?.executable)
        for (const one of banks) expect(bank.account(address), `${address}\n${what}`).toEqual(one.account(address))
    return simulated?.err
  }
  const create = await createAta(maker.address, wrappedNativeMint, tokenProgram)
  const wrapped = create.accounts?.[1]?.address as Address
  await land(create, transfer(maker.address, wrapped, 1_000n * sol), syncNative(wrapped))
  return { bank, banks, maker, land, wait, pool: token.pool, mint: token.mint }
}

function alter(genesis: Genesis, pool: Address, { state, stable }: Change): void {
  const account = genesis.get(pool) ?? expect.fail('no pool')
  const data = Uint8Array.from(account.data)
  data.set(
    poolLayout.encode({ ...poolLayout.decode(data, 'atLeast'), curve_type: stable === undefined ? 0 : 1, ...state }),
  )
  if (stable !== undefined)
    data.set(
      stableCurveLayout.encode({
        ...{ amp: 100n, token_a_multiplier: 1n, token_b_multiplier: 1n, precision_factor: 9 },
        ...{ base_virtual_price: 0n, base_cache_updated: 0n, depeg_type: 0, last_amp_updated_timestamp: 0n },
        ...stable,
      }),
      poolLayout.size,
    )
  placeAccount(genesis, pool, { owner: program, data })
  const stake = new Uint8Array(611)
  stake[0] = 1
  new DataView(stake.buffer).setBigUint64(258, 1_187_654_321n, true)
  new DataView(stake.buffer).setBigUint64(266, 1_000_000_000n, true)
  placeAccount(genesis, stakePool, { owner: splStakePool, data: stake })
}

/** Locks a profit in the vault of SOL, which unlocks within an hour. */
async function lockProfit(genesis: Genesis): Promise<void> {
  const vault = await vaultAddress(wrappedNativeMint)
  const data = Uint8Array.from(genesis.get(vault)?.data ?? expect.fail('no vault'))
  const profit = {
    last_updated_locked_profit: 500n * sol,
    last_report: beginsAt - 600n,
    locked_profit_degradation: 277_777_778n,
  }
  data.set(vaultLayout.encode({ ...vaultLayout.decode(data, 'atLeast'), ...profit }))
  placeAccount(genesis, vault, { owner: vaultProgram, data })
}

async function open({ bank, pool }: Pick<Arena, 'bank' | 'pool'>) {
  const read = new Map()
  for (;;) {
    const next = await venue.accountsToRead(pool, read)
    if (next.length === 0) return venue.open(pool, read)
    for (const one of next) read.set(one, bank.account(one))
  }
}

async function partiesOf({ maker }: Arena, { tokenIn, tokenOut }: { tokenIn: Address; tokenOut: Address }) {
  const accountOf = (mint: Address) => associatedTokenAddress(maker.address, mint, tokenProgram)
  return {
    ...{ owner: maker.address, payer: maker.address },
    ...{ tokenAccountIn: await accountOf(tokenIn), tokenAccountOut: await accountOf(tokenOut) },
  }
}

/** Quotes a trade and lands it: the moved amounts are the quote's. */
async function trade(arena: Arena, request: SwapRequest): Promise<void> {
  const { bank, land, wait } = arena
  await wait(7)
  const pool = await open(arena)
  const { slot, unixTimestamp, epoch } = bank.clock()
  const quote = pool.quote(request, { slot, unixTimestamp: unixTimestamp + 1n, epoch })
  const parties = await partiesOf(arena, quote)
  const before = [amountIn(bank, parties.tokenAccountIn), amountIn(bank, parties.tokenAccountOut)] as const
  const limit = 'exactIn' in request ? quote.amountOut : quote.amountIn
  expect(await land(...(await pool.swap(quote, limit, parties)))).toBe(null)
  expect(before[0] - amountIn(bank, parties.tokenAccountIn)).toBe(quote.amountIn)
  expect(amountIn(bank, parties.tokenAccountOut) - before[1]).toBe(quote.amountOut)
}

const bothWays = (mint: Address): readonly SwapRequest[] =>
  [mint, wrappedNativeMint].flatMap(tokenIn => [
    { tokenIn, exactIn: 987_654_321n },
    { tokenIn, exactOut: 1_234_567n },
  ])
const custom = (code: number) => ({ InstructionError: [1, { Custom: code }] })

const kinds: Readonly<Record<string, Change>> = {
  'a constant product': {},
  'a constant product with a partner': { state: { partner_fee_numerator: 33_333n } },
  'a pool without fees': { state: { trade_fee_numerator: 0n } },
  'a stable curve': { stable: { amp: 500n } },
  'a staked token, with a stored price': {
    state: { stake: stakePool },
    stable: { depeg_type: 3, base_virtual_price: 1_100_000n, base_cache_updated: beginsAt },
  },
  'a staked token, with an old price': {
    state: { stake: stakePool },
    stable: { depeg_type: 3, base_virtual_price: 1_100_000n, base_cache_updated: beginsAt - 700n },
  },
}

/** Refused transactions, with the program's error. */
async function refusals(arena: Arena): Promise<readonly unknown[]> {
  const { bank, land, mint } = arena
  const pool = await open(arena)
  const quote = pool.quote({ tokenIn: wrappedNativeMint, exactIn: sol }, bank.clock())
  const parties = await partiesOf(arena, quote)
  const [swap] = await pool.swap(quote, quote.amountOut * 2n, parties)
  if (swap === undefined) return expect.fail('no swap')
  const { accounts = [], data = new Uint8Array() } = swap
  const changed = (at: number, address: Address) =>
    ({ ...swap, accounts: accounts.map((meta, i) => (i === at ? { ...meta, address } : meta)) }) as Instruction
  const ofAmounts = (amount: bigint, min: bigint) => {
    const other = Uint8Array.from(data)
    new DataView(other.buffer).setBigUint64(8, amount, true)
    new DataView(other.buffer).setBigUint64(16, min, true)
    return { ...swap, data: other } as Instruction
  }
  return [
    await land(swap),
    await land(ofAmounts(1n, 0n)),
    await land(ofAmounts(0n, 0n)),
    await land(ofAmounts(2n ** 63n, 0n)),
    await land(changed(11, accounts[5]?.address ?? mint)),
    await land(changed(11, accounts[6]?.address ?? mint)),
  ]
}

describe('the simulated program', () => {
  it.each(Object.entries(kinds))('pays and takes exactly the quote: %s', async (_, change) => {
    const arena = await start(change)
    for (const request of bothWays(arena.mint)) await trade(arena, request)
  })

  it('refuses amounts and accounts, a pool that is disabled, and a pool that is not open', async () => {
    const errors = await refusals(await start())
    expect(errors).toEqual(
      [6004, 6013, undefined, 1, 6009, 6017].map(code => (code === undefined ? null : custom(code))),
    )
    for (const state of [{ enabled: false }, { activation_point: beginsAt + 1_000n }]) {
      const arena = await start()
      const pool = await open(arena)
      const quote = pool.quote({ tokenIn: arena.mint, exactIn: 10_000n }, arena.bank.clock())
      const swap = await pool.swap(quote, 0n, await partiesOf(arena, quote))
      const account = arena.bank.account(arena.pool) ?? expect.fail('no pool')
      const changed = Uint8Array.from(account.data)
      changed.set(poolLayout.encode({ ...poolLayout.decode(changed, 'atLeast'), ...state }))
      arena.bank.setAccount(arena.pool, { ...account, data: changed })
      expect(await arena.land(...swap)).toEqual(custom(6015))
    }
  })

  it('answers any bytes and accounts', async () => {
    const arena = await start()
    const pool = await open(arena)
    const quotes = bothWays(arena.mint).map(request => pool.quote(request, arena.bank.clock()))
    const swaps = await Promise.all(
      quotes.map(async quote => pool.swap(quote, 10n ** 18n, await partiesOf(arena, quote))),
    )
    const counts = answersAnyInput(
      swaps.flat().map(swap => invocationOf(arena.bank, swap)),
      300,
    )
    expect(Object.values(counts).reduce((sum, one) => sum + one)).toBe(300)
  })
})

describe.runIf(hasBinaries)('the simulated program and the real programs (PROGRAMS_DIR)', () => {
  it.each(Object.entries(kinds))('trade and keep their books alike: %s', async (_, change) => {
    const arena = await start(change, true)
    for (const request of bothWays(arena.mint)) await trade(arena, request)
  })

  it('fail alike', async () => {
    await refusals(await start({}, true))
  })
})
