/** Says that this browser keeps a practice wallet, another value after each change: tabs hear of it. */
export const practiceKey = 'tern-practice'

export const hasPractice = (): boolean => localStorage.getItem(practiceKey) !== null
