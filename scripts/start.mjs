// npm start: install what is missing, build the terminal, run the server.
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { runNode, server } from './node.mjs'

try {
  await ensureInstalled({ dev: false })
  await ensureBuilt()
  process.exitCode = await runNode(server)
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
