import { anyBytes } from '../../test/anyBytes.ts'
import { everythingIn } from '../../test/everythingIn.ts'
import { cpmmPools } from '../../test/raydiumCpmmPools.ts'

anyBytes('raydium_cpmm', cpmmPools, everythingIn('raydiumCpmm'))
