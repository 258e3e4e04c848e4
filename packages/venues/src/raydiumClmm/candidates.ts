import type { Address } from '@tern/core'
import { raydiumPairs } from '../raydiumPairs.ts'
import { configAddress, poolAddress } from './addresses.ts'

/** The numbers of all configs that Raydium has created: fees of 0.01% to 4%, tick spacings of 1 to 120. */
const configs = Array.from({ length: 20 }, (_, index) => index)

/**
 * Derives the pool of each config against SOL, USDC and USD1. Addresses of pools created by permission need a further
 * number.
 */
export async function candidatePools(mint: Address): Promise<readonly Address[]> {
  const pairs = raydiumPairs(mint)
  const found = configs.map(async index => {
    const config = await configAddress(index)
    return Promise.all(pairs.map(([mintA, mintB]) => poolAddress(config, mintA, mintB)))
  })
  return (await Promise.all(found)).flat()
}
