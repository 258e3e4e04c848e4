import { anyBytes } from '../../test/anyBytes.ts'
import { everythingIn } from '../../test/everythingIn.ts'
import { stablePools } from '../../test/raydiumStablePools.ts'

anyBytes('raydium_stable', stablePools, everythingIn('raydiumStable'))
