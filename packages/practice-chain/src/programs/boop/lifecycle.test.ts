import { type Address, associatedTokenAddress, decodeMint, tokenProgram, wrappedNativeMint } from '@tern/core'
import { boop, program } from '@tern/venues/boop'
import {
  bondingCurveVaultAddress,
  encodeDeployBondingCurve,
  initialSupply,
  vaultAuthority,
} from '@tern/venues/boop/internal'
import { raydiumCpmm } from '@tern/venues/raydiumCpmm'
import { raydiumCpmmLiquidity } from '@tern/venues/raydiumCpmm/liquidity'
import { readEvents } from '@tern/venues/read'
import { describe, expect, it } from 'vitest'
import { amountIn } from '../../../test/cpmm.ts'
import { openWorldCurve, seed } from '../../../test/worldCurve.ts'
import { deriveKey } from '../../world/deriveKey.ts'
import { openWith } from '../../world/history/trading.ts'
import type { Deed } from '../../world/worldVenue.ts'
import { placeConfigs } from '../raydiumCpmm/world/pool.ts'
import { boopMint, boopOperator } from './world/instructions.ts'
import { boopToken } from './world/token.ts'

const sol = 1_000_000_000n
const custom = (index: number, code: number) => ({ InstructionError: [index, { Custom: code }] })
const curves = boopToken.curves ?? expect.fail('no curves')
const opened = (progress: number) =>
  openWorldCurve(boopToken, boop, { symbol: 'HOOT', progress, change: genesis => placeConfigs(genesis) })

const instructionsOf = ({ instructions }: Deed) =>
  instructions.map(({ programAddress, accounts = [], data = [] }) => ({
    program: programAddress,
    accounts: accounts.map(({ address }) => address),
    data: Uint8Array.from(data),
  }))

