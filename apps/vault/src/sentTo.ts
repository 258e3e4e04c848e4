const key = 'tern-sent-to'
const max = 200

function read(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter(one => typeof one === 'string') : []
  } catch {
    return []
  }
}

/**
 * Checks if this browser has signed a withdrawal to an address before. The vault keeps this list, so no page can forge it.
 */
export const hasSentTo = (address: string): boolean => read().includes(address)

export function noteSentTo(address: string): void {
  localStorage.setItem(key, JSON.stringify([address, ...read().filter(one => one !== address)].slice(0, max)))
}
