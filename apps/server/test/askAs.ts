import { request as httpRequest } from 'node:http'

export interface Asking {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

/** Sends a request to a server on this machine with a chosen Host header, which `fetch` does not allow. */
export function askAs(
  port: number,
  host: string,
  path: string,
  { method = 'GET', headers = {}, body }: Asking = {},
): Promise<{ status: number; headers: Record<string, unknown>; text: string }> {
  return new Promise((resolve, reject) => {
    const options = { port, host: '127.0.0.1', path, method, headers: { ...headers, host } }
    const request = httpRequest(options, response => {
      let text = ''
      response.on('data', chunk => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    request.on('error', reject)
    request.end(method === 'GET' ? undefined : body)
  })
}
