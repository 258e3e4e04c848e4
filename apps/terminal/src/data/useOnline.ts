import { useSyncExternalStore } from 'react'

function listenOnline(onChange: () => void): () => void {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}

/** Returns whether the browser reports a network. A server on this machine may answer without a network. */
export const useOnline = (): boolean => useSyncExternalStore(listenOnline, () => navigator.onLine)
