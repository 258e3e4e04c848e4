import { anyBytes } from '../../test/anyBytes.ts'
import { everythingIn } from '../../test/everythingIn.ts'
import { clmmPools } from '../../test/raydiumClmmPools.ts'

anyBytes('raydium_clmm', clmmPools, everythingIn('raydiumClmm'))
