import { useEffect, useState } from 'react'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'

interface CopyButtonProps {
  readonly text: string
  /** What is copied, in the button's words or label: `address`, `signature of Buy KITE`. */
  readonly what: string
  /** `icon` is 24 pixels square and stands beside what it copies. */
  readonly look?: 'words' | 'icon'
}

const words = { idle: 'Copy', copied: 'Copied', refused: 'Select and copy by hand' } as const

/** Puts a text on the clipboard and says that it did. */
export function CopyButton({ text, what, look = 'words' }: CopyButtonProps) {
  const [state, setState] = useState<keyof typeof words>('idle')
  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), 2000)
    return () => clearTimeout(timer)
  }, [state])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      setState('refused')
    }
  }
  const label = state === 'idle' ? `Copy ${what}` : words[state]
  if (look === 'icon')
    return (
      <Button look="quiet" size="small" shape="square" aria-label={label} title={label} onClick={() => void copy()}>
        {state === 'copied' ? <span aria-hidden="true">✓</span> : <Icon name="copy" size="small" />}
      </Button>
    )
  return (
    <Button size="small" onClick={() => void copy()}>
      <Icon name="copy" />
      {label}
    </Button>
  )
}
