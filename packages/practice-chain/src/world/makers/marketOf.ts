import { curveStories } from '../curveStories.ts'
import { fateOf, lifeSeconds } from '../launches/fate.ts'
import type { WorldToken } from '../seededWorld.ts'
import { stories } from '../stories.ts'
import { fairCurvePrice, fairPoolPrice } from './fairPrice.ts'
import type { Market } from './floor.ts'

/** What the makers have to know of a token to trade it. */
export type Traded = Pick<WorldToken, 'mint' | 'name' | 'pool' | 'protocol' | 'createdAtSeconds'>

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
  const fate = curveStories.find(story => story.name === name)?.fate ?? fateOf(mint)
  const fairPrice = fairCurvePrice(mint, fate, createdAtSeconds)
  return { ...common, kind: 'curve', lifeSeconds: lifeSeconds(fate), fairPrice }
}
