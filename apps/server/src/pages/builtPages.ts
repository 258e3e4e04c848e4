import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Site } from '../http/site.ts'
import { inertPolicy, scriptPolicy } from './headers.ts'

/** A built page with its files in memory. Each file is compressed at its first request. */
export interface Pages {
  /** Answers a path. `undefined` if there is nothing. */
  answer(request: Request, site: Site): Promise<Response> | undefined
}

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
}
const alreadyCompressed = new Set(['.png', '.woff2', '.ico'])

type Encoding = 'br' | 'gzip'

interface File {
  readonly extension: string
  readonly etag: string
  readonly whole: Uint8Array
  /** Returns `whole` if compressing does not help. */
  readonly compressed: (encoding: Encoding) => Promise<Uint8Array>
}

interface PageRules {
  /** Returns the page's Content-Security-Policy at this path. */
  readonly policy: (site: Site, pathname: string) => string
  /** Says if a path without a file is a screen of the page. */
  readonly isScreen: (pathname: string) => boolean
  /** Edits the built page before it is served. */
  readonly complete?: (html: string) => string
}

/** A path of a terminal's screen has no file extension. */
export const isTerminalScreen = (pathname: string): boolean =>
  extname(pathname) === '' && !pathname.startsWith('/assets/')

/** Reads the files under `directory`. No files if it does not exist. */
export async function readPages(directory: string, { policy, isScreen, complete }: PageRules): Promise<Pages> {
  const files = new Map<string, File>()
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const name = `/${path.slice(directory.length).split(sep).filter(Boolean).join('/')}`
    const built = await readFile(path)
    const whole = complete && name === '/index.html' ? Buffer.from(complete(built.toString())) : built
    files.set(name, prepare(extname(entry.name), whole))
  }
  const policyOf = ({ extension }: File, site: Site, pathname: string) =>
    extension === '.html' ? policy(site, pathname) : extension === '.js' ? scriptPolicy(site) : inertPolicy
  return {
    answer(request, site) {
      const { pathname } = new URL(request.url)
      const file = files.get(pathname)
      if (file !== undefined) return send(request, file, pathname, policyOf(file, site, pathname))
      const index = files.get('/index.html')
      return index !== undefined && isScreen(pathname)
        ? send(request, index, '/index.html', policy(site, pathname))
        : undefined
    },
  }
}

function prepare(extension: string, whole: Uint8Array): File {
  const etag = `"${createHash('sha256').update(whole).digest('base64url').slice(0, 22)}"`
  if (alreadyCompressed.has(extension) || whole.length < 512)
    return { extension, etag, whole, compressed: async () => whole }
  const made: Partial<Record<Encoding, Promise<Uint8Array>>> = {}
  return { extension, etag, whole, compressed: encoding => (made[encoding] ??= compressors[encoding](whole)) }
}

/** Medium qualities, because the first client waits: the best ones take ten times as long and save 1% of the bytes. */
const compressors: Readonly<Record<Encoding, (whole: Uint8Array) => Promise<Uint8Array>>> = {
  br: whole => promisify(brotliCompress)(whole, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: whole => promisify(gzip)(whole, { level: 6 }),
}

async function send(request: Request, file: File, path: string, policy: string): Promise<Response> {
  const isHashed = /^\/assets\/.+-[A-Za-z0-9_-]{8,}\.[a-z0-9]+$/.test(path)
  const headers = new Headers({
    'content-type': contentTypes[file.extension] ?? 'application/octet-stream',
    'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    'content-security-policy': policy,
    etag: file.etag,
    vary: 'accept-encoding',
  })
  if (request.headers.get('if-none-match') === file.etag) return new Response(null, { status: 304, headers })
  const encoding = encodingFor(request.headers.get('accept-encoding') ?? '')
  const body = encoding === undefined ? file.whole : await file.compressed(encoding)
  if (encoding !== undefined && body !== file.whole) headers.set('content-encoding', encoding)
  headers.set('content-length', String(body.byteLength))
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), { headers })
}

function encodingFor(accepted: string): Encoding | undefined {
  const names = accepted.split(',').filter(part => !/;\s*q=0(\.0*)?\s*$/.test(part))
  const accepts = (name: string) => names.some(part => part.split(';')[0]?.trim().toLowerCase() === name)
  if (accepts('br')) return 'br'
  return accepts('gzip') ? 'gzip' : undefined
}
