import type { Preset } from '../settings/settings.ts'
import { type KnownProvider, useChosenProviders } from './providers.ts'

type Submission = Pick<Preset, 'fee' | 'mevProtection'>
type Taker = Pick<KnownProvider, 'isResting' | 'frontRunningProtection'>

/** Front-running protection of a preset's trades. `none`: the preset asks for it, but no provider in use has it. */
export type Protection = 'on' | 'off' | 'none'

/** Shown with a preset that asks for protection in vain. */
export const noProtection = 'Your providers do not protect against front-running.'

/**
 * Returns the front-running protection that trades of a preset get.
 *
 * @param chosen the providers that are turned on; `undefined` while they are not known yet.
 */
export function protectionOf({ fee, mevProtection }: Submission, chosen: readonly Taker[] | undefined): Protection {
  if (!mevProtection) return 'off'
  if (chosen === undefined) return 'on'
  // Without a bribe, a trade goes to no provider.
  const isDirect = fee.kind === 'manual' && fee.bribeFee === 0n
  return !isDirect && chosen.some(one => !one.isResting && one.frontRunningProtection !== 'none') ? 'on' : 'none'
}

/** Returns the protection of a preset with the providers that are turned on now. */
export const useProtection = (preset: Submission): Protection => protectionOf(preset, useChosenProviders())
