import { ammPools } from '../../test/pumpAmmPools.ts'
import { venueContract } from '../../test/venueContract.ts'

venueContract('pumpamm', ammPools)
