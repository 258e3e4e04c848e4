import { join } from 'node:path'
import { type Address, associatedTokenAddress, tokenProgram } from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import type { Pool, Venue } from '@tern/venues'
import { program as ammV4Program, raydiumAmmV4 } from '@tern/venues/raydiumAmmV4'
import { ammStatus } from '@tern/venues/raydiumAmmV4/internal'
import { program as clmmProgram, raydiumClmm } from '@tern/venues/raydiumClmm'
import { program as cpmmProgram, raydiumCpmm } from '@tern/venues/raydiumCpmm'
import { program as routerProgram } from '@tern/venues/raydiumRouter'
import { raydiumStable, program as stableProgram } from '@tern/venues/raydiumStable'
import { exampleModel } from '@tern/venues/raydiumStable/internal'
import { ammV4Addresses } from '../../packages/venues/test/raydiumAmmV4Pools.ts'
import { placePool } from './ammV4World.ts'
import * as clmm from './clmmWorld.ts'
import { createPoolOf, loadCpmm } from './cpmmWorld.ts'
import { startStable } from './stableWorld.ts'
import { fund, placeMint, type Svm } from './svm.ts'

export const programs = [routerProgram, stableProgram, cpmmProgram, clmmProgram, ammV4Program]

/** Five tokens in a row, with a pool between neighbours: stable, CPMM, concentrated, AMM v4. The payer holds all tokens. */
export interface RouterWorld {
  readonly svm: Svm
  readonly tokens: readonly clmm.OwnToken[]
  readonly pools: readonly [Venue, Address][]
}

const startSeconds = 1_790_000_000n
const { pool: ammV4Pool } = ammV4Addresses

/** @param directory holds the real programs. @param isOnBook gives the AMM v4 pool an order book. */
export async function startRouter(directory: string, isOnBook: boolean): Promise<RouterWorld> {
  const of = (program: Address) => join(directory, `${program}.so`)
  const stable = await startStable(of(stableProgram))
  const { svm } = stable
  stable.arrange({ reserves: [10n ** 12n, 10n ** 12n], model: exampleModel() })
  for (const program of [routerProgram, clmmProgram, ammV4Program]) svm.load(program, of(program))
  await loadCpmm(svm, of(cpmmProgram), { tradeFeeRate: 2_500n, creatorFeeRate: 0n })
  const { address: payer } = svm.payer
  const made: clmm.OwnToken[] = [0, 1].map(i => ({
    ...{ program: tokenProgram, mint: stable.mints[i] as Address, account: stable.accounts[i] as Address },
  }))
  // The pc token of an AMM v4 pool of the tests has nine decimals.
  for (const decimals of [6, 6, 9]) {
    const mint = await placeMint(svm, tokenProgram, decimals)
    const account = await associatedTokenAddress(payer, mint, tokenProgram)
    await svm.send(fund(payer, mint, account, tokenProgram, 10n ** 18n))
    made.push({ program: tokenProgram, mint, account })
  }
  const [, b, c, d, e] = made as [clmm.OwnToken, clmm.OwnToken, clmm.OwnToken, clmm.OwnToken, clmm.OwnToken]
  const amount = 10n ** 12n
  const cpmm = await createPoolOf(svm, inOrder({ ...b, amount }, { ...c, amount: 3n * amount }))
  const settings = { tickSpacing: 10, tradeFeeRate: 500, sqrtPriceX64: 2n ** 64n }
  const concentrated = await clmm.createPoolOf(svm, settings, inOrder(c, d))
  await clmm.openPosition(concentrated, -10_000, 10_000, 10n ** 12n)
  await clmm.openPosition(concentrated, -1_000, 2_000, 10n ** 12n)
  const amm = { svm, mints: [d.mint, e.mint], accounts: [d.account, e.account] } as const
  const status = isOnBook ? ammStatus.initialized : ammStatus.swapOnly
  placePool({ ...amm, pool: ammV4Pool }, { vaults: [2n * amount, amount], amm: { status } })
  svm.setClock({ unixTimestamp: startSeconds + 3_600n, epoch: 100n })
  return {
    ...{ svm, tokens: made },
    pools: [
      [raydiumStable, stable.pool],
      [raydiumCpmm, cpmm.pool],
      [raydiumClmm, concentrated.pool],
      [raydiumAmmV4, ammV4Pool],
    ],
  }
}

/** Opens a pool in its present state. */
export async function openPool({ svm }: RouterWorld, [venue, address]: readonly [Venue, Address]): Promise<Pool> {
  const read = new Map(svm.readAll([address]))
  for (;;) {
    const wanted = (await venue.accountsToRead(address, read)).filter(one => !read.has(one))
    if (wanted.length === 0) return venue.open(address, read)
    for (const [one, account] of svm.readAll(wanted)) read.set(one, account)
  }
}

function inOrder<T extends { readonly mint: Address }>(one: T, other: T): readonly [T, T] {
  const isBefore = Buffer.compare(addressBytes(one.mint), addressBytes(other.mint)) < 0
  return isBefore ? [one, other] : [other, one]
}
