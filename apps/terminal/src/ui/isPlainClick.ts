import type { MouseEvent } from 'react'

/** Tests if a click on a link is meant for this tab: no other button and no modifier key. */
export const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey
