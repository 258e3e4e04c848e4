/** One key as people call it: `Shift+L` → `Shift L`, `b` → `B`. */
const keyName = (stroke: string): string =>
  stroke.replace('Shift+', 'Shift ').replace(/^[a-z]$/, one => one.toUpperCase())

/** A key in a sentence: `G then D`. */
export const keyTextName = (text: string): string => text.split(' ').map(keyName).join(' then ')

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
