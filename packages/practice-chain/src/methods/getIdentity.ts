import type { Method } from './method.ts'

/** The address this node is known by. */
export const getIdentity: Method = ({ identity }) => ({ identity })
