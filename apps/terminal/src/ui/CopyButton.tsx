import { useEffect, useState } from 'react'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'

interface CopyButtonProps {
  readonly text: string
  /** The name of the copied text, for the button's label: `address`, `signature of Buy KITE`. */
  readonly what: string
  /** `icon` is 24 pixels square, for use beside the text. */
  readonly look?: 'words' | 'icon'
}

const words = { idle: 'Copy', copied: 'Copied', refused: 'Select and copy by hand' } as const

/** Copies a text to the clipboard and confirms it. */
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
