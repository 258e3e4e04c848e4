import { type Config, decodeConfig, program } from '@tern/venues/moonit'
import { configLayout } from '@tern/venues/moonit/internal'
import { decodedOnce, deserialized, type NamedAccount, readOwn } from '../anchor.ts'

const decodeConfigOnce = decodedOnce(decodeConfig)

/** @throws TernError `practice/programFailed`. */
export function readConfig(account: NamedAccount): Config {
  readOwn(account, configLayout, program)
  return deserialized(account, () => decodeConfigOnce(account.data))
}
