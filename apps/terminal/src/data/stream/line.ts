import type { StreamRequest } from '@tern/server/appRouter'

/** One line to the server, kept open. */
export interface Line {
  /** Says what is wanted from now on; while the line is down, `request` says it at the next opening. */
  ask(request: StreamRequest): void
  /** Does at once what its timer would do: a page in the background has few timers. */
  check(): void
  /** The network is back: tries now. */
  retry(): void
  /** The network may be gone, of which a line says nothing: opens it anew. */
  doubt(): void
  close(): void
}

export interface LineEvents {
  /** What to ask for first, at each opening. */
  request(): StreamRequest
  onText(text: string): void
  onState(state: 'live' | 'down'): void
}

const checkMs = 250
/** The server says something every two seconds. */
const longestSilenceMs = 6_000
const [firstWaitMs, soonWaitMs, longestWaitMs] = [250, 750, 5_000]
/** A server that is started again is back within this. */
const restartMs = 15_000

/**
 * A WebSocket to the server's stream. It is opened anew when it breaks: at least once a second while the server may just be
 * started again, later every 5 s. And when it has been silent for too long, as after a sleep of the machine: a line that is dead
 * says nothing of it.
 */
export function openLine(url: string, { request, onText, onState }: LineEvents, silenceMs = longestSilenceMs): Line {
  let socket: WebSocket | undefined
  // Not the steady clock, which in some browsers stands still while the machine sleeps.
  let heardAt = Date.now()
  let retryAt = 0
  let waitMs = firstWaitMs
  let lostAt = 0
  let isClosed = false

  function connect() {
    const opened = new WebSocket(url)
    socket = opened
    heardAt = Date.now()
    opened.onopen = () => opened.send(JSON.stringify(request()))
    opened.onmessage = ({ data }) => {
      if (socket !== opened) return
      heardAt = Date.now()
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
    waitMs = Math.min(2 * waitMs, now - lostAt < restartMs ? soonWaitMs : longestWaitMs)
  }

  function check() {
    if (isClosed) return
    const now = Date.now()
    heardAt = Math.min(heardAt, now)
    retryAt = Math.min(retryAt, now + longestWaitMs)
    if (socket !== undefined && now - heardAt > silenceMs) {
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
