import type { Call } from './jsonRpc.ts'

/** Counts the open subscriptions of a socket, from the messages between client and node. */
export interface OpenSubscriptions {
  readonly count: number
  /** Call it when the client subscribes. */
  onSubscribe(call: Call): void
  /** Call it when the client unsubscribes. */
  onUnsubscribe(call: Call): void
  /**
   * Call it for each message of the node: it may open or refuse a subscription. A signature's outcome ends its
   * subscription.
   */
  onNodeMessage(text: string): void
}

export function createOpenSubscriptions(): OpenSubscriptions {
  const asked = new Set<Call['id']>()
  const open = new Set<unknown>()
  return {
    get count() {
      return asked.size + open.size
    },
    onSubscribe(call) {
      asked.add(call.id)
    },
    onUnsubscribe(call) {
      open.delete(call.params?.[0])
    },
    onNodeMessage(text) {
      if (asked.size === 0 && !text.includes('"signatureNotification"')) return
      const message = parse(text)
      if (message?.method === 'signatureNotification') {
        // `receivedSignature` is not the transaction's outcome, so the subscription stays open.
        if (message.params?.result?.value !== 'receivedSignature') open.delete(message.params?.subscription)
      } else if (message?.method === undefined && asked.delete(message?.id) && typeof message?.result === 'number')
        open.add(message.result)
    },
  }
}

interface NodeMessage {
  readonly id?: Call['id']
  readonly result?: unknown
  readonly method?: string
  readonly params?: { readonly subscription?: unknown; readonly result?: { readonly value?: unknown } }
}

function parse(text: string): NodeMessage | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
