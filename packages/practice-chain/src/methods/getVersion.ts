import { createHash } from 'node:crypto'
import { FeatureSet } from 'litesvm/dist/internal.js'
import manifest from '../../package.json' with { type: 'json' }
import { apiVersion, type Method } from './method.ts'

/** The first four bytes of the hash of all features that the runtime knows, as a validator names its set (`agave_feature_set::ID`). */
const featureSet = (() => {
  const hash = createHash('sha256')
  for (const id of FeatureSet.allEnabled().getActiveFeatures().toSorted(Buffer.compare)) hash.update(id)
  return hash.digest().readUInt32LE(0)
})()

/** What a node says of its software. */
export const version = { 'feature-set': featureSet, 'solana-core': apiVersion } as const

/** Which node's shapes these are, and, so that nobody takes it for one, whose node it is. */
export const getVersion: Method = () => ({ ...version, 'tern-practice': manifest.version })
