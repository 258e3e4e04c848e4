import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { TernError } from '@tern/core'

interface Answering {
  request(request: IncomingMessage, response: ServerResponse): void
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
}

/** Answers some requests before the server is ready. */
interface EarlyAnswering {
  takes(request: IncomingMessage): boolean
  request(request: IncomingMessage, response: ServerResponse): void
}

export interface Listening {
  readonly port: number
  /** Answers the requests that `early` takes, until `answerWith`. All other requests wait. */
  answerEarlyWith(early: EarlyAnswering): void
  /** Answers all requests from now on, including the waiting ones. */
  answerWith(answering: Answering): void
  /** Closes every connection. */
  close(): Promise<void>
}

/**
 * Opens the port. Call it first, so that a port in use is reported before everything else has started.
 *
 * @throws TernError `config/portInUse`; `config/badValue` for a host that is not an address of this machine.
 */
export async function listen(host: string, port: number): Promise<Listening> {
  let begin: (answering: Answering) => void = () => {}
  const begun = new Promise<Answering>(resolve => {
    begin = resolve
  })
  let early: EarlyAnswering | undefined
  const server = createServer((request, response) => {
    if (early?.takes(request)) early.request(request, response)
    else void begun.then(answering => answering.request(request, response))
  })
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    void begun.then(answering => answering.upgrade(request, socket, head))
  })
  // Time limits for a client's headers and its whole request. An answer has no time limit.
  server.headersTimeout = 10_000
  server.requestTimeout = 60_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenError(error, host, port)))
    server.listen(port, host, () => resolve())
  })
  return {
    port: (server.address() as AddressInfo).port,
    answerEarlyWith(answering) {
      early = answering
    },
    answerWith(answering) {
      early = undefined
      begin(answering)
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function listenError(error: NodeJS.ErrnoException, host: string, port: number): unknown {
  if (error.code === 'EADDRINUSE') return new TernError('config/portInUse', { name: 'PORT', port })
  if (error.code === 'EACCES')
    return new TernError('config/badValue', { name: 'PORT', why: `${port} needs more rights` })
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new TernError('config/badValue', { name: 'HOST', why: `'${host}' is not an address of this machine` })
  return error
}
