import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** Loaded with `require`: its ES module fails under Node, because of a named import from CommonJS. */
export const raydiumSdk = require('@raydium-io/raydium-sdk-v2') as typeof import('@raydium-io/raydium-sdk-v2')

export const raydiumSdkName = '@raydium-io/raydium-sdk-v2 0.2.73-alpha'

/** The SDK's big number. */
export type Bn = Parameters<typeof raydiumSdk.CurveCalculator.swapBaseInput>[0]
const BN = require('bn.js') as new (digits: string) => Bn

export const bn = (value: bigint) => new BN(value.toString())
