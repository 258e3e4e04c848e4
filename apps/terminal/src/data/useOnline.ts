import { useSyncExternalStore } from 'react'

function listenOnline(onChange: () => void): () => void {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}

/** Whether the browser says that it has a network. A server on this machine may answer without one. */
export const useOnline = (): boolean => useSyncExternalStore(listenOnline, () => navigator.onLine)
