import { CatchBoundary } from '@tanstack/react-router'
import { Suspense, useId, useLayoutEffect, useRef, useState } from 'react'
import { lazyPage } from '../lazyPage.tsx'
import { errorText } from '../text/errorText.ts'
import { withNextStep } from '../text/nextStep.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Keys } from '../ui/Keys.tsx'
import { overlay } from './overlay.ts'
import './palette.css'
import type { FieldKeys } from './PaletteList.tsx'

const close = () => overlay.set('none')

/**
 * Loads after the page, or when the search is first opened. The field works at once and keeps the text typed meanwhile.
 */
export const PaletteList = lazyPage(() => import('./PaletteList.tsx'), 'PaletteList')

/** Searches tokens, pages and actions. Arrows choose, Enter opens, Escape closes. */
export function Palette() {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<string>()
  const [keys] = useState<FieldKeys>({ isEntered: false })
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press beside the panel closes it, and Escape does so by keyboard
    <dialog
      ref={dialog}
      className="palette"
      aria-label="Search"
      onCancel={event => {
        event.preventDefault()
        close()
      }}
      onClick={event => {
        if (event.target === event.currentTarget) close()
      }}
    >
      <div className="palette-field">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label="Search tokens, pages and actions"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={chosen}
          placeholder="Token, address, link, page or action"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={event => {
            setText(event.target.value)
            keys.isEntered = false
          }}
          onKeyDown={event => {
            if (keys.press !== undefined) keys.press(event)
            else if (event.key === 'Enter') keys.isEntered = true
          }}
        />
        <Keys text="Esc" />
        <span className="phone-only">
          <Button size="small" look="quiet" onClick={close}>
            Close
          </Button>
        </span>
      </div>
      <CatchBoundary getResetKey={() => text} errorComponent={ListFailed}>
        <Suspense>
          <PaletteList id={id} text={text} keys={keys} onChosen={setChosen} />
        </Suspense>
      </CatchBoundary>
    </dialog>
  )
}

/** Shows that the list failed to load. The next letter loads it again. */
function ListFailed({ error }: { error: unknown }) {
  return (
    <p className="palette-none" role="alert">
      Could not load the search. {withNextStep(errorText(error))}
    </p>
  )
}
