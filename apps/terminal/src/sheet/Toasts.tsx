import { useState } from 'react'
import type { Toast } from '../data/toasts.ts'
import { ToastCard } from '../ui/ToastStack.tsx'
import { Part } from './Part.tsx'

const examples = (nowMs: number): readonly Toast[] => [
  {
    id: -1,
    state: 'sending',
    title: 'Sending transaction...',
    detail: 'Buy KITE for 0.5 SOL',
    startedAtMs: nowMs - 300,
    endedAtMs: nowMs,
  },
  {
    id: -2,
    state: 'sent',
    title: 'Sending transaction',
    detail: 'Buy KITE for 0.5 SOL',
    signature: '5xQmWZ4VvTzq1m8cPq3yQ6jv9aTe',
    startedAtMs: nowMs - 4_000,
    endedAtMs: nowMs,
  },
  {
    id: -3,
    state: 'confirmed',
    title: 'Order submitted:',
    signature: '5xQmWZ4VvTzq1m8cPq3yQ6jv9aTe',
    detail: 'Bought 16,858,018 KITE for 0.50643 SOL',
    startedAtMs: nowMs - 1_800,
    endedAtMs: nowMs,
  },
  {
    id: -4,
    state: 'failed',
    title: 'No enough SOL to buy tokens',
    detail: 'You need 13.13352 SOL and have 12.48200.',
    actions: ['Use 12.35', 'Get practice SOL'].map(label => ({ label, onPress: () => {} })),
    startedAtMs: nowMs,
    endedAtMs: nowMs,
  },
  {
    id: -5,
    state: 'unknown',
    title: 'Transaction confirm timed out',
    signature: '5xQmWZ4VvTzq1m8cPq3yQ6jv9aTe',
    detail: 'It may still land. Do not send again yet.',
    blocksLeft: 41,
    startedAtMs: nowMs - 60_000,
    endedAtMs: nowMs,
  },
]

export function Toasts() {
  const [toasts] = useState(() => examples(Date.now()))
  return (
    <Part title="Toasts">
      {toasts.map(toast => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </Part>
  )
}
