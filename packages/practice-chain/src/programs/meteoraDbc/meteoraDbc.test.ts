import { createSignerFromKeyPair } from '@solana/kit'
import { type AccountSet, type Address, associatedTokenAddress, tokenProgram, wrappedNativeMint } from '@tern/core'
import type { Pool, SwapRequest } from '@tern/venues'
import { venues } from '@tern/venues/all'
import { readProgramError } from '@tern/venues/internal/programErrors'
import { program } from '@tern/venues/meteoraDbc'
import { encodeInitializePool } from '@tern/venues/meteoraDbc/internal'
import { readEvents } from '@tern/venues/read'
import { beforeAll, describe, expect, it } from 'vitest'
import { amountIn, createAta, syncNative } from '../../../test/cpmm.ts'
import {
  type Instruction,
  type KeyPairSigner,
  newSigner,
  refusalOf,
  sign,
  transfer,
} from '../../../test/transactions.ts'
import type { Bank, TransactionRecord } from '../../bank/bank.ts'
import { createBank } from '../../bank/createBank.ts'
import { deriveKey } from '../../world/deriveKey.ts'
import { createSeededWorld, type WorldToken } from '../../world/seededWorld.ts'
import type { Deed, WorldVenue } from '../../world/worldVenue.ts'
import { believeToken, meteoraDbcToken } from './world/token.ts'

const beginsAt = 1_790_000_000n
const sol = 1_000_000_000n
const seed = 'dbc'
const units: Instruction = {
  programAddress: 'ComputeBudget111111111111111111111111111111' as Address,
  data: Uint8Array.of(2, 0x80, 0x1a, 6, 0),
}

let bank: Bank
let trader: KeyPairSigner
let tokens: readonly WorldToken[]

beforeAll(async () => {
  const world = await createSeededWorld(seed, beginsAt)
  let now = Number(beginsAt) * 1_000
  bank = await createBank({ slotMs: 0, now: () => (now += 400), genesis: world.genesis })
  trader = await createSignerFromKeyPair(world.marketMaker.keyPair)
  tokens = world.tokens.filter(({ protocol }) => protocol === 'meteora_dbc' || protocol === 'believe')
  const wrapped = await associatedTokenAddress(trader.address, wrappedNativeMint, tokenProgram)
  const open = await createAta(trader.address, wrappedNativeMint, tokenProgram)
  await land([trader], open, transfer(trader.address, wrapped, 2_000n * sol), syncNative(wrapped))
  for (const { mint, program: owner } of tokens) await land([trader], await createAta(trader.address, mint, owner))
})

async function land(
  signers: readonly [KeyPairSigner, ...KeyPairSigner[]],
  ...instructions: readonly Instruction[]
): Promise<TransactionRecord> {
  await bank.tick()
  const result = await bank.submit(await sign(bank.latestBlockhash().blockhash, signers, [units, ...instructions]))
  if (!result.accepted)
    throw new TypeError(JSON.stringify(result.refusal, (_, value) => (typeof value === 'bigint' ? `${value}` : value)))
  const record = bank.transaction(result.signature)
  if (record === null) throw new TypeError('nothing landed')
  return record
}

async function open({ pool, protocol }: Pick<WorldToken, 'pool' | 'protocol'>): Promise<Pool> {
  const read = new Map<Address, ReturnType<Bank['account']>>()
  const venue = venues[protocol]
  for (let wanted = await venue.accountsToRead(pool, read); wanted.length > 0; ) {
    for (const one of wanted) read.set(one, bank.account(one))
    wanted = await venue.accountsToRead(pool, read)
  }
  return venue.open(pool, read as AccountSet)
}

const clock = () => bank.clock()

async function partiesOf(pool: Pool, tokenIn: Address) {
  const owner = trader.address
  const accountOf = (token: Pool['tokens'][number]) => associatedTokenAddress(owner, token.mint, token.program)
  const [base, quote] = await Promise.all(pool.tokens.map(accountOf))
  const [tokenAccountIn, tokenAccountOut] = tokenIn === pool.tokens[0].mint ? [base, quote] : [quote, base]
  return { owner, payer: owner, tokenAccountIn: tokenAccountIn as Address, tokenAccountOut: tokenAccountOut as Address }
}

/** Trades without tolerance, and checks that the quote equals the moved amounts and the event. */
async function trade(token: Pick<WorldToken, 'pool' | 'protocol'>, request: SwapRequest): Promise<void> {
  const pool = await open(token)
  const quote = pool.quote(request, clock())
  const parties = await partiesOf(pool, request.tokenIn)
  const limit = 'exactIn' in request ? quote.amountOut : quote.amountIn
  const tight = 'exactIn' in request ? limit + 1n : limit - 1n
  const tooMuch = await refusalOf(
    bank,
    await sign(bank.latestBlockhash().blockhash, [trader], [units, ...(await pool.swap(quote, tight, parties))]),
  )
  expect(tooMuch).toMatchObject({ InstructionError: [1, { Custom: 6002 }] })
  const before = [parties.tokenAccountIn, parties.tokenAccountOut].map(account => amountIn(bank, account))
  const instructions = await pool.swap(quote, limit, parties)
  const record = await land([trader], ...instructions)
  expect(record.err).toBe(null)
  expect((before[0] ?? 0n) - amountIn(bank, parties.tokenAccountIn)).toBe(quote.amountIn)
  expect(amountIn(bank, parties.tokenAccountOut) - (before[1] ?? 0n)).toBe(quote.amountOut)
}

const tooTight = { InstructionError: [1, { Custom: 6013 }] }

async function enact({ signers, instructions }: Deed): Promise<TransactionRecord> {
  const [first, ...others] = await Promise.all(signers.map(({ keyPair }) => createSignerFromKeyPair(keyPair)))
  return land([first as KeyPairSigner, ...others], ...instructions)
}

