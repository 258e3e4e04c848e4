import { afterEach } from 'vitest'
import { openPages } from './openBrowser.ts'

// What cannot be seen again: a test that fails one time in a hundred.
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  for (const page of await openPages()) console.log(page)
})
