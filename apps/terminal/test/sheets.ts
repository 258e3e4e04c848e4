import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const source = join(import.meta.dirname, '..', 'src')

/** A CSS rule without nesting. */
export interface Rule {
  readonly file: string
  readonly selector: string
  readonly declarations: ReadonlyMap<string, string>
}

function rulesOf(file: string): readonly Rule[] {
  const css = readFileSync(join(source, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  return [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
    file,
    selector: selector.trim().replace(/\s+/g, ' '),
    declarations: new Map(
      body.split(';').flatMap(line => {
        const [, name, value] = /^\s*([\w-]+)\s*:\s*([\s\S]+?)\s*$/.exec(line) ?? []
        return name === undefined || value === undefined ? [] : [[name, value]]
      }),
    ),
  }))
}

/** Returns every rule of every style sheet of the terminal. */
export function allRules(): readonly Rule[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.css'))
    .flatMap(rulesOf)
}

export const themes = ['light', 'dark'] as const
export const colourSets = ['harbour', 'high-separation', 'classic', 'red-up'] as const

/** Returns the colours that `theme/tokens.css` gives to a theme and a colour set: `fg0` → `#e9edf2`. */
export function coloursOf(
  theme: (typeof themes)[number],
  colourSet: (typeof colourSets)[number],
): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const { selector, declarations } of rulesOf(join('theme', 'tokens.css'))) {
    const isForAll = selector.split(', ').includes(':root')
    if (!isForAll && !selector.includes(`[data-colours="${colourSet}"]`)) continue
    for (const [name, value] of declarations) {
      const [, light, dark] = /^light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)$/.exec(value) ?? []
      const colour = theme === 'light' ? light : dark
      if (colour !== undefined) found.set(name.slice(2), colour)
    }
  }
  return found
}

/** Returns the row heights of a density in pixels: `tape` → 20. */
export function heightsOf(density: string): Readonly<Record<string, number>> {
  const rule = rulesOf(join('theme', 'tokens.css')).find(({ selector }) =>
    selector.includes(`[data-density="${density}"]`),
  )
  return Object.fromEntries(
    [...(rule?.declarations ?? [])].map(([name, value]) => [name.slice('--row-'.length), Number.parseFloat(value)]),
  )
}
