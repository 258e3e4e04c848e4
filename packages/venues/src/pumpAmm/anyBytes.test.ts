import { anyBytes } from '../../test/anyBytes.ts'
import { everythingIn } from '../../test/everythingIn.ts'
import { ammPools } from '../../test/pumpAmmPools.ts'

anyBytes('pumpamm', ammPools, everythingIn('pumpAmm'))
