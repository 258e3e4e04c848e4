import { afterEach } from 'vitest'
import { openPages } from './openBrowser.ts'

// Shows the pages of a failed test, because a rare failure cannot be seen again.
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  for (const page of await openPages()) console.log(page)
})
