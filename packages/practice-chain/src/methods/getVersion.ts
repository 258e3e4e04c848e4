import { createHash } from 'node:crypto'
import { FeatureSet } from 'litesvm/dist/internal.js'
import manifest from '../../package.json' with { type: 'json' }
import { apiVersion, type Method } from './method.ts'

/**
 * A validator's name for its set of features: the first four bytes of the hash of all features
 * (`agave_feature_set::ID`).
 */
const featureSet = (() => {
  const hash = createHash('sha256')
  for (const id of FeatureSet.allEnabled().getActiveFeatures().toSorted(Buffer.compare)) hash.update(id)
  return hash.digest().readUInt32LE(0)
})()

/** The node's software version. */
export const version = { 'feature-set': featureSet, 'solana-core': apiVersion } as const

/** Returns the version of the node that this chain imitates. `tern-practice` shows that it is not a real node. */
export const getVersion: Method = () => ({ ...version, 'tern-practice': manifest.version })
