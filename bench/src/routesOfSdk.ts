import type { Address } from '@tern/core'
import type { Pool } from '@tern/venues'
import Decimal from 'decimal.js'
import { type Bn, bn, raydiumSdk } from './sdk.ts'

const { CREATE_CPMM_POOL_PROGRAM, Raydium, Token, TokenAmount } = raydiumSdk
type Raydium = Awaited<ReturnType<typeof Raydium.load>>
type Key = typeof CREATE_CPMM_POOL_PROGRAM
type Listed = Parameters<Raydium['tradeV2']['getAllRoute']>[0]['cpmmPools'][number]
type Found = ReturnType<Raydium['tradeV2']['getAllRoute']>
type Asked = Parameters<Raydium['tradeV2']['getAllRouteComputeAmountOut']>[0]
type Read = Asked['directPath'][number]

/** A pool of a constant product, as a search needs it. */
export interface ReservePool {
  readonly pool: Pool
  readonly reserves: readonly [bigint, bigint]
  /** The pool's account. */
  readonly data: Uint8Array
}

const tokenOf = (address: string) => ({
  ...{ chainId: 101, address, programId: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', decimals: 6 },
  ...{ logoURI: '', symbol: '', name: '', tags: [], extensions: {} },
})

/** The rates of the pools, in the SDK's form. Without creator fees. */
const config = {
  ...{ tradeFeeRate: bn(2_500n), protocolFeeRate: bn(120_000n), fundFeeRate: bn(40_000n) },
  ...{ creatorFeeRate: bn(0n) },
}

/** The list that the SDK's search runs over: addresses and mints of every pool. The SDK reads it with `getProgramAccounts`. */
export function listForSdk(pools: readonly ReservePool[]): readonly Listed[] {
  const { PublicKey } = keys
  return pools.map(({ pool: { address, tokens } }) => ({
    id: new PublicKey(address),
    version: 7,
    mintA: new PublicKey(tokens[0].mint),
    mintB: new PublicKey(tokens[1].mint),
  }))
}

/** A pool's state, as the SDK decodes it for quotes. */
function stateForSdk({ pool: { address, tokens }, reserves }: ReservePool): Read {
  const [a, b] = reserves
  const state = {
    ...{ id: new keys.PublicKey(address), version: 7, configInfo: config, status: 0, feeOn: 0 },
    ...{ mintA: tokenOf(tokens[0].mint), mintB: tokenOf(tokens[1].mint), programId: CREATE_CPMM_POOL_PROGRAM },
    ...{ baseReserve: bn(a), quoteReserve: bn(b), openTime: bn(0n) },
    poolPrice: new Decimal(String(b)).div(String(a)),
  }
  return state as unknown as Read
}

const keys = { PublicKey: CREATE_CPMM_POOL_PROGRAM.constructor as new (address: string) => Key }

/** The SDK's own search for routes of up to two pools. */
export interface SdkSearch {
  /** Returns the milliseconds of a search, and the output of its best route. Pools are read beforehand, which is not counted. */
  run(tokenIn: Address, tokenOut: Address, exactIn: bigint): { readonly ms: number; readonly amountOut: bigint }
}

/** Loads the SDK with a list of pools. It makes no request. */
export async function openSdkSearch(pools: readonly ReservePool[], list: readonly Listed[]): Promise<SdkSearch> {
  const known = new Map(pools.map(one => [String(one.pool.address), one]))
  const { tradeV2 } = await Raydium.load({
    ...{ disableLoadToken: true, disableFeatureCheck: true, connection: 'http://127.0.0.1:9' as never },
  })
  return {
    run(tokenIn, tokenOut, exactIn) {
      const asked = { inputMint: new keys.PublicKey(tokenIn), outputMint: new keys.PublicKey(tokenOut) }
      const [amount, outputToken] = [new Token({ mint: tokenIn, decimals: 6 }), tokenOf(tokenOut)]
      const began = performance.now()
      const found = tradeV2.getAllRoute({ ...asked, clmmPools: [], ammPools: [], cpmmPools: list as Listed[] })
      const listed = performance.now() - began
      const given = readyOf(found, known)
      const again = performance.now()
      const routes = tradeV2.getAllRouteComputeAmountOut({
        ...given,
        ...{ inputTokenAmount: new TokenAmount(amount, bn(exactIn)), outputToken, slippage: 0, chainTime: 1 },
        ...{ simulateCache: {}, tickCache: {}, mintInfos: {} },
        ...{ epochInfo: { epoch: 500 } as Asked['epochInfo'], blockTimestamp: 1 },
      })
      const ms = listed + performance.now() - again
      const best = routes[0]?.amountOut.amount as { readonly raw: Bn } | undefined
      return { ms, amountOut: BigInt(best?.raw.toString() ?? 0) }
    },
  }
}

/** Puts the pools' states in the place of their addresses. */
function readyOf({ directPath, routePathDict }: Found, known: ReadonlyMap<string, ReservePool>) {
  const states = new Map<Listed, Read>()
  const ready = (one: Listed): Read => {
    const state = states.get(one) ?? stateForSdk(known.get(one.id.toBase58()) as ReservePool)
    states.set(one, state)
    return state
  }
  const paths = Object.entries(routePathDict).map(
    ([mint, path]) => [mint, { ...path, in: path.in.map(ready), out: path.out.map(ready), mDecimals: 6 }] as const,
  )
  return { directPath: directPath.map(ready), routePathDict: Object.fromEntries(paths) }
}
