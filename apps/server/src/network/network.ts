import type { createSolanaRpc } from '@solana/kit'
import { type Address, addressLookupTableProgram, TernError } from '@tern/core'
import type { Config } from '../config.ts'
import type { NetworkRow } from '../data/rows.ts'
import type { Nodes } from './nodes.ts'

/** Client for the nodes that the server reads from itself, without the gateway. */
export type Rpc = ReturnType<typeof createSolanaRpc>

/** Genesis hash of mainnet, the chain with real coins. */
export const mainnetGenesis = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'
const names: Readonly<Record<string, string>> = {
  [mainnetGenesis]: 'Mainnet',
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrfBG: 'Devnet',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY': 'Testnet',
}
/**
 * Rent-exempt minimum of an account without data. With less on the wallet, a transfer of a small first fee would fail.
 */
const minFeeWalletLamports = 890_880n

/**
 * Reads the network of the nodes, and checks that Tern may trade on it.
 *
 * @throws TernError `config/upstream`, `config/mainnet`; `config/badValue` for a fee wallet that cannot receive the
 *   fee, or for a wrong lookup table.
 */
export async function readNetwork(
  rpc: Rpc,
  { genesisHash, each }: Pick<Nodes, 'genesisHash' | 'each'>,
  { config, lookupTable }: { readonly config: Config; readonly lookupTable: Address | undefined },
): Promise<NetworkRow> {
  const kind = config.cluster === undefined ? 'practice' : 'cluster'
  if (genesisHash === mainnetGenesis && !config.mainnetAllowed) throw new TernError('config/mainnet', { genesisHash })
  const { feeWallet } = config
  if (feeWallet !== undefined) {
    const { value } = await ask(() => rpc.getBalance(feeWallet, { commitment: 'confirmed' }).send())
    if (value < minFeeWalletLamports) throw feeWalletTooPoor(feeWallet)
  }
  if (lookupTable !== undefined) {
    const options = { encoding: 'base64', commitment: 'processed' } as const
    const { value } = await ask(() => rpc.getAccountInfo(lookupTable, options).send())
    if (value?.owner !== addressLookupTableProgram) throw noLookupTable(lookupTable)
  }
  return {
    kind,
    name: kind === 'practice' ? 'Practice' : (names[genesisHash] ?? genesisHash.slice(0, 8)),
    genesisHash,
    nodes: each.length,
    feeWallet: feeWallet ?? null,
    lookupTable: lookupTable ?? null,
    disabledFeatures: config.disabledFeatures,
    slotMs: 400,
  }
}

const feeWalletTooPoor = (wallet: Address) =>
  new TernError('config/badValue', {
    name: 'FEE_WALLET',
    why: `must exist and hold at least ${minFeeWalletLamports} lamports: ${wallet} does not`,
  })

const noLookupTable = (table: Address) =>
  new TernError('config/badValue', {
    name: 'LOOKUP_TABLE',
    why: `must be a lookup table, as npm run lookup-table makes one: ${table} is not`,
  })

/** Drops the cause: it may contain the node's address, and the address may contain a key. */
async function ask<Answer>(read: () => Promise<Answer>): Promise<Answer> {
  try {
    return await read()
  } catch {
    throw new TernError('config/upstream', { why: 'no answer to a first question' })
  }
}
