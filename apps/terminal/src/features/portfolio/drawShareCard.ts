import { readColour } from '../../theme/readColour.ts'
import type { ShareCard, ShareLine } from './shareCard.ts'

/** The size that link previews use. */
export const cardSize = { width: 1200, height: 630 } as const
const edge = 72

/**
 * Draws the card in the colours of the theme. `isPractice` adds the hatched band of practice money along the upper
 * edge.
 */
export function drawShareCard(canvas: HTMLCanvasElement, { lines, foot }: ShareCard, isPractice: boolean): void {
  const on = canvas.getContext('2d')
  if (on === null) return
  const colour = (name: `--${string}`) => readColour(canvas.parentElement ?? document.body, name)
  const colours = { up: colour('--buy'), down: colour('--sell'), plain: colour('--fg0') }
  const caption = colour('--fg2')
  const { fontFamily } = getComputedStyle(document.body)
  const { width, height } = cardSize
  on.fillStyle = colour('--bg1')
  on.fillRect(0, 0, width, height)
  if (isPractice) hatch(on, colour('--iris'))

  interface Look {
    readonly weight: number
    readonly size: number
    readonly fill: string
    readonly room: number
  }

  /** Writes a text, smaller if needed, so that it fits into `room`. */
  function write(text: string, [x, y]: readonly [number, number], { weight, size, fill, room }: Look) {
    if (on === null) return
    on.fillStyle = fill
    for (let points = size; points >= 12; points -= 2) {
      on.font = `${weight} ${points}px ${fontFamily}`
      if (on.measureText(text).width <= room) break
    }
    on.fillText(text, x, y)
  }

  const [first, ...others] = lines
  const room = width - 2 * edge
  write(first.label, [edge, 150], { weight: 450, size: 34, fill: caption, room })
  write(first.text, [edge, 250], { weight: 650, size: 92, fill: colours[first.look], room })
  const columns = 2
  const column = room / columns
  for (const [at, line] of others.entries())
    writeSmall(line, edge + (at % columns) * column, 350 + Math.floor(at / columns) * 100, column - 32)
  write('tern', [edge, height - 56], { weight: 650, size: 34, fill: colours.plain, room })
  on.textAlign = 'right'
  write(foot, [width - edge, height - 56], { weight: 450, size: 28, fill: caption, room: room - 120 })
  on.textAlign = 'left'

  function writeSmall({ label, text, look }: ShareLine, x: number, y: number, room: number) {
    write(label, [x, y], { weight: 450, size: 26, fill: caption, room })
    write(text, [x, y + 42], { weight: 550, size: 36, fill: colours[look], room })
  }
}

function hatch(on: CanvasRenderingContext2D, colour: string): void {
  const [high, stripe] = [16, 16]
  on.save()
  on.beginPath()
  on.rect(0, 0, cardSize.width, high)
  on.clip()
  on.fillStyle = colour
  for (let x = -high; x < cardSize.width; x += 2 * stripe) {
    on.beginPath()
    on.moveTo(x, 0)
    on.lineTo(x + stripe, 0)
    on.lineTo(x + stripe + high, high)
    on.lineTo(x + high, high)
    on.fill()
  }
  on.restore()
}
