/** Content that is for screen readers only, or without text. */
const unread = '.visually-hidden, img, svg, canvas'

/** Reads the text as laid out: with line breaks, and without hidden parts. */
// biome-ignore lint/performance/useDomNodeTextContent: the layout is the point here
const laidOut = (part: HTMLElement) => part.innerText

/** The visible text of a fragment, without the parts for screen readers. */
function seenText(part: DocumentFragment): string {
  const copy = document.createElement('div')
  copy.append(part)
  for (const hidden of copy.querySelectorAll(unread)) hidden.remove()
  return copy.textContent
}

/** The `<data>` element that contains the whole selection. */
function valueAround(range: Range): HTMLDataElement | null {
  const { commonAncestorContainer: around } = range
  return (around instanceof Element ? around : around.parentElement)?.closest('data') ?? null
}

/**
 * The text of a selection within one value: the exact value if all visible digits are selected, otherwise the selected
 * digits.
 */
function withinValue(range: Range, data: HTMLDataElement): string {
  const all = document.createRange()
  all.selectNodeContents(data)
  const selected = seenText(range.cloneContents())
  return selected === seenText(all.cloneContents()) ? data.value : selected
}

/** Turns a row into one line, with tabs between its cells. */
function flatten(row: Element): void {
  const cells = [...row.querySelectorAll<HTMLElement>(':scope > *')].map(laidOut)
  const flat = document.createElement('div')
  flat.textContent = cells.map(text => text.replace(/\s+/g, ' ').trim()).join('\t')
  if (row.matches('tr')) row.replaceWith(flat)
  else row.replaceChildren(flat)
}

/** The text of a selection with exact values, and rows as lines; `undefined` if it contains no value. */
function withValues(range: Range): string | undefined {
  const copy = document.createElement('div')
  copy.append(range.cloneContents())
  const values = copy.querySelectorAll('data')
  if (values.length === 0) return undefined
  for (const data of values) data.replaceWith(data.value)
  for (const hidden of copy.querySelectorAll(unread)) hidden.remove()
  // The copy must be in the page for a moment to be laid out.
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

/** Copies values with every digit, however they are shown. Other text is copied as usual. */
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

/** Elements that react to a press. */
const pressed = 'a, button, label, summary, [role=button], [role=option], [role=tab]'

/** Groups digits: `1234.5` → `1,234.5`. */
const grouped = (value: string) => value.replace(/^-?\d+/, whole => whole.replace(/\B(?=(\d{3})+$)/g, ','))

/** Shows every digit of a shortened value on a tap. A mouse shows them on hover. */
function onClick(tip: HTMLElement, { target, pointerType }: PointerEvent): void {
  const data = target instanceof Element ? target.closest('data') : null
  if (pointerType === 'mouse' || data?.matches('.counted') !== true || data.closest(pressed) !== null) return
  tip.textContent = grouped(data.value)
  const page = data.closest('dialog, main') ?? document.body
  page.append(tip)
  tip.showPopover({ source: data })
}

/** Makes values copy with every digit, and show every digit on a tap. */
export function startWholeValues(): void {
  const tip = document.createElement('span')
  tip.className = 'tip'
  tip.popover = 'auto'
  tip.role = 'tooltip'
  document.addEventListener('copy', onCopy)
  document.addEventListener('click', event => onClick(tip, event as PointerEvent))
}
