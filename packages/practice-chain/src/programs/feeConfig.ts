import { decodeFeeConfig, type FeeConfig, program } from '@tern/venues/pumpFees'
import { checkOwner, decodedOnce, deserialized, type NamedAccount } from './anchor.ts'

const decode = decodedOnce(decodeFeeConfig)

/**
 * `Account<FeeConfig>` of the fee program. It is cached, because each trade reads it twice, and it has up to 25 tiers.
 */
export function readFeeConfig(account: NamedAccount): FeeConfig {
  checkOwner(account, program)
  return deserialized(account, () => decode(account.data))
}
