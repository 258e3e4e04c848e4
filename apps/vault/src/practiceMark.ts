/** Storage key that marks a stored practice wallet. Its value changes with each write, so that other tabs notice. */
export const practiceKey = 'tern-practice'

export const hasPractice = (): boolean => localStorage.getItem(practiceKey) !== null