const venueOf = ({ protocol }: WorldToken): WorldVenue => (protocol === 'believe' ? believeToken : meteoraDbcToken)

describe('the simulated program', () => {
  it('pays and takes exactly the venue’s quote, on every curve of the world, in both directions and modes', async () => {
    expect(new Set(tokens.map(({ protocol }) => protocol))).toEqual(new Set(['meteora_dbc', 'believe']))
    for (const token of tokens) {
      const { mint } = token
      const pool = await open(token)
      expect([pool.protocol, pool.nativeSettlement]).toEqual([token.protocol, 'wrapped'])
      if (pool.curve?.stage !== 'trading') continue
      await trade(token, { tokenIn: wrappedNativeMint, exactIn: 1_234_567_891n })
      await trade(token, { tokenIn: mint, exactIn: 5_000_000_007n })
      await trade(token, { tokenIn: wrappedNativeMint, exactOut: 1_000_000_001n })
      await trade(token, { tokenIn: mint, exactOut: 100_000_001n })
    }
  })

  it('completes a curve with the rest of its tokens, and then refuses trades', async () => {
    const token = tokens.find(({ stage, protocol }) => stage === 'curve' && protocol === 'believe')
    if (token === undefined) return expect.fail('no curve')
    const before = await open(token)
    const quote = before.quote({ tokenIn: wrappedNativeMint, exactIn: 500n * sol }, clock())
    expect(quote.filled).toBe('partial')
    await trade(token, { tokenIn: wrappedNativeMint, exactIn: 500n * sol })
    const after = await open(token)
    expect(after.curve).toMatchObject({ stage: 'complete', progressPpm: 1_000_000 })
    const late = await before.swap(quote, 0n, await partiesOf(before, wrappedNativeMint))
    const refused = await refusalOf(bank, await sign(bank.latestBlockhash().blockhash, [trader], [units, ...late]))
    expect(refused).toMatchObject(tooTight)
    expect(readProgramError(program, 6013)).toBe('program/curveComplete')
    expect(() => after.quote({ tokenIn: wrappedNativeMint, exactIn: sol }, clock())).toThrow(
      'All tokens of the bonding',
    )
  })

  it('moves complete curves to their named pools, where trading goes on at about the same price', async () => {
    for (const token of tokens) {
      const curve = await open(token)
      if (curve.curve?.stage !== 'complete') continue
      const { curves } = venueOf(token)
      const mover = await deriveKey(seed, 'market maker')
      const read = async (addresses: readonly Address[]) =>
        new Map(addresses.map(address => [address, bank.account(address)])) as AccountSet
      const deeds = (await curves?.migrate({ ...token }, { seed, mover, read })) ?? []
      expect(deeds.length).toBe(1)
      for (const deed of deeds) {
        const record = await enact(deed)
        expect(record.err, record.logs.join('\n')).toBe(null)
        const instructions = deed.instructions.map(({ accounts = [], data }) => ({
          program,
          accounts: accounts.map(({ address }) => address),
          data: Uint8Array.from(data ?? []),
        }))
        const to = await curve.graduation?.()
        expect(await readEvents(program, { logs: [], instructions })).toEqual([
          { kind: 'migration', protocol: token.protocol, pool: token.pool, mint: token.mint, to: to?.address },
        ])
        expect((await open(token)).curve?.stage).toBe('migrated')
        expect(to?.protocol).toBe('meteora_damm_v2')
        const grown = { pool: to?.address as Address, protocol: 'meteora_damm_v2' as const }
        const pool = await open(grown)
        const price = ({ numerator, denominator }: { numerator: bigint; denominator: bigint }) =>
          Number(numerator) / Number(denominator)
        const { currentPrice } = pool.quote({ tokenIn: wrappedNativeMint, exactIn: sol }, clock())
        expect(price(currentPrice) * (curves?.priceAt(1) ?? 0)).toBeCloseTo(1, 2)
        await trade(grown, { tokenIn: wrappedNativeMint, exactIn: sol })
        await trade(grown, { tokenIn: token.mint, exactIn: 1_000_000_000n })
      }
    }
  })

  it('launches a token that trades at once, and refuses terms for SPL tokens', async () => {
    const mint = await newSigner()
    const deed = await meteoraDbcToken.curves?.launch({
      seed: 'tern',
      ...{ mint: await deriveKey(seed, 'new'), launcher: await deriveKey(seed, 'market maker') },
      ...{ name: 'New Tern', symbol: 'NEW', chance: 0.5 },
    })
    if (deed === undefined) return expect.fail('no launch')
    const record = await enact(deed)
    expect(record.err, record.logs.join('\n')).toBe(null)
    const launched = deed.signers[1]?.address as Address
    const pool = (await meteoraDbcToken.curves?.poolOf(launched)) as Address
    const [token] = (await open({ pool, protocol: 'meteora_dbc' })).tokens
    await land([trader], await createAta(trader.address, launched, token.program))
    await trade({ pool, protocol: 'meteora_dbc' }, { tokenIn: wrappedNativeMint, exactIn: sol })
    const [config] = deed.instructions[0]?.accounts ?? []
    const older = await encodeInitializePool({
      ...{ config: config?.address as Address, creator: trader.address, payer: trader.address, baseMint: mint.address },
      ...{ baseProgram: tokenProgram, quoteMint: wrappedNativeMint, quoteProgram: tokenProgram },
      ...{ name: 'Old Tern', symbol: 'OLD', uri: '' },
    })
    const refused = await refusalOf(bank, await sign(bank.latestBlockhash().blockhash, [trader, mint], [units, older]))
    expect(refused).toMatchObject({ InstructionError: [1, { Custom: 101 }] })
  })
})
