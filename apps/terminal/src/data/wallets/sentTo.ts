const key = 'tern-sent-to'
const most = 200

function read(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter(address => typeof address === 'string') : []
  } catch {
    return []
  }
}

/** Whether this browser has withdrawn to an address before. */
export const hasSentTo = (address: string): boolean => read().includes(address)

export function noteSentTo(address: string): void {
  const others = read().filter(one => one !== address)
  localStorage.setItem(key, JSON.stringify([address, ...others].slice(0, most)))
}
