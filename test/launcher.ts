import { compileMessage, computeBudgetInstructions, sendTransaction, transferInstruction } from '@tern/chain'
import { type Client, createClient } from '@tern/client'
import { assembleTransaction, keyPairOwner } from '@tern/core'
import { curveVenues, type Deed, type DerivedKey, deriveKey } from '@tern/practice-chain/internal/makers'
import { expect } from 'vitest'
import type { practiceRpc } from './practiceRpc.ts'

/** The key of another user. It launches tokens. */
export const launcher = await deriveKey('a visit', 'launcher')

/** Opens a client of a server's own chain for the launcher. */
export const openLauncher = async (port: number): Promise<Client> =>
  createClient({ rpc: `http://127.0.0.1:${port}/rpc`, owner: await keyPairOwner(launcher.keyPair) })

/** Signs a deed, sends it, and expects that it is confirmed. The launcher signs for every signer whose key the deed lacks. */
export async function land(client: Client, { signers, unitLimit, instructions }: Deed): Promise<void> {
  const message = compileMessage({
    feePayer: signers[0].address,
    lifetime: await client.chain.readBlockhash(),
    instructions: [...computeBudgetInstructions({ unitLimit, priorityFeeLamports: 0n }), ...instructions],
  })
  const sign = async ({ keyPair }: DerivedKey) =>
    new Uint8Array(await crypto.subtle.sign('Ed25519', keyPair.privateKey, Uint8Array.from(message.bytes)))
  const keys = message.signers.map(address => signers.find(one => one.address === address) ?? launcher)
  const transaction = assembleTransaction(message, await Promise.all(keys.map(sign)))
  const { status } = await sendTransaction(client.chain, transaction, { providers: client.providers })
  expect(status).toBe('confirmed')
}

/** Gives the launcher lamports of the world's market maker. The faucet gives less in a minute than a curve needs. */
export async function giveLauncher(client: Client, lamports: bigint): Promise<void> {
  const maker = await deriveKey('tern', 'market maker')
  const instructions = [transferInstruction(maker.address, launcher.address, lamports)]
  await land(client, { signers: [maker], unitLimit: 1_000, instructions })
}

/** The longest name and symbol that a launchpad takes. */
export const longName = { name: 'Wandering Albatross of Macquarie', symbol: 'MWMWMWMWMW' }

/** Launches a token with the longest name on the chain of a server. */
export async function launchLongName(port: number, { rpc, lamportsOf }: ReturnType<typeof practiceRpc>): Promise<void> {
  const client = await openLauncher(port)
  try {
    await rpc('requestAirdrop', launcher.address, 10_000_000_000)
    await expect.poll(() => lamportsOf(launcher.address)).toBeGreaterThan(0n)
    const mint = await deriveKey('a visit', longName.symbol)
    const curves = curveVenues.find(({ seeds }) => seeds.some(({ protocol }) => protocol === 'pumpfun'))
    if (curves === undefined) expect.fail('nothing is launched on pumpfun')
    await land(client, await curves.launch({ seed: 'tern', mint, launcher, ...longName, chance: 1 }))
  } finally {
    client.chain.close()
  }
}
