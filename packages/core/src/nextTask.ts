/**
 * Waits until the event loop has run other tasks, so that a page draws and a server answers.
 * A browser delays the timers of a hidden page by a second or more, but not its messages.
 */
export function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  return new Promise(resolve => {
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}
