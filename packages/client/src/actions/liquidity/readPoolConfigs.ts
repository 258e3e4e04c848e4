import type { Address } from '@tern/core'
import { configAddress, decodeAmmConfig, program } from '@tern/venues/raydiumCpmm'
import type { Client } from '../../client.ts'

/** The fees of new pools. Many pools share a config. */
export interface PoolConfig {
  readonly address: Address
  readonly index: number
  /** The fee on each swap's input, in parts per million. */
  readonly tradeFeePpm: number
  /** Lamports that the program takes for a new pool. They do not return. */
  readonly createFeeLamports: bigint
  /** `true`: the program's administrator allows no new pools of it. */
  readonly isDisabled: boolean
}

/** More than the program has on mainnet. */
const maxConfigs = 32

/**
 * Reads the configs that a new pool of Raydium's CP-Swap can have, by their index.
 *
 * @throws TernError `layout/*`, `rpc/*`.
 * @example
 * (await readPoolConfigs(client))[0]?.tradeFeePpm // 2_500 parts per million: 0.25%
 */
export async function readPoolConfigs({ chain }: Pick<Client, 'chain'>): Promise<readonly PoolConfig[]> {
  const addresses = await Promise.all(Array.from({ length: maxConfigs }, (_, index) => configAddress(index)))
  const read = await chain.readAccounts(addresses)
  return addresses.flatMap(address => {
    const account = read.get(address)
    if (account?.owner !== program) return []
    const config = decodeAmmConfig(account.data)
    return {
      ...{ address, index: config.index, isDisabled: config.disable_create_pool },
      tradeFeePpm: Number(config.trade_fee_rate),
      createFeeLamports: config.create_pool_fee,
    }
  })
}
