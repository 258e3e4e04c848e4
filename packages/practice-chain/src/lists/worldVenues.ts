// Written by scripts/programLists.mjs from programs.json.

import { boopToken } from '../programs/boop/world/token.ts'
import { meteoraDammV1Token } from '../programs/meteoraDammV1/world/token.ts'
import { meteoraDammV2Token } from '../programs/meteoraDammV2/world/token.ts'
import { believeToken, meteoraDbcToken } from '../programs/meteoraDbc/world/token.ts'
import { moonitToken } from '../programs/moonit/world/token.ts'
import { pumpfunToken } from '../programs/pumpfun/world/token.ts'
import { raydiumAmmV4Token } from '../programs/raydiumAmmV4/world/token.ts'
import { raydiumClmmToken } from '../programs/raydiumClmm/world/token.ts'
import { raydiumCpmmToken } from '../programs/raydiumCpmm/world/token.ts'
import { raydiumLaunchlabToken } from '../programs/raydiumLaunchlab/world/token.ts'
import { raydiumStableToken } from '../programs/raydiumStable/world/token.ts'
import type { WorldVenue } from '../world/worldVenue.ts'

/** Every program that tokens of the practice world trade on. */
export const worldVenues: readonly WorldVenue[] = [
  raydiumCpmmToken,
  meteoraDammV2Token,
  pumpfunToken,
  raydiumLaunchlabToken,
  meteoraDbcToken,
  believeToken,
  raydiumClmmToken,
  boopToken,
  raydiumAmmV4Token,
  raydiumStableToken,
  meteoraDammV1Token,
  moonitToken,
]