describe('a token of boop.fun, simulated', () => {
  it('is launched with its whole supply on the curve, by instructions that name it', async () => {
    const { bank, enact, launcher } = await opened(0)
    const key = await deriveKey(seed, 'new')
    const token = { seed, mint: key, launcher: launcher.key, name: 'New Tern', symbol: 'NEW', chance: 0 }
    const deed = await curves.launch(token)
    const record = await enact(deed)
    expect(record.err, record.logs.join('\n')).toBe(null)
    const mint = await curves.mintOf?.(key)
    if (mint === undefined) return expect.fail('no mint')
    const pool = await curves.poolOf(mint)
    const events = await readEvents(program, { logs: record.logs, instructions: instructionsOf(deed) })
    expect(events).toEqual([
      {
        ...{ kind: 'launch', protocol: 'boop', pool, mint, tokenProgram, creator: launcher.key.address },
        ...{ name: 'New Tern', symbol: 'NEW', timestampSeconds: undefined },
        uri: `https://practice.tern.invalid/metadata/${mint}.json`,
      },
    ])
    expect(decodeMint(mint, bank.account(mint))).toMatchObject({
      ...{ supply: initialSupply, decimals: 9, mintAuthority: null, freezeAuthority: null },
    })
    expect(amountIn(bank, await bondingCurveVaultAddress(mint))).toBe(initialSupply)
    const opening = await openWith(bank, boop, { address: pool })
    expect(opening?.curve).toMatchObject({ stage: 'trading', progressPpm: 0, creator: launcher.key.address })
    expect((await enact(deed)).err).not.toBe(null)
  })

  it('keeps its address for any payer, and only for its own salt', async () => {
    const { landBy, enact, user, launcher } = await opened(0)
    const key = await deriveKey(seed, 'new')
    const { mint, salt } = boopMint(key)
    const token = { seed, mint: key, name: 'New Tern', symbol: 'NEW', chance: 0 }
    const [create, deploy] = (await curves.launch({ ...token, launcher: launcher.key })).instructions
    if (create === undefined || deploy === undefined) return expect.fail('no launch')
    expect((await enact({ signers: [launcher.key], unitLimit: 0, instructions: [create] })).err).toBe(null)
    const at = (i: number) => deploy.accounts?.[i]?.address as Address
    const accounts = {
      ...{ mint, bonding_curve: at(2), bonding_curve_sol_vault: at(3), bonding_curve_vault: at(4) },
      payer: user.address,
    }
    const deployBy = (number: bigint) =>
      landBy([user], encodeDeployBondingCurve(accounts, { creator: user.address, salt: number }, 'salt'))
    expect((await deployBy(salt + 1n)).err).toEqual(custom(1, 2006))
    expect((await deployBy(salt)).err).toBe(null)
  })

  it('moves to CP-Swap once its curve is complete, at the curve’s last price', async () => {
    const { bank, mint, pool, open, trade, enact, read, user } = await opened(0.99)
    const mover = await deriveKey(seed, 'mover')
    const curve = { mint, program: tokenProgram, pool }
    const migrate = () => curves.migrate(curve, { seed, mover, read })
    const [early] = await migrate()
    expect(early && (await enact(early)).err).toEqual(custom(1, 6009))

    await trade({ tokenIn: wrappedNativeMint, exactIn: 5n * sol })
    const last = (await open()).curve
    expect(last?.stage).toBe('complete')
    const [deed] = await migrate()
    if (deed === undefined) return expect.fail('no migration')
    const [graduate, create] = deed.instructions
    if (graduate === undefined || create === undefined) return expect.fail('no migration')
    // Only the operator may create the pool, and only of a graduated curve.
    const unitLimit = 0
    const byStranger = deed.instructions.map(one => ({
      ...one,
      accounts: (one.accounts ?? []).map(account =>
        account.role === 3 ? { ...account, address: mover.address } : account,
      ),
    }))
    await bank.airdrop(mover.address, 10n * sol)
    expect((await enact({ signers: [mover], unitLimit, instructions: byStranger })).err).toEqual(custom(1, 6036))
    expect((await enact({ ...deed, instructions: [create] })).err).toEqual(custom(1, 6009))

    const feesBefore = bank.account((await boopOperator(seed)).address)?.lamports ?? 0n
    const record = await enact(deed)
    expect(record.err, record.logs.join('\n')).toBe(null)
    expect((await open()).curve?.stage).toBe('migrated')
    const to = create.accounts?.[3]?.address as Address
    const executed = { logs: record.logs, instructions: instructionsOf(deed) }
    expect(await readEvents(program, executed)).toEqual([
      { kind: 'completion', protocol: 'boop', pool, mint },
      { kind: 'migration', protocol: 'boop', pool, mint, to },
    ])
    const made = (await openWith(bank, raydiumCpmmLiquidity, { address: to })) ?? expect.fail('no pool')
    expect(made.tokens.map(token => token.mint)).toEqual([mint, wrappedNativeMint])
    expect(made.reserves[1]).toBe(81n * sol)
    const price = Number(made.reserves[1]) / Number(made.reserves[0])
    expect(price / curves.priceAt(1)).toBeCloseTo(1, 6)
    // The program keeps the LP tokens. The stakers' 5% and the fee are paid.
    const lpAccount = await associatedTokenAddress(vaultAuthority, made.lpToken.mint, tokenProgram)
    expect(amountIn(bank, lpAccount)).toBe(made.lpSupply - 100n)
    const operator = (await boopOperator(seed)).address
    const stakers = await associatedTokenAddress(operator, mint, tokenProgram)
    expect(amountIn(bank, stakers)).toBe(initialSupply / 20n)
    const paid = (bank.account(operator)?.lamports ?? 0n) - feesBefore
    expect(paid).toBeGreaterThan(3n * sol)
    const pooled = (await openWith(bank, raydiumCpmm, { address: to })) ?? expect.fail('no pool')
    await bank.travel({ slots: 10n, seconds: 4n })
    const quote = pooled.quote(
      { tokenIn: mint, exactIn: amountIn(bank, await associatedTokenAddress(user.address, mint, tokenProgram)) },
      bank.clock(),
    )
    expect(quote.amountOut).toBeGreaterThan(0n)

    expect(await migrate()).toEqual([])
    expect((await enact(deed)).err).toEqual(custom(1, 6009))
  })
})
