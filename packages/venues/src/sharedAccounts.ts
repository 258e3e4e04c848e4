import { type Address, memoProgram } from '@tern/core'
import { recentBlockhashesSysvar, rentSysvar } from '@tern/core/internal'
import { vaultAuthority as boopAuthority, configAddress as boopConfig } from './boop/addresses.ts'
import { program as meteoraVault } from './meteoraVault/addresses.ts'
import { configAddress as moonitConfig } from './moonit/addresses.ts'
import {
  eventAuthority as pumpAmmEvents,
  feeConfig as pumpAmmFeeConfig,
  globalConfigAddress as pumpAmmGlobal,
  globalVolumeAccumulatorAddress as pumpAmmVolume,
} from './pumpAmm/addresses.ts'
import { program as pumpFees } from './pumpFees/addresses.ts'
import {
  eventAuthority as pumpfunEvents,
  feeConfig as pumpfunFeeConfig,
  globalAddress as pumpfunGlobal,
  globalVolumeAccumulatorAddress as pumpfunVolume,
} from './pumpfun/addresses.ts'
import { authority as raydiumCpmmAuthority } from './raydiumCpmm/addresses.ts'
import {
  authority as raydiumStableAuthority,
  modelDataAccount as raydiumStableModel,
} from './raydiumStable/addresses.ts'

/**
 * Accounts that trades of any wallet and any pool name, for a lookup table: configs, authorities, sysvars, and programs
 * that only other programs call. Accounts that a signer must see stay in the message: wallets, mints, pools, token
 * accounts, payees, and every program that the message calls. Append only at the end: existing lookup tables have this
 * order.
 */
export const sharedAccounts: readonly Address[] = [
  recentBlockhashesSysvar,
  rentSysvar,
  memoProgram,
  pumpAmmGlobal,
  pumpAmmEvents,
  pumpAmmFeeConfig,
  pumpAmmVolume,
  pumpFees,
  pumpfunGlobal,
  pumpfunEvents,
  pumpfunFeeConfig,
  pumpfunVolume,
  raydiumCpmmAuthority,
  boopConfig,
  boopAuthority,
  meteoraVault,
  moonitConfig,
  raydiumStableAuthority,
  raydiumStableModel,
]
