import type { Method } from './method.ts'

/** A chain of one validator is never behind. */
export const getHealth: Method = () => 'ok'
