import type { Call } from './jsonRpc.ts'

/** Which subscriptions of a socket are open, told from what passes between client and node. */
export interface OpenSubscriptions {
  readonly count: number
  /** The client asks for one. */
  asked(call: Call): void
  /** The client ends one. */
  ended(call: Call): void
  /** The node said something: it opened one, refused one, or told the outcome of a signature, which ends it. */
  heard(text: string): void
}

export function createOpenSubscriptions(): OpenSubscriptions {
  const asked = new Set<Call['id']>()
  const open = new Set<unknown>()
  return {
    get count() {
      return asked.size + open.size
    },
    asked(call) {
      asked.add(call.id)
    },
    ended(call) {
      open.delete(call.params?.[0])
    },
    heard(text) {
      if (asked.size === 0 && !text.includes('"signatureNotification"')) return
      const message = parse(text)
      if (message?.method === 'signatureNotification') {
        // A transaction that was merely received is not its outcome.
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
