import { queryClient } from '../queryClient.ts'
import { onTicked } from './liveTrades.ts'
import { tokensQuery } from './tokens.ts'

/** Reads the list again when a token trades that is not on it, because it has just been launched. Call it once. */
export function startLaunches(): () => void {
  return onTicked(mints => {
    const listings = queryClient.getQueryData(tokensQuery.queryKey)
    if (listings === undefined) return
    const listed = new Set<string>(listings.map(({ mint }) => mint))
    if (mints.every(mint => listed.has(mint))) return
    void queryClient.invalidateQueries({ queryKey: tokensQuery.queryKey }, { cancelRefetch: false })
  })
}
