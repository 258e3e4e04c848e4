import type { Chain } from '@tern/chain'

/** Asks every node. @returns the answers of the nodes that gave an answer. */
export async function answersOf<Answer>(
  nodes: Chain['nodes'],
  ask: (rpc: Chain['nodes'][number]) => Promise<Answer>,
): Promise<readonly Answer[]> {
  const settled = await Promise.allSettled(nodes.map(ask))
  return settled.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []))
}
