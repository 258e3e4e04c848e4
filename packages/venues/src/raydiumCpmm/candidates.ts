import type { Address } from '@tern/core'
import { raydiumPairs } from '../raydiumPairs.ts'
import { configAddress, poolAddress } from './addresses.ts'

export { authority as vaultOwner } from './addresses.ts'

/** The configs that Raydium's own site offers: fees of 0.25% to 4%. */
const configs = [0, 1, 2, 3, 4, 5, 6, 7]

/** Derives the first pool of each config against SOL, USDC and USD1. Further pools can have any address. */
export async function candidatePools(mint: Address): Promise<readonly Address[]> {
  const pairs = raydiumPairs(mint)
  const found = configs.map(async index => {
    const config = await configAddress(index)
    return Promise.all(pairs.map(([mintA, mintB]) => poolAddress(config, mintA, mintB)))
  })
  return (await Promise.all(found)).flat()
}
