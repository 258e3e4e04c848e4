import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8')
const pages = readdirSync(join(root, 'docs', 'guide')).filter(name => name !== 'README.md')

/** Reads an example without its comment on how to run it. */
const programOf = (name: string) => read('examples', name).replace(/^(\/\/.*\n)+/, '')

describe('the guide', () => {
  it.each(pages)('shows the example that it names, as it is: %s', page => {
    const text = read('docs', 'guide', page)
    const [, name = '', shown] =
      /This is \[`examples\/(.+)`\]\(\.\.\/\.\.\/examples\/\1\):\n\n```ts\n([\s\S]*?)```/.exec(text) ?? []
    expect(shown).toBe(programOf(name))
  })

  it.each(pages)('is one screen: %s', page => {
    expect(read('docs', 'guide', page).split(/\s+/).length).toBeLessThan(450)
  })

  it.each(pages)('prints the preview’s own labels: %s', page => {
    const previews = ['trade/tradePreview.ts', 'plan/assemblePlan.ts'].map(file =>
      read('packages/client/src/actions', file),
    )
    const printed = [...read('docs', 'guide', page).matchAll(/^ *([A-Z].*): \d+ lamports$/gm)].map(([, label]) => label)
    expect(printed.filter(label => !previews.some(text => text.includes(`'${label}'`)))).toEqual([])
  })

  it('lists every page', () => {
    const listed = [...read('docs', 'guide', 'README.md').matchAll(/\]\((.+?\.md)\)/g)].map(([, page]) => page)
    expect(listed.toSorted()).toEqual(pages.toSorted())
  })
})

describe('the documents', () => {
  const documents = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'].concat(
    readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.md') && !name.startsWith('api'))
      .map(name => join('docs', name)),
  )

  it.each(documents)('link to files that are there: %s', path => {
    const links = [...read(path).matchAll(/\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link)
    const missing = links.filter(link => {
      try {
        readdirSync(join(root, path, '..', link))
        return false
      } catch (error) {
        return (error as NodeJS.ErrnoException).code !== 'ENOTDIR'
      }
    })
    expect(missing).toEqual([])
  })

  it('greets in at most 600 words', () => {
    const words = read('README.md')
      .replace(/```[\s\S]*?```/g, '')
      .split(/\s+/)
    expect(words.length).toBeLessThanOrEqual(600)
  })
})
