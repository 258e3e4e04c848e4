import { type ReactNode, useEffect, useState } from 'react'
import { useStore } from '../data/store.ts'
import { dismissToast, holdToast, sentLimitMs, type Toast, toasts } from '../data/toasts.ts'
import { ShortAddress } from './Address.tsx'
import { BlocksLeft } from './BlocksLeft.tsx'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { Ring } from './Ring.tsx'
import { TransactionLink } from './TransactionLink.tsx'

const marks = { confirmed: '✓', failed: '✕', unknown: '?' } as const

/** The number of visible toasts on a wide page; a phone shows the newest. */
const inSight = 4

/**
 * The toasts, newest first; hidden ones are counted. Failures interrupt a screen reader, progress waits. Used once, in
 * the shell.
 */
export function ToastStack() {
  const all = useStore(toasts)
  const [isOpen, setOpen] = useState(false)
  const shown = isOpen ? all : all.slice(0, inSight)
  return (
    <div className={isOpen ? 'toasts all' : 'toasts'}>
      {shown.map(toast => (
        <ToastCard key={`${toast.id} ${isUrgent(toast)}`} toast={toast} />
      ))}
      <More count={all.length} isOpen={isOpen} setOpen={setOpen} />
    </div>
  )
}

interface MoreProps {
  readonly count: number
  readonly isOpen: boolean
  readonly setOpen: (isOpen: boolean) => void
}

/** A button with the number of hidden toasts. The number differs on a phone. A press shows all. */
function More({ count, isOpen, setOpen }: MoreProps) {
  useEffect(() => {
    if (count <= 1) setOpen(false)
  }, [count, setOpen])
  if (count <= 1) return null
  const label = (hidden: number) => (isOpen ? 'Fewer' : `+${hidden} more`)
  return (
    <>
      <span className="toasts-more phone-only">
        <Button size="small" onClick={() => setOpen(!isOpen)}>
          {label(count - 1)}
        </Button>
      </span>
      {count > inSight ? (
        <span className="toasts-more desk-only">
          <Button size="small" onClick={() => setOpen(!isOpen)}>
            {label(count - inSight)}
          </Button>
        </span>
      ) : null}
    </>
  )
}

function isUrgent({ state }: Toast): boolean {
  return state === 'failed' || state === 'unknown'
}

/** Keeps an amount and its unit on one line. */
const unbroken = (text: string | undefined) => text?.replaceAll(/(\d) SOL\b/g, '$1\u00a0SOL')

/** A toast: the progress and result of a transaction or another task. */
export function ToastCard({ toast }: { toast: Toast }) {
  const { id, state, actions = [], signature } = toast
  return (
    <div
      className={`toast ${state}`}
      tabIndex={-1}
      role={isUrgent(toast) ? 'alert' : 'status'}
      onPointerEnter={() => holdToast(id, true)}
      onPointerLeave={() => holdToast(id, false)}
    >
      <span className="toast-state" aria-hidden="true">
        {state === 'sending' || state === 'sent' ? <Ring /> : marks[state]}
      </span>{' '}
      <b>
        {unbroken(toast.title)}
        {state === 'confirmed' && signature !== undefined ? (
          <>
            {' '}
            <ShortAddress address={signature} />
          </>
        ) : null}
      </b>{' '}
      <span className="toast-end">
        <Took toast={toast} />
        {state === 'sending' || state === 'sent' ? null : (
          <Button look="quiet" size="small" shape="square" aria-label="Dismiss" onClick={() => dismissToast(id)}>
            <Icon name="close" />
          </Button>
        )}
      </span>{' '}
      {state === 'confirmed' || signature === undefined ? (
        <Detail>{unbroken(toast.detail)}</Detail>
      ) : (
        <Detail>
          <ShortAddress address={signature} />
          {toast.detail === undefined ? null : ` · ${unbroken(toast.detail)}`}
        </Detail>
      )}
      {actions.length === 0 && signature === undefined ? null : (
        <div className="button-row">
          {actions.map(({ label, onPress }, at) => (
            <Button key={label} look={at === 0 ? 'paper' : 'plain'} size="small" onClick={onPress}>
              {label}
            </Button>
          ))}
          {signature === undefined ? null : <TransactionLink signature={signature} />}
        </div>
      )}
      {state === 'unknown' ? <BlocksLeft of={toast} /> : null}
    </div>
  )
}

/** Focuses the newest toast's first button, or the toast itself without a button. */
export function focusLatestToast(): void {
  const latest = document.querySelector<HTMLElement>('.toast')
  const offered = ['.button-row > *', 'button'].map(what => latest?.querySelector<HTMLElement>(what))
  const wanted = offered.find(one => one != null) ?? latest
  wanted?.focus()
}

function Detail({ children }: { children: ReactNode }) {
  return children === undefined ? null : <p>{children}</p>
}

/** Formats seconds: `75` → `1:15`. */
function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds) % 60).padStart(2, '0')}`
}

/**
 * The seconds since the transaction began; absent after a failure. Hidden from screen readers, which would read every
 * tick.
 */
function Took({ toast }: { toast: Toast }) {
  const [nowMs, setNowMs] = useState(Date.now)
  const { endedAtMs, startedAtMs, state } = toast
  useEffect(() => {
    if (endedAtMs !== undefined) return
    const timer = setInterval(() => setNowMs(Date.now()), 100)
    return () => clearInterval(timer)
  }, [endedAtMs])
  const tookMs = Math.max(0, (endedAtMs ?? nowMs) - startedAtMs)
  if (tookMs < 100 || isUrgent(toast)) return null
  if (state !== 'sent')
    return (
      <span className="caption" aria-hidden="true">
        {(tookMs / 1000).toFixed(1)} s
      </span>
    )
  const seconds = Math.min(tookMs, sentLimitMs) / 1000
  return (
    <>
      <span className="caption" aria-hidden="true">
        {clockText(seconds)} of {clockText(sentLimitMs / 1000)}
      </span>
      <span className="progress" aria-hidden="true">
        <i style={{ width: `${(seconds * 100_000) / sentLimitMs}%` }} />
      </span>
    </>
  )
}
