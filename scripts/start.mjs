// npm start: installs missing packages, builds the terminal and runs the server.
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
