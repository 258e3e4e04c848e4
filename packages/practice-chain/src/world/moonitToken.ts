import { systemProgram, tokenProgram } from '@tern/core'
import { type CurveAccount, configAddress, curveAddress, program } from '@tern/venues/moonit'
import { accountSizes, configLayout, curveLayout, prepareCurve } from '@tern/venues/moonit/internal'
import { placeSold } from './curveHoldings.ts'
import { deriveKey } from './deriveKey.ts'
import { type Genesis, placeAccount } from './genesis.ts'
import { type DbcStory, moonitStories } from './stories.ts'
import { metadataUri, placeHolding, placeMint, storyMint } from './token.ts'
import type { CurvePlacing, CurveSeed, WorldVenue } from './worldVenue.ts'

const decimals = 9
const supply = 1_000_000_000_000_000_000n
const threshold = 345_000_000_000n
/** The virtual reserves of a constant product, and the tokens sold at its market cap. */
const begun = { sol: 30e9, token: 1_073e15, goal: 799_820_983_207_404_442n } as const

/**
 * The Moonit tokens, all on constant products. A launch needs the signature of the program's backend, so makers cannot
 * launch here. The backend's migrations are not simulated: a complete curve stays complete.
 */
export const moonitToken: WorldVenue = {
  protocols: ['moonit'],
  async begin(genesis, seed) {
    const owner = await deriveKey(seed, 'moonit owner')
    const [dex, helio] = [await deriveKey(seed, 'moonit dex fee'), await deriveKey(seed, 'moonit helio fee')]
    for (const { address } of [dex, helio]) placeAccount(genesis, address, systemProgram, new Uint8Array())
    const config = configLayout.encode({
      ...{ migration_authority: owner.address, backend_authority: owner.address, config_authority: owner.address },
      ...{ helio_fee: helio.address, dex_fee: dex.address, fee_bps: 100, dex_fee_share: 60, migration_fee: 2n },
      ...{ linear_curve_mcap_threshold: threshold, marketcap_currency: 0, bump: 251, coef_b: 25 },
      ...{ min_supported_decimal_places: 6, max_supported_decimal_places: 9 },
      ...{ min_supported_token_supply: 10_000_000n, max_supported_token_supply: 1_000_000_000n },
      ...{ constant_product_v1_mcap_threshold: threshold, constant_product_v2_mcap_threshold: 200_000_000_000n },
    })
    placeAccount(genesis, configAddress, program, padded(config, accountSizes.config))
  },
  pools: [],
  curves: {
    seeds: moonitStories.map(seedOf),
    priceAt(progress) {
      const left = begun.token - Math.min(1.02, progress) * Number(begun.goal)
      return (begun.sol * begun.token) / left ** 2
    },
    poolOf: curveAddress,
    launchShare: 0,
    launch: () => Promise.reject(new RangeError('a launch on Moonit needs its backend')),
    migrate: async () => [],
  },
}

function seedOf(story: DbcStory): CurveSeed {
  return {
    ...story,
    protocol: 'moonit',
    decimals,
    program: tokenProgram,
    place: (genesis, placing) => placeToken(genesis, story, placing),
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
async function placeToken(genesis: Genesis, story: DbcStory, placing: CurvePlacing): Promise<void> {
  const { seed, progress } = placing
  const { name, symbol } = story
  const { address: mint } = await storyMint(seed, symbol)
  const pool = await curveAddress(mint)
  const sold = (begun.goal * BigInt(Math.round(Math.min(1, progress) * 1e6))) / 1_000_000n
  const state: CurveAccount = {
    ...{ total_supply: supply, curve_amount: supply - sold, mint, decimals, collateral_currency: 0, curve_type: 1 },
    ...{ marketcap_threshold: threshold, marketcap_currency: 0, migration_fee: 2n, coef_b: 25, bump: 255 },
    ...{ migration_target: 0, price_increase: 0 },
  }
  const lamports = prepareCurve('constantProductV1', state, 0n)?.paymentFor(sold) ?? 0n
  placeAccount(genesis, pool, program, padded(curveLayout.encode(state), accountSizes.curve), lamports)
  const metadata = { mint, updateAuthority: pool, name, symbol, uri: metadataUri(mint) }
  await placeMint(genesis, { decimals, supply, metadata })
  await placeHolding(genesis, {}, { mint, owner: pool, amount: supply - sold })
  await placeSold(genesis, { mint, symbol, amount: sold, kind: {} }, placing)
}
