import { type Address, memoProgram, recentBlockhashesSysvar, rentSysvar } from '@tern/core'
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

/**
 * Accounts that trades of any wallet and any pool name, for a lookup table: configs, authorities, sysvars, programs that only
 * other programs call. What a signer has to see is none of them: wallets, mints, pools, token accounts and whoever is paid
 * stay in the message, as does every program that it calls. Only ever grows at its end: tables have it in this order.
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
]
