import { TernError } from '@tern/core/serverErrors'

/**
 * A request's JSON body. One that says it is larger than `mostBytes` is refused before a byte of it is read, one that turns
 * out to be at the byte where it does.
 * @throws TernError `http/notJson`, `http/bodyTooLarge`, `http/badRequest`.
 */
export async function readJson(request: Request, mostBytes: number): Promise<unknown> {
  const text = await readText(request, mostBytes)
  try {
    return JSON.parse(text)
  } catch {
    throw new TernError('http/badRequest', { what: 'the body is not JSON' })
  }
}

/** As `readJson`, before the text is parsed. */
export async function readText(request: Request, mostBytes: number): Promise<string> {
  const contentType = request.headers.get('content-type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(contentType)) throw new TernError('http/notJson', { contentType })
  if (Number(request.headers.get('content-length') ?? 0) > mostBytes)
    throw new TernError('http/bodyTooLarge', { mostBytes })
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > mostBytes) throw new TernError('http/bodyTooLarge', { mostBytes })
    chunks.push(chunk)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    throw new TernError('http/badRequest', { what: 'the body is not UTF-8' })
  }
}
