/** The common name of a key: `Shift+L` → `Shift L`, `b` → `B`. */
const keyName = (stroke: string): string =>
  stroke.replace('Shift+', 'Shift ').replace(/^[a-z]$/, one => one.toUpperCase())

/** A key for use in a sentence: `G then D`. */
export const keyTextName = (text: string): string => text.split(' ').map(keyName).join(' then ')

/** A key, or two to press in turn; empty without a key. */
export function Keys({ text }: { text: string }) {
  if (text === '') return null
  return (
    <span className="keys">
      {text.split(' ').map((stroke, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a sequence may repeat a key, and never changes its order
        <kbd key={index}>{keyName(stroke)}</kbd>
      ))}
    </span>
  )
}
