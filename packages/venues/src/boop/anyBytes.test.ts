import { anyBytes } from '../../test/anyBytes.ts'
import { boopCurves } from '../../test/boopPools.ts'
import { everythingIn } from '../../test/everythingIn.ts'

anyBytes('boop', boopCurves, everythingIn('boop'))
