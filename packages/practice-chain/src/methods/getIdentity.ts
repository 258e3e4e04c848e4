import type { Method } from './method.ts'

/** Returns the node's own address. */
export const getIdentity: Method = ({ identity }) => ({ identity })
