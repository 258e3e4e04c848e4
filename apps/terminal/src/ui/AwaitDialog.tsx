import { type ReactNode, Suspense } from 'react'
import { useNoKeys } from '../data/keys/keyHandlers.ts'

/** Shows a dialog that may still load. Until then, no shortcut of the page runs: the keys are meant for the dialog. */
export const AwaitDialog = ({ children }: { readonly children: ReactNode }) => (
  <Suspense fallback={<NoKeys />}>{children}</Suspense>
)

function NoKeys() {
  useNoKeys()
  return null
}
