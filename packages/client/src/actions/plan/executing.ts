/** Ids of the actions that this process executes now. */
const executing = new Set<string>()

/** Tests if this process executes an action now. Between two of its transactions, the journal cannot tell. */
export const isExecuting = (id: string): boolean => executing.has(id)

/** @returns `false` if this process executes the action already. */
export function beginExecuting(id: string): boolean {
  const isFree = !executing.has(id)
  executing.add(id)
  return isFree
}

export const endExecuting = (id: string): void => void executing.delete(id)
