// Replaces Vite's helper for dynamic imports (see vite.config.ts).
// A browser may remember a module that it could not fetch: Chromium 150 then fails every later import of its URL, and of every module that
// needs it, until the page is reloaded. So all files of a part are fetched first, and imported once they are there.

const fetched = new Map<string, Promise<void>>()

/** Fetches a file into the browser's cache, or a style sheet into the page. A failure is not remembered. */
function fetchFile(path: string): Promise<void> {
  const known = fetched.get(path)
  if (known !== undefined) return known
  const file = path.endsWith('.css') ? addStyles(path) : fetchScript(path)
  fetched.set(path, file)
  file.catch(() => fetched.delete(path))
  return file
}

async function fetchScript(path: string): Promise<void> {
  const answer = await fetch(path)
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  await answer.arrayBuffer()
}

function addStyles(path: string): Promise<void> {
  if (document.querySelector(`link[rel=stylesheet][href="${path}"]`)) return Promise.resolve()
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: path })
  return new Promise((resolve, reject) => {
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      reject(new Error(`${path} could not be loaded`))
    }
    document.head.append(link)
  })
}

/**
 * Imports a part of the page. Vite writes the calls: `__vitePreload(() => import('./part.js'), ['assets/part.js', 'assets/part.css'])`.
 *
 * @param files everything that the part needs. Vite writes an empty list if that is only the part itself.
 */
export async function __vitePreload<Part>(load: () => Promise<Part>, files: readonly string[] = []): Promise<Part> {
  const own = /import\(["'`]\.\/([^"'`]+)/.exec(String(load))?.[1]
  const paths = new Set(files.map(file => `/${file}`))
  if (own !== undefined) paths.add(new URL(own, import.meta.url).pathname)
  await Promise.all([...paths].map(fetchFile))
  return load()
}
