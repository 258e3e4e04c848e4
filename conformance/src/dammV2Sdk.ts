import { createRequire } from 'node:module'
import { Connection } from '@solana/web3.js'
import { bn } from './sdk.ts'

/** Required, not imported: its ES module does not load under Node (a named import from CommonJS). */
export const dammV2Sdk = createRequire(import.meta.url)(
  '@meteora-ag/cp-amm-sdk',
) as typeof import('@meteora-ag/cp-amm-sdk')

export const dammV2SdkName = '@meteora-ag/cp-amm-sdk 1.5.0'

/** The SDK's own client of the program. It never connects. */
export const dammV2Program = new dammV2Sdk.CpAmm(new Connection('http://127.0.0.1:1'))._program

type SdkNumber = Parameters<typeof dammV2Sdk.getSwapResultFromExactInput>[1]

/** Converts a number to the SDK's type. */
export const sdkNumber = (value: bigint): SdkNumber => bn(value) as SdkNumber

/** Decodes a pool with the SDK. */
export const decodeSdkPool = (data: Uint8Array): import('@meteora-ag/cp-amm-sdk').PoolState =>
  dammV2Program.coder.accounts.decode('pool', Buffer.from(data))
