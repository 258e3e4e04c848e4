import { type BondingCurve, type Config, decodeBondingCurve, decodeConfig, program } from '@tern/venues/boop'
import { bondingCurveLayout, configLayout } from '@tern/venues/boop/internal'
import { checkOwner, decodedOnce, deserialized, fail, type NamedAccount, readOwn } from '../anchor.ts'

const decodeConfigOnce = decodedOnce(decodeConfig)

/** @throws TernError `practice/programFailed`. */
export function readCurve(account: NamedAccount): BondingCurve {
  readOwn(account, bondingCurveLayout, program)
  return deserialized(account, () => decodeBondingCurve(account.data))
}

/** @throws TernError `practice/programFailed`. */
export function readConfig(account: NamedAccount): Config {
  checkOwner(account, program)
  if (!configLayout.begins(account.data)) fail('AccountDiscriminatorMismatch', account.name)
  return deserialized(account, () => decodeConfigOnce(account.data))
}
