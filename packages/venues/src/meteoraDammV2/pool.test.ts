import { anyBytes } from '../../test/anyBytes.ts'
import { dammV2Pools } from '../../test/meteoraDammV2Pools.ts'
import { venueContract } from '../../test/venueContract.ts'
import * as folder from './index.ts'

venueContract('meteora_damm_v2', dammV2Pools)
anyBytes('meteora_damm_v2', dammV2Pools, folder)
