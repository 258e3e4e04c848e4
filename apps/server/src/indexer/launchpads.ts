import type { Address } from '@tern/core'
import type { Protocol } from '@tern/venues'
import { bondingCurveAddress } from '@tern/venues/pumpfun'

/** Where tokens are launched, and where each of theirs trades. */
export const launchpads: readonly {
  readonly protocol: Protocol
  readonly poolOf: (mint: Address) => Promise<Address>
}[] = [{ protocol: 'pumpfun', poolOf: bondingCurveAddress }]
