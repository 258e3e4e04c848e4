import type { StreamRequest } from '@tern/server/appRouter'

/** A connection to the server that is kept open. */
export interface Line {
  /** Sends the new request. While the line is down, `request` gives it at the next opening. */
  ask(request: StreamRequest): void
  /** Runs the timer's check at once, because a background page has few timers. */
  check(): void
  /** Call it when the network is back: tries to connect now. */
  retry(): void
  /** Call it when the network may be gone: opens the line again, because a dead line reports nothing. */
  doubt(): void
  close(): void
}

export interface LineEvents {
  /** Returns the first request of each opening. */
  request(): StreamRequest
  onText(text: string): void
  onState(state: 'live' | 'down'): void
}

const checkMs = 250
/** The server sends a message every 2 s. */
const maxSilenceMs = 6_000
const [firstWaitMs, soonWaitMs, maxWaitMs] = [250, 750, 5_000]
/** A restarting server is back within this time. */
const restartMs = 15_000

/**
 * Keeps a WebSocket to the server's stream open.
 * If it breaks, retries at least once a second for 15 s, because the server may be restarting. Later it retries about
 * every 5 s.
 * If the line is silent for too long, for example after the machine slept, opens it again: a dead line reports nothing.
 */
export function openLine(url: string, { request, onText, onState }: LineEvents, silenceMs = maxSilenceMs): Line {
  let socket: WebSocket | undefined
  // Not the steady clock: in some browsers it stops while the machine sleeps.
  let receivedAt = Date.now()
  let retryAt = 0
  let waitMs = firstWaitMs
  let lostAt = 0
  let isClosed = false

  function connect() {
    const opened = new WebSocket(url)
    socket = opened
    receivedAt = Date.now()
    opened.onopen = () => opened.send(JSON.stringify(request()))
    opened.onmessage = ({ data }) => {
      if (socket !== opened) return
      receivedAt = Date.now()
      waitMs = firstWaitMs
      onState('live')
      onText(String(data))
    }
    opened.onclose = () => {
      if (socket === opened) lose()
    }
  }

  function lose() {
    const lost = socket
    socket = undefined
    lost?.close()
    onState('down')
    const now = Date.now()
    if (waitMs === firstWaitMs) lostAt = now
    retryAt = now + waitMs * (0.5 + Math.random() / 2)
    waitMs = Math.min(2 * waitMs, now - lostAt < restartMs ? soonWaitMs : maxWaitMs)
  }

  function check() {
    if (isClosed) return
    const now = Date.now()
    receivedAt = Math.min(receivedAt, now)
    retryAt = Math.min(retryAt, now + maxWaitMs)
    if (socket !== undefined && now - receivedAt > silenceMs) {
      lose()
      connect()
    } else if (socket === undefined && now >= retryAt) connect()
  }

  function retry() {
    retryAt = 0
    check()
  }

  const timer = setInterval(check, checkMs)
  connect()
  return {
    ask(wanted) {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(wanted))
    },
    check,
    retry,
    doubt() {
      if (socket !== undefined) lose()
      retry()
    },
    close() {
      isClosed = true
      clearInterval(timer)
      const left = socket
      socket = undefined
      left?.close()
    },
  }
}
