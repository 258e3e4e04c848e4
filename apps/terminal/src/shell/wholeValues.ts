/** What stands twice, once for the eye and once for the ear, or has no words. */
const unread = '.visually-hidden, img, svg, canvas'

/** With what the style sheet says of lines, and of what is not shown at all. */
// biome-ignore lint/performance/useDomNodeTextContent: which is what is asked here
const laidOut = (part: HTMLElement) => part.innerText

/** What is seen of a part of the page: not what is only heard. */
function seenText(part: DocumentFragment): string {
  const copy = document.createElement('div')
  copy.append(part)
  for (const heard of copy.querySelectorAll(unread)) heard.remove()
  return copy.textContent
}

/** The value that all selected text is in. */
function valueAround(range: Range): HTMLDataElement | null {
  const { commonAncestorContainer: around } = range
  return (around instanceof Element ? around : around.parentElement)?.closest('data') ?? null
}

/** Of a selection within one value: the whole value where all that is seen of it is selected, else the digits that are. */
function withinValue(range: Range, data: HTMLDataElement): string {
  const all = document.createRange()
  all.selectNodeContents(data)
  const selected = seenText(range.cloneContents())
  return selected === seenText(all.cloneContents()) ? data.value : selected
}

/** A row as one line, its cells apart by tabs. */
function flatten(row: Element): void {
  const cells = [...row.querySelectorAll<HTMLElement>(':scope > *')].map(laidOut)
  const flat = document.createElement('div')
  flat.textContent = cells.map(text => text.replace(/\s+/g, ' ').trim()).join('\t')
  if (row.matches('tr')) row.replaceWith(flat)
  else row.replaceChildren(flat)
}

/** What is selected as text, its values whole, rows as lines; `undefined` where there is no value in it. */
function withValues(range: Range): string | undefined {
  const copy = document.createElement('div')
  copy.append(range.cloneContents())
  const values = copy.querySelectorAll('data')
  if (values.length === 0) return undefined
  for (const data of values) data.replaceWith(data.value)
  for (const heard of copy.querySelectorAll(unread)) heard.remove()
  // In the page for a moment, so that it is laid out.
  copy.className = 'visually-hidden'
  copy.ariaHidden = 'true'
  copy.style.whiteSpace = 'pre-wrap'
  document.body.append(copy)
  const rows = [...copy.querySelectorAll('tr')]
  for (const row of range.commonAncestorContainer instanceof HTMLTableRowElement ? [copy] : rows) flatten(row)
  const text = laidOut(copy).replace(/\n+/g, '\n').trim()
  copy.remove()
  return text
}

/** Values are copied with every digit, however they are shown; text without values as ever. */
function onCopy(event: ClipboardEvent): void {
  const selection = document.getSelection()
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return
  if (selection === null || selection.rangeCount === 0 || selection.isCollapsed) return
  const range = selection.getRangeAt(0)
  const data = valueAround(range)
  const text = data === null ? withValues(range) : withinValue(range, data)
  if (text === undefined || text === '') return
  event.clipboardData?.setData('text/plain', text)
  event.preventDefault()
}

/** What opens or does something when it is pressed. */
const pressed = 'a, button, label, summary, [role=button], [role=option], [role=tab]'

/** `1234.5` → `1,234.5`. */
const grouped = (value: string) => value.replace(/^-?\d+/, whole => whole.replace(/\B(?=(\d{3})+$)/g, ','))

/** Shows every digit of a value that is tapped and does not show them by itself. A mouse points at it instead. */
function onClick(tip: HTMLElement, { target, pointerType }: PointerEvent): void {
  const data = target instanceof Element ? target.closest('data') : null
  if (pointerType === 'mouse' || data?.matches('.counted') !== true || data.closest(pressed) !== null) return
  tip.textContent = grouped(data.value)
  const page = data.closest('dialog, main') ?? document.body
  page.append(tip)
  tip.showPopover({ source: data })
}

/** Sees to it that values are copied whole, and shown whole to those who tap on one. */
export function startWholeValues(): void {
  const tip = document.createElement('span')
  tip.className = 'tip'
  tip.popover = 'auto'
  tip.role = 'tooltip'
  document.addEventListener('copy', onCopy)
  document.addEventListener('click', event => onClick(tip, event as PointerEvent))
}
