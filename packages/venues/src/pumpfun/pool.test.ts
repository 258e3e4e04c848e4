import { pumpCurves } from '../../test/pumpfunPools.ts'
import { venueContract } from '../../test/venueContract.ts'

venueContract('pumpfun', pumpCurves)
