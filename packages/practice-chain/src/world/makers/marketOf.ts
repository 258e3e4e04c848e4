import { curveStories } from '../curveStories.ts'
import { fateOf, lifeSeconds } from '../launches/fate.ts'
import type { WorldToken } from '../seededWorld.ts'
import { stories } from '../stories.ts'
import { curvePrice, fairCurvePrice, fairPoolPrice } from './fairPrice.ts'
import type { Market } from './floor.ts'

/** What the makers have to know of a token to trade it. */
export type Traded = Pick<WorldToken, 'mint' | 'name' | 'pool' | 'protocol' | 'createdAtSeconds'>

/** How long the makers go on with a token that left its curve, counted from when its pool was found. */
const graduateSeconds = 14_400

/** The market of a token: its story decides what the makers think of it, and its mint where there is none. */
export function marketOf({ mint, name, pool, protocol, createdAtSeconds }: Traded): Market {
  const grownUp = stories.find(story => story.name === name)
  const common = { mint, pool, protocol, bornSeconds: createdAtSeconds }
  if (protocol !== 'pumpfun' && grownUp !== undefined) {
    const tokens = (grownUp.supply * 10n ** BigInt(grownUp.decimals) * grownUp.poolPercent) / 100n
    const openingPrice = (Number(grownUp.poolSol) * 1e9) / Number(tokens)
    return {
      ...common,
      kind: 'pool',
      lifeSeconds: Number.POSITIVE_INFINITY,
      fairPrice: fairPoolPrice(mint, openingPrice),
    }
  }
  // One that left its curve opened at the price that a curve ends with.
  if (protocol === 'pumpamm')
    return { ...common, kind: 'pool', lifeSeconds: graduateSeconds, fairPrice: fairPoolPrice(mint, curvePrice(1)) }
  const fate = curveStories.find(story => story.name === name)?.fate ?? fateOf(mint)
  const fairPrice = fairCurvePrice(mint, fate, createdAtSeconds)
  return { ...common, kind: 'curve', lifeSeconds: lifeSeconds(fate), fairPrice }
}
