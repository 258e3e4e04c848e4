import { loaders, type Protocol } from './lists/protocols.ts'

export type { Protocol } from './lists/protocols.ts'

/** Checks that a name from a user or a stranger is a protocol of this package. */
export const isProtocol = (name: string): name is Protocol => Object.hasOwn(loaders, name)
