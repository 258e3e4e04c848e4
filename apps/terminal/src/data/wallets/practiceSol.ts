import { type Address, isTernError } from '@tern/core'
import { errorText } from '../../text/errorText.ts'
import { client } from '../client.ts'
import { networkQuery } from '../network.ts'
import { queryClient } from '../queryClient.ts'
import { openToast } from '../toasts.ts'

/** Returns the reason of a failure. The catalogue's texts about RPC errors are for programmers, so they are replaced. */
const whyNot = (error: unknown) =>
  isTernError(error) && error.code.startsWith('rpc/')
    ? 'The server cannot be reached. Is your Tern server running?'
    : errorText(error)

const again = (address: Address) => ({ label: 'Try again', onPress: () => void getPracticeSol(address) })

const givenLamports = 10_000_000_000n
const waitMs = 15_000

async function airdrop(address: Address): Promise<void> {
  const { chain } = await client()
  const lamportsOf = async () => (await chain.readAccounts([address], { maxAgeMs: 0 })).get(address)?.lamports ?? 0n
  const before = await lamportsOf()
  type Lamports = Parameters<typeof chain.rpc.requestAirdrop>[1]
  await chain.rpc.requestAirdrop(address, givenLamports as Lamports, { commitment: 'confirmed' }).send()
  const end = performance.now() + waitMs
  while ((await lamportsOf()) <= before) {
    if (performance.now() > end) throw new Error('The practice chain has not paid yet')
    await new Promise(resolve => setTimeout(resolve, 200))
  }
}

/** Gets 10 SOL from the practice chain, and reports it in a toast. */
export async function getPracticeSol(address: Address): Promise<void> {
  const toast = openToast({ state: 'sending', title: 'Getting practice SOL' })
  try {
    await airdrop(address)
    toast.update({ state: 'confirmed', title: 'You got 10 practice SOL' })
  } catch (error) {
    toast.update({
      state: 'failed',
      title: 'No practice SOL received',
      detail: whyNot(error),
      actions: [again(address)],
    })
  }
}

/**
 * Gets the first 10 SOL of a new wallet on the practice chain. Does nothing on a real chain.
 * A failed airdrop only shows a toast, because the wallet works without the SOL.
 */
export async function fundNewWallet(address: Address): Promise<void> {
  const network = await queryClient.fetchQuery(networkQuery)
  if (network.kind !== 'practice') return
  try {
    await airdrop(address)
  } catch (error) {
    const title = 'Your wallet has no practice SOL yet'
    openToast({ state: 'failed', title, detail: whyNot(error), actions: [again(address)] })
  }
}
