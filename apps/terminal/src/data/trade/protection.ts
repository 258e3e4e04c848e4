import type { Preset } from '../settings/settings.ts'
import { type KnownProvider, useChosenProviders } from './providers.ts'

type Way = Pick<Preset, 'fee' | 'mevProtection'>
type Taker = Pick<KnownProvider, 'isResting' | 'frontRunningProtection'>

/** Whether a preset's trades are kept from front-runners. `none`: the preset asks for it, and no provider of its trades has it. */
export type Protection = 'on' | 'off' | 'none'

/** Said beside a preset that asks for it in vain. */
export const noProtection = 'No provider that is on keeps others from trading around yours.'

/**
 * Says whether trades of a preset are kept from front-runners.
 *
 * @param chosen the providers that are turned on; `undefined`: not known yet.
 */
export function protectionOf({ fee, mevProtection }: Way, chosen: readonly Taker[] | undefined): Protection {
  if (!mevProtection) return 'off'
  if (chosen === undefined) return 'on'
  // Without a bribe a trade goes to no provider.
  const isDirect = fee.kind === 'manual' && fee.bribeFee === 0n
  return !isDirect && chosen.some(one => !one.isResting && one.frontRunningProtection !== 'none') ? 'on' : 'none'
}

/** The same with the providers that are turned on now. */
export const useProtection = (way: Way): Protection => protectionOf(way, useChosenProviders())
