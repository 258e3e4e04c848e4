import { anyBytes } from '../../test/anyBytes.ts'
import { everythingIn } from '../../test/everythingIn.ts'
import { pumpCurves } from '../../test/pumpfunPools.ts'

anyBytes('pumpfun', pumpCurves, everythingIn('pumpfun'))
