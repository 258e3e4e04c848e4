import { rentExemption, systemProgram, tokenProgram, wrappedNativeMint } from '@tern/core'
import { bondingCurveAddress, configAddress, program } from '@tern/venues/boop'
import {
  bondingCurveLayout,
  bondingCurveSolVaultAddress,
  bondingCurveVaultAddress,
  configLayout,
  initialSupply,
  tradingFeesVaultAddress,
  vaultAuthority,
} from '@tern/venues/boop/internal'
import { placeSold } from '../../../world/curveHoldings.ts'
import { type Genesis, placeAccount } from '../../../world/genesis.ts'
import { boopStories, type DbcStory } from '../../../world/stories.ts'
import { metadataUri, placeMint, storyMint } from '../../../world/token.ts'
import { encodeTokenAccount } from '../../../world/tokenAccounts.ts'
import type { CurvePlacing, CurveSeed, WorldVenue } from '../../../world/worldVenue.ts'
import { boopMint, boopOperator, launchDeed, migrationDeeds } from './instructions.ts'

const decimals = 9
const sol = 1_000_000_000n
/** The virtual lamports of a curve on mainnet. The target and the fee are examples. */
const virtualSol = 29_731_395_800n
const target = 85n * sol
const graduationFee = 4n * sol
const terms = {
  virtual_sol_reserves: virtualSol,
  virtual_token_reserves: 0n,
  graduation_target: target,
  graduation_fee: graduationFee,
  damping_term: 31,
  swap_fee_basis_points: 100,
  token_for_stakers_basis_points: 500,
} as const
/** The tokens that a pool begins with, so that its price is the curve's last. */
const tokensForPool = (initialSupply * virtualSol * (target - graduationFee)) / (virtualSol + target) ** 2n

/** The boop.fun tokens. Their curves move to CP-Swap. */
export const boopToken: WorldVenue = {
  protocols: ['boop'],
  async begin(genesis, seed) {
    const { address: operator } = await boopOperator(seed)
    placeAccount(genesis, operator, { owner: systemProgram, data: new Uint8Array(), lamportsOnTop: 10_000n * sol })
    const config = configLayout.encode({
      ...{ is_paused: false, authority: operator, pending_authority: systemProgram, operators: [operator] },
      ...{ protocol_fee_recipient: operator, token_distributor: operator, ...terms },
      token_amount_for_raydium_liquidity: tokensForPool,
      max_graduation_price_deviation_basis_points: 0,
      max_swap_amount_for_pool_price_correction_basis_points: 0,
    })
    placeAccount(genesis, configAddress, { owner: program, data: config })
  },
  pools: [],
  curves: {
    seeds: boopStories.map(seedOf),
    priceAt(progress) {
      const lamports = Number(virtualSol) + Math.min(1.2, progress) * Number(target)
      return lamports ** 2 / (Number(initialSupply) * Number(virtualSol))
    },
    mintOf: async key => boopMint(key).mint,
    poolOf: bondingCurveAddress,
    launchShare: 1,
    launch: launchDeed,
    migrate: migrationDeeds,
  },
}

function seedOf(story: DbcStory): CurveSeed {
  return {
    ...story,
    protocol: 'boop',
    decimals,
    program: tokenProgram,
    place: (genesis, placing) => placeToken(genesis, story, placing),
    launch: launching => launchDeed({ ...launching, name: story.name, symbol: story.symbol }),
  }
}

/**
 * Places a token in the state that the program would leave after a single buy: its mint and metadata, its curve, and the
 * curve's accounts. The sold tokens lie in the accounts of makers and of holders who never trade.
 */
async function placeToken(genesis: Genesis, story: DbcStory, placing: CurvePlacing): Promise<void> {
  const { seed, launcher, progress } = placing
  const { name, symbol } = story
  const { mint } = boopMint(await storyMint(seed, symbol))
  const paid = (target * BigInt(Math.round(Math.min(1, progress) * 1e6))) / 1_000_000n
  const token = (initialSupply * virtualSol) / (virtualSol + paid)
  const state = bondingCurveLayout.encode({
    ...{ creator: launcher.key.address, mint, ...terms, sol_reserves: paid, token_reserves: token, status: 0 },
  })
  placeAccount(genesis, await bondingCurveAddress(mint), { owner: program, data: state })
  placeAccount(genesis, await bondingCurveSolVaultAddress(mint), {
    owner: systemProgram,
    data: new Uint8Array(),
    lamportsOnTop: paid,
  })
  const metadata = { mint, updateAuthority: mint, name, symbol, uri: metadataUri(mint) }
  await placeMint(genesis, { decimals, supply: initialSupply, metadata })
  const held = encodeTokenAccount({ mint, owner: vaultAuthority, amount: token })
  placeAccount(genesis, await bondingCurveVaultAddress(mint), { owner: tokenProgram, data: held })
  const nativeReserve = rentExemption(165)
  const fees = encodeTokenAccount({ mint: wrappedNativeMint, owner: vaultAuthority, amount: 0n, nativeReserve })
  placeAccount(genesis, await tradingFeesVaultAddress(mint), { owner: tokenProgram, data: fees })
  await placeSold(genesis, { mint, symbol, amount: initialSupply - token, kind: {} }, placing)
}
