import { systemProgram, tokenProgram } from '@tern/core'
import { type CurveAccount, configAddress, curveAddress, program } from '@tern/venues/moonit'
import { accountSizes, configLayout, curveLayout, curveTypes, prepareCurve } from '@tern/venues/moonit/internal'
import { placeSold } from '../../../world/curveHoldings.ts'
import { deriveKey } from '../../../world/deriveKey.ts'
import { type Genesis, placeAccount } from '../../../world/genesis.ts'
import { type MoonitStory, moonitStories } from '../../../world/stories.ts'
import { metadataUri, placeHolding, placeMint, storyMint } from '../../../world/token.ts'
import type { CurvePlacing, CurveSeed, WorldVenue } from '../../../world/worldVenue.ts'
import { decimals, flatCollateral, launchDeed, migrationDeeds, moonitOwner, supply } from './instructions.ts'

const sol = 1_000_000_000n
const threshold = 345n * sol
const coefB = 25
/** The virtual reserves of a constant product, and the tokens sold at its market cap. */
const begun = { sol: 30e9, token: 1_073e15, goal: 799_820_983_207_404_442n } as const
/** The tokens that complete a linear and a flat curve. */
const [linearGoal, flatGoal] = [(supply * 55n) / 100n, (supply * 49n) / 100n]

type Shape = MoonitStory['curve']
const usual: Shape = 'constantProductV1'

/** The shapes of the world's curves: their goal, and the price in lamports per raw unit after a part of the sale. */
const shapes: Readonly<Record<Shape, { readonly goal: bigint; priceAt(progress: number): number }>> = {
  constantProductV1: {
    goal: begun.goal,
    priceAt(progress) {
      const left = begun.token - Math.min(1.02, progress) * Number(begun.goal)
      return (begun.sol * begun.token) / left ** 2
    },
  },
  linearV1: {
    goal: linearGoal,
    priceAt(progress) {
      const [first, last] = [coefB / 1e9, Number(threshold) / Number(linearGoal)]
      return first + (last - first) * Math.min(1.15, progress)
    },
  },
  flatV1: { goal: flatGoal, priceAt: () => Number(flatCollateral) / Number(flatGoal) },
}

/** The Moonit tokens. Makers launch constant products. The stories have the other curves, too. */
export const moonitToken: WorldVenue = {
  protocols: ['moonit'],
  async begin(genesis, seed) {
    const owner = await moonitOwner(seed)
    placeAccount(genesis, owner.address, { owner: systemProgram, data: new Uint8Array(), lamportsOnTop: 10_000n * sol })
    const [dex, helio] = [await deriveKey(seed, 'moonit dex fee'), await deriveKey(seed, 'moonit helio fee')]
    for (const { address } of [dex, helio])
      placeAccount(genesis, address, { owner: systemProgram, data: new Uint8Array() })
    const config = configLayout.encode({
      ...{ migration_authority: owner.address, backend_authority: owner.address, config_authority: owner.address },
      ...{ helio_fee: helio.address, dex_fee: dex.address, fee_bps: 100, dex_fee_share: 60, migration_fee: 2n },
      ...{ linear_curve_mcap_threshold: threshold, marketcap_currency: 0, bump: 251, coef_b: coefB },
      ...{ min_supported_decimal_places: 6, max_supported_decimal_places: 9 },
      ...{ min_supported_token_supply: 10_000_000n, max_supported_token_supply: 1_000_000_000n },
      ...{ constant_product_v1_mcap_threshold: threshold, constant_product_v2_mcap_threshold: 200n * sol },
    })
    placeAccount(genesis, configAddress, { owner: program, data: padded(config, accountSizes.config) })
  },
  pools: [],
  curves: {
    seeds: moonitStories.map(seedOf),
    priceAt: shapes[usual].priceAt,
    poolOf: curveAddress,
    launchShare: 1,
    launch: token => launchDeed(token),
    migrate: migrationDeeds,
  },
}

function seedOf(story: MoonitStory): CurveSeed {
  const { name, symbol, curve } = story
  return {
    ...story,
    protocol: 'moonit',
    decimals,
    program: tokenProgram,
    priceAt: shapes[curve].priceAt,
    place: (genesis, placing) => placeToken(genesis, story, placing),
    launch: launching => launchDeed({ ...launching, name, symbol }, curve),
  }
}

function padded(data: Uint8Array, size: number): Uint8Array {
  const whole = new Uint8Array(size)
  whole.set(data)
  return whole
}

/**
 * Places a token in the state that the program would leave: its mint and metadata, and its curve with its lamports.
 * The sold tokens lie in the accounts of makers and of holders who never trade.
 */
async function placeToken(genesis: Genesis, story: MoonitStory, placing: CurvePlacing): Promise<void> {
  const { seed, progress } = placing
  const { name, symbol, curve } = story
  const { address: mint } = await storyMint(seed, symbol)
  const pool = await curveAddress(mint)
  const sold = (shapes[curve].goal * BigInt(Math.round(Math.min(1, progress) * 1e6))) / 1_000_000n
  const state: CurveAccount = {
    ...{ total_supply: supply, curve_amount: supply - sold, mint, decimals, collateral_currency: 0 },
    curve_type: curveTypes.indexOf(curve),
    ...{ marketcap_threshold: curve === 'flatV1' ? flatCollateral : threshold, marketcap_currency: 0 },
    ...{ migration_fee: 2n, coef_b: coefB, bump: 255 },
    ...{ migration_target: 0, price_increase: 0 },
  }
  const lamports = prepareCurve(curve, state, 0n)?.paymentFor(sold) ?? 0n
  placeAccount(genesis, pool, {
    owner: program,
    data: padded(curveLayout.encode(state), accountSizes.curve),
    lamportsOnTop: lamports,
  })
  const metadata = { mint, updateAuthority: pool, name, symbol, uri: metadataUri(mint) }
  await placeMint(genesis, { decimals, supply, metadata })
  await placeHolding(genesis, {}, { mint, owner: pool, amount: supply - sold })
  await placeSold(genesis, { mint, symbol, amount: sold, kind: {} }, placing)
}
