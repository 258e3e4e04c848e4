import {
  type Address,
  associatedTokenAddress,
  decodeMint,
  rentExemption,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { decodeCurve, moonit, program } from '@tern/venues/moonit'
import { curveTypeOf, prepareCurve } from '@tern/venues/moonit/internal'
import { raydiumCpmmLiquidity } from '@tern/venues/raydiumCpmm/liquidity'
import { readEvents } from '@tern/venues/read'
import { describe, expect, it } from 'vitest'
import { amountIn } from '../../../test/cpmm.ts'
import { openWorldCurve, seed } from '../../../test/worldCurve.ts'
import { deriveKey } from '../../world/deriveKey.ts'
import { openWith } from '../../world/history/trading.ts'
import type { Deed } from '../../world/worldVenue.ts'
import { placeConfigs } from '../raydiumCpmm/world/pool.ts'
import { decimals, moonitOwner, supply } from './world/instructions.ts'
import { moonitToken } from './world/token.ts'

const sol = 1_000_000_000n
const custom = (index: number, code: number) => ({ InstructionError: [index, { Custom: code }] })
const curves = moonitToken.curves ?? expect.fail('no curves')
const opened = (symbol: string, progress: number) =>
  openWorldCurve(moonitToken, moonit, { symbol, progress, change: genesis => placeConfigs(genesis) })
const mover = await deriveKey(seed, 'mover')

const executedBy = ({ instructions }: Deed, logs: readonly string[]) => ({
  logs,
  instructions: instructions.map(({ programAddress, accounts = [], data = [] }) => ({
    program: programAddress,
    accounts: accounts.map(({ address }) => address),
    data: Uint8Array.from(data),
  })),
})

describe('a token of Moonit, simulated', () => {
  it.each([
    ['EBBING', 1],
    ['STAIRS', 0],
    ['PLATEAU', 3],
  ])('is launched with the backend’s signature, on the curve of its story: %s', async (symbol, type) => {
    const { bank, enact, launcher } = await opened('CRATER', 0)
    const one = curves.seeds.find(story => story.symbol === symbol) ?? expect.fail('no story')
    const mint = await deriveKey(seed, 'new')
    const deed = await one.launch({ seed, mint, launcher: launcher.key })
    const record = await enact(deed)
    expect(record.err, record.logs.join('\n')).toBe(null)
    const pool = await curves.poolOf(mint.address)
    expect(await readEvents(program, executedBy(deed, record.logs))).toEqual([
      {
        ...{ kind: 'launch', protocol: 'moonit', pool, mint: mint.address, tokenProgram },
        ...{ creator: launcher.key.address, name: one.name, symbol, timestampSeconds: undefined },
        uri: `https://practice.tern.invalid/metadata/${mint.address}.json`,
      },
    ])
    expect(decodeMint(mint.address, bank.account(mint.address))).toMatchObject({
      ...{ supply, decimals, mintAuthority: null, freezeAuthority: null },
    })
    const made = (await openWith(bank, moonit, { address: pool })) ?? expect.fail('no curve')
    expect(made.curve).toMatchObject({ stage: 'trading', progressPpm: 0 })
    expect(decodeCurve(bank.account(pool)?.data ?? new Uint8Array()).curve_type).toBe(type)
    const { currentPrice } = made.quote({ tokenIn: wrappedNativeMint, exactIn: sol }, bank.clock())
    const price = Number(currentPrice.denominator) / Number(currentPrice.numerator)
    expect(price / (one.priceAt ?? curves.priceAt)(0)).toBeCloseTo(1, 6)
    expect((await enact(deed)).err).not.toBe(null)
  })

  it('is not launched with another backend', async () => {
    const { enact, launcher } = await opened('CRATER', 0)
    const mint = await deriveKey(seed, 'new')
    const deed = await curves.launch({
      ...{ seed: 'elsewhere', mint, launcher: launcher.key, name: 'New Tern', symbol: 'NEW', chance: 0 },
    })
    expect((await enact(deed)).err).toEqual(custom(1, 6013))
  })

  it.each([
    ['EBBING', 3n * sol],
    ['STAIRS', 3n * sol],
    ['PLATEAU', sol],
  ])('moves to CP-Swap once its curve is complete, at about the curve’s last price: %s', async (symbol, exactIn) => {
    const { bank, mint, pool, open, trade, enact, read } = await opened(symbol, 0.995)
    const curve = { mint, program: tokenProgram, pool }
    const migrate = () => curves.migrate(curve, { seed, mover, read })
    expect(await migrate()).toEqual([])
    const last = await trade({ tokenIn: wrappedNativeMint, exactIn })
    expect(last.record.err).toBe(null)
    const complete = await open()
    expect(complete.curve?.stage).toBe('complete')
    const graduation = await complete.graduation?.()
    const state = decodeCurve(bank.account(pool)?.data ?? new Uint8Array())
    const { numerator, denominator } = prepareCurve(curveTypeOf(state), state, 0n)?.price ?? expect.fail('no price')
    const price = Number(numerator) / Number(denominator)
    const lamports = (bank.account(pool)?.lamports ?? 0n) - rentExemption(409)

    const [deed] = await migrate()
    if (deed === undefined) return expect.fail('no migration')
    const record = await enact(deed)
    expect(record.err, record.logs.join('\n')).toBe(null)
    expect(await readEvents(program, executedBy(deed, record.logs))).toEqual([
      { kind: 'completion', protocol: 'moonit', pool, mint },
    ])
    expect((await open()).curve?.stage).toBe('migrated')
    const to = graduation?.address ?? expect.fail('no pool')
    const account = bank.account(to) ?? expect.fail('no pool')
    expect(graduation?.isProvedBy?.(account)).toBe(true)
    const made = (await openWith(bank, raydiumCpmmLiquidity, { address: to })) ?? expect.fail('no pool')
    const solSide = made.tokens[0].mint === wrappedNativeMint ? 0 : 1
    const reserves = [made.reserves[solSide], made.reserves[1 - solSide] ?? 0n] as const
    expect(reserves[0]).toBe(lamports - 2n)
    const ratio = Number(reserves[0]) / Number(reserves[1]) / price
    expect(ratio).toBeGreaterThan(0.9999)
    expect(ratio).toBeLessThan(1.03)
    // The program burns the tokens that the pool does not get.
    const { supply: left } = decodeMint(mint, bank.account(mint))
    const curveTokens = await associatedTokenAddress(pool, mint, tokenProgram)
    expect(amountIn(bank, curveTokens)).toBe(0n)
    const burned = supply - left
    expect(symbol === 'EBBING' ? burned === 0n : burned > supply / 100n).toBe(true)
    expect(await migrate()).toEqual([])
    expect((await enact(deed)).err).toEqual(custom(1, 6006))
  })

  it('keeps its funds until its curve is complete, and from strangers', async () => {
    const chain = await opened('EBBING', 0.995)
    const { bank, mint, pool, trade, enact, read } = chain
    const curve = { mint, program: tokenProgram, pool }
    await trade({ tokenIn: wrappedNativeMint, exactIn: 3n * sol })
    const [deed] = await curves.migrate(curve, { seed, mover, read })
    const [migrate] = deed?.instructions ?? []
    if (migrate === undefined) return expect.fail('no migration')
    const owner = (await moonitOwner(seed)).address
    const tokens = await associatedTokenAddress(mover.address, mint, tokenProgram)
    const own = await associatedTokenAddress(owner, mint, tokenProgram)
    const other = (address: Address) => (address === owner ? mover.address : address === own ? tokens : address)
    const accounts = (migrate.accounts ?? []).map(one => ({ ...one, address: other(one.address) }))
    await bank.airdrop(mover.address, 10n * sol)
    const stolen = { signers: [mover] as const, unitLimit: 0, instructions: [{ ...migrate, accounts }] }
    expect((await enact(stolen)).err).toEqual(custom(1, 6013))
    const graduation = await (await chain.open()).graduation?.()
    const stranger = { ...(bank.account(pool) ?? expect.fail()), slot: 0n, executable: false }
    expect(graduation?.isProvedBy?.(stranger)).toBe(false)

    const young = await opened('EBBING', 0.5)
    const early = { signers: [await moonitOwner(seed)] as const, unitLimit: 0, instructions: [migrate] }
    expect((await young.enact(early)).err).toEqual(custom(1, 6012))
  })
})
