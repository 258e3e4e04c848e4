const names: Readonly<Record<string, string>> = { 'Shift+': '⇧', Enter: '↵' }

/** One key as people call it: `Shift+L` → `⇧L`. */
export const keyName = (stroke: string): string =>
  stroke.replace(/^Shift\+/, names['Shift+'] ?? '').replace(/^[a-z]$/, letter => letter.toUpperCase())

/** A key, or two one after the other; nothing where there is none. */
export function Keys({ text }: { text: string }) {
  if (text === '') return null
  return (
    <span className="keys">
      {text.split(' ').map((stroke, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a sequence may have the same key twice, and never changes its order
        <kbd key={index}>{keyName(stroke)}</kbd>
      ))}
    </span>
  )
}
