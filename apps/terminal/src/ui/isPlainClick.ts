import type { MouseEvent } from 'react'

/** Whether a press on a link is for this page: not for another tab, not for a download. */
export const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey
