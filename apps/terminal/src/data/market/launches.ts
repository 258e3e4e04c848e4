import { queryClient } from '../queryClient.ts'
import { onTicked } from './liveTrades.ts'
import { tokensQuery } from './tokens.ts'

/** Reads the list anew as soon as a token is traded that is not on it: it was launched just now. Call once. */
export function startLaunches(): () => void {
  return onTicked(mint => {
    const listings = queryClient.getQueryData(tokensQuery.queryKey)
    if (listings === undefined || listings.some(listing => listing.mint === mint)) return
    void queryClient.invalidateQueries({ queryKey: tokensQuery.queryKey }, { cancelRefetch: false })
  })
}
