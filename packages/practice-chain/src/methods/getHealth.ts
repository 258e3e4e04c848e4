import type { Method } from './method.ts'

/** A chain of a single validator is never behind. */
export const getHealth: Method = () => 'ok'
