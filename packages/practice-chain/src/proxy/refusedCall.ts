import type { CallError } from './call.ts'

/** The error for a call that the plan does not let through. */
export function refusalOf(verdict: 'limited' | 'refused'): CallError {
  return verdict === 'limited'
    ? { code: 429, message: 'Too many requests for your plan' }
    : { code: -32601, message: 'This method is not available on your plan' }
}
