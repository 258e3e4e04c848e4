import manifest from '../../package.json' with { type: 'json' }
import { apiVersion, type Method } from './method.ts'

/** Which node's shapes these are, and, so that nobody takes it for one, whose node it is. */
export const getVersion: Method = () => ({
  'feature-set': 0,
  'solana-core': apiVersion,
  'tern-practice': manifest.version,
})
