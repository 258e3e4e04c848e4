import { stringifyJson } from '@tern/core/internal'
import { WebSocket } from 'ws'
import { type Call, readCalls } from './call.ts'
import type { Faults } from './faults.ts'
import { refusalOf } from './refusedCall.ts'

/** The proxy's side of a relayed socket. */
export interface RelaySource {
  readonly url: string
  faults(): Faults
  /** Decides if these calls may pass now, and reports the verdict to `onCall`. */
  admit(calls: readonly Call[]): 'passed' | 'limited' | 'refused'
  /** Resolves when the node is `slots` further. */
  slotsLater(slots: number): Promise<void>
}

/**
 * Connects a client's socket to a socket of the node. Messages keep their order, and the faults delay the node's
 * messages.
 */
export function relaySocket(source: RelaySource, client: WebSocket): void {
  const node = new WebSocket(source.url)
  const connected = new Promise<void>(resolve => node.once('open', () => resolve()))
  const send = (socket: WebSocket, text: string): void => {
    if (socket.readyState === socket.OPEN && !source.faults().hang) socket.send(text)
  }
  const inOrder = () => {
    let turn = Promise.resolve()
    return (late: Promise<unknown>, then: () => void) => {
      turn = turn.then(() => late).then(then, () => client.terminate())
    }
  }
  const toNode = inOrder()
  const toClient = inOrder()

  client.on('message', data => {
    const text = data.toString()
    const { calls, isBatch } = readCalls(text) ?? { calls: [], isBatch: false }
    const verdict = source.admit(calls)
    if (verdict === 'passed') return toNode(connected, () => send(node, text))
    const answers = calls.map(({ id }) => ({ jsonrpc: '2.0', error: refusalOf(verdict), id }))
    toClient(connected, () => send(client, stringifyJson(isBatch ? answers : answers[0])))
  })
  node.on('message', data => {
    const text = data.toString()
    const { lagMs, lagSlots } = source.faults()
    const isNotification = lagSlots > 0 && text.includes('Notification"')
    toClient(Promise.all([wait(lagMs), isNotification ? source.slotsLater(lagSlots) : undefined]), () =>
      send(client, text),
    )
  })
  const end = () => {
    client.terminate()
    node.terminate()
  }
  for (const socket of [client, node]) socket.on('close', end).on('error', end)
}

/** Resolves after `ms` milliseconds; at once for 0. */
export function wait(ms: number): Promise<void> {
  return ms === 0 ? Promise.resolve() : new Promise(resolve => setTimeout(resolve, ms))
}
