import type { NetworkRow } from '@tern/server/appRouter'

/** The server's answer on a practice chain, for pages and tests without a server. */
export const practiceNetwork: NetworkRow = {
  kind: 'practice',
  name: 'Practice',
  genesisHash: '',
  nodes: 1,
  feeWallet: null,
  lookupTable: null,
  disabledFeatures: [],
  slotMs: 400,
}
