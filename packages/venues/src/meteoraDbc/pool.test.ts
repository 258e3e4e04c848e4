import { anyBytes } from '../../test/anyBytes.ts'
import { dbcPools } from '../../test/meteoraDbcPools.ts'
import { venueContract } from '../../test/venueContract.ts'
import * as folder from './index.ts'

venueContract('meteora_dbc', dbcPools)
anyBytes('meteora_dbc', dbcPools, folder)
