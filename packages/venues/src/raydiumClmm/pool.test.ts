import { clmmPools } from '../../test/raydiumClmmPools.ts'
import { venueContract } from '../../test/venueContract.ts'

venueContract('raydium_clmm', clmmPools)
