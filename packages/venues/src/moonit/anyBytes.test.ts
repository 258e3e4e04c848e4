import { anyBytes } from '../../test/anyBytes.ts'
import { everythingIn } from '../../test/everythingIn.ts'
import { moonitCurves } from '../../test/moonitPools.ts'

anyBytes('moonit', moonitCurves, everythingIn('moonit'))
