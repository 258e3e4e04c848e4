import { useEffect, useState } from 'react'
import { useStore } from '../data/store.ts'
import { confirmedLifeMs, dismissToast, type Toast, toasts } from '../data/toasts.ts'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'

const marks = { confirmed: '✓', failed: '✕', unknown: '?' } as const

/** The toasts, newest first; what lies beyond the fourth is counted. Failures interrupt a screen reader, progress waits. */
export function ToastStack() {
  const all = useStore(toasts)
  const hidden = all.length - 4
  return (
    <div className="toasts">
      {all.slice(0, 4).map(toast => (
        <ToastCard key={`${toast.id} ${urgent(toast)}`} toast={toast} />
      ))}
      {hidden > 0 ? <span className="caption">+{hidden} more</span> : null}
    </div>
  )
}

function urgent(toast: Toast): boolean {
  return toast.state === 'failed' || toast.state === 'unknown'
}

function ToastCard({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false)
  const { id, state } = toast
  useEffect(() => {
    if (state !== 'confirmed' || held) return
    const timer = setTimeout(() => dismissToast(id), confirmedLifeMs)
    return () => clearTimeout(timer)
  }, [id, state, held])
  return (
    <div
      className={`toast ${state}`}
      role={urgent(toast) ? 'alert' : 'status'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      <span className="toast-state" aria-hidden="true">
        {state === 'sending' || state === 'sent' ? <span className="ring" /> : marks[state]}
      </span>{' '}
      <b>
        {toast.title}
        {toast.signature === undefined ? null : (
          <>
            {' '}
            <span className="mono">{toast.signature}</span>
          </>
        )}
      </b>{' '}
      <span className="toast-end">
        <Took toast={toast} />
        {state === 'sending' || state === 'sent' ? null : (
          <Button look="quiet" size="small" shape="square" aria-label="Dismiss" onClick={() => dismissToast(id)}>
            <Icon name="close" />
          </Button>
        )}
      </span>{' '}
      {toast.detail === undefined ? null : <p>{toast.detail}</p>}
    </div>
  )
}

/** Seconds since the transaction began, counting while it runs. Hidden from screen readers: it would be read every tick. */
function Took({ toast }: { toast: Toast }) {
  const [nowMs, setNowMs] = useState(Date.now)
  const { endedAtMs, startedAtMs } = toast
  useEffect(() => {
    if (endedAtMs !== undefined) return
    const timer = setInterval(() => setNowMs(Date.now()), 100)
    return () => clearInterval(timer)
  }, [endedAtMs])
  const tookMs = Math.max(0, (endedAtMs ?? nowMs) - startedAtMs)
  if (tookMs < 100) return null
  return (
    <span className="caption" aria-hidden="true">
      {(tookMs / 1000).toFixed(1)} s
    </span>
  )
}
