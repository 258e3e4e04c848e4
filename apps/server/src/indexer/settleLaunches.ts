import type { Chain } from '@tern/chain'
import { pause } from '@tern/chain/internal'
import type { Address } from '@tern/core'
import { answersOf } from './answersOf.ts'
import { withTimeout } from './transaction.ts'

/** Max accounts in a request to a node. */
const maxAsked = 100

interface Settling {
  readonly chain: Pick<Chain, 'rpc' | 'nodes'>
  readonly everyMs: number
  readonly signal: AbortSignal
  /** Mints that were listed before their launch was final. Settled mints are removed. */
  readonly open: Set<Address>
  /** Unlists tokens after a fork undid their launch. */
  onForked(mints: readonly Address[]): Promise<void>
}

/**
 * Checks that the mints of newly listed tokens exist once their slot is final, until `signal` aborts.
 * Tokens are listed when their launch is confirmed, and a fork can still undo it then.
 */
export async function settleLaunches(settling: Settling): Promise<void> {
  const { chain, everyMs, signal, open, onForked } = settling
  /** Upper bound for the slot of each launch: the confirmed slot at the first look after the listing. */
  const listedBy = new Map<Address, number>()
  /** Mints that enough nodes denied at the last look. */
  let missing: ReadonlySet<Address> = new Set()

  async function look(): Promise<void> {
    if (open.size === 0) return
    const abortSignal = withTimeout(signal)
    const [confirmed, final] = await Promise.all(
      (['confirmed', 'finalized'] as const).map(commitment => chain.rpc.getSlot({ commitment }).send({ abortSignal })),
    )
    for (const mint of open) if (!listedBy.has(mint)) listedBy.set(mint, Number(confirmed))
    const due = [...open].filter(mint => (listedBy.get(mint) ?? 0) <= Number(final)).slice(0, maxAsked)
    if (due.length === 0) return
    const options = { commitment: 'finalized', encoding: 'base64', dataSlice: { offset: 0, length: 0 } } as const
    const answers = await answersOf(chain.nodes, rpc => rpc.getMultipleAccounts(due, options).send({ abortSignal }))
    const unknown = due.filter((mint, i) => {
      if (answers.some(({ value }) => value[i] != null)) {
        settle(mint)
        return false
      }
      const denials = answers.filter(({ context }) => Number(context.slot) >= (listedBy.get(mint) ?? 0)).length
      return denials >= Math.min(2, chain.nodes.length)
    })
    const gone = unknown.filter(mint => missing.has(mint))
    missing = new Set(unknown)
    if (gone.length === 0) return
    await onForked(gone)
    for (const mint of gone) settle(mint)
  }
  function settle(mint: Address) {
    open.delete(mint)
    listedBy.delete(mint)
  }

  while (!signal.aborted) {
    // A node or a database that does not answer is asked again.
    await look().catch(() => {})
    await pause(everyMs, signal)
  }
}
