import { createRequire } from 'node:module'
import { Connection, PublicKey } from '@solana/web3.js'

const require = createRequire(import.meta.url)

/** Required, not imported: its ES module does not load under Node (a named import from CommonJS). */
export const dbcSdk =
  require('@meteora-ag/dynamic-bonding-curve-sdk') as typeof import('@meteora-ag/dynamic-bonding-curve-sdk')

export const dbcSdkName = '@meteora-ag/dynamic-bonding-curve-sdk 1.5.12'

/** No node answers here: the SDK only computes. */
const nowhere = new Connection('http://127.0.0.1:9')
/** The SDK's Anchor program: its account coder and its instructions. */
export const dbcProgram = dbcSdk.createDbcProgram(nowhere).program

/** The SDK's big number. */
export type Big = Parameters<typeof dbcSdk.swapQuoteExactOut>[3]
const BN = require('bn.js') as new (digits: string) => Big
export const big = (value: bigint) => new BN(value.toString())

export const publicKey = (address: string) => new PublicKey(address)
