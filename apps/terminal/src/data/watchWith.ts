import type { Client } from '@tern/client'
import { client } from './client.ts'

/**
 * Watches something with the page's client until the returned function is called: for an effect.
 *
 * @param onError also called if there is no client.
 */
export function watchWith(watch: (opened: Client) => () => void, onError: (error: unknown) => void): () => void {
  let stop: (() => void) | undefined
  let isStopped = false
  client().then(
    opened => {
      if (!isStopped) stop = watch(opened)
    },
    error => {
      if (!isStopped) onError(error)
    },
  )
  return () => {
    isStopped = true
    stop?.()
  }
}
