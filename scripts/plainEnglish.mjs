// npm run check and npm test: measures how plainly comments, documents and the interface are written, and compares each part with its
// ceiling in plainEnglish.json. CONTRIBUTING.md has the rules.
//   node scripts/plainEnglish.mjs                  the figures of every part; fails if one is above its ceiling
//   node scripts/plainEnglish.mjs --worst 20 path  the 20 sentences under a path that need a rewrite most
//   node scripts/plainEnglish.mjs --lower          lowers ceilings to the figures; never raises one
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'rolldown/utils'
import { root } from './root.mjs'

const ceilingsFile = join(root, 'scripts', 'plainEnglish.json')

/** At or below these figures, a part reads well. `--lower` stops here, so that another sentence fails nothing. */
const targets = { openings: 1, what: 1, markers: 8, long: 3 }
const maxWords = 30

const opening = /^(what|who|whoever|whatever|of|as|where|which|that|whether)\b/i
/** Openings that are plain: "Of course", and names such as "As Node 24". */
const plainOpening = /^(of course|as of (node|version|[A-Z0-9]))\b/i
/** Words that stand in for a noun. They are rare in technical prose. */
const marker =
  /\b(what|who|whom|whose|whoever|whatever|which|those|where|none|nobody|anybody|somebody|told|tells|stands|beside|anew|one|them)\b/gi
const what = /\bwhat\b/gi

const isSource = path => /\.(ts|tsx|mjs|css)$/.test(path) && !/\.d\.ts$|generated/.test(path)
const isDocument = path => path.endsWith('.md') && !/^docs\/api\/|CHANGELOG/.test(path)
/** Its strings are read by people. */
const isInterface = path =>
  (/^apps\/(terminal|vault)\/src\//.test(path) || /^packages\/core\/src\/.*errors?/i.test(path)) &&
  !/\.test\./.test(path)

const partOf = path => {
  const [top, name] = path.split('/')
  if (name === undefined) return 'root'
  return top === 'packages' || top === 'apps' ? `${top}/${name}` : top
}

/** Joins the comments of neighbouring lines. */
function commentsOf(text, comments) {
  const joined = []
  let end = -1
  for (const { type, value, start, end: ends } of comments) {
    const isNext = type === 'Line' && end >= 0 && /^\n[ \t]*$/.test(text.slice(end, start))
    if (isNext) joined.push(`${joined.pop()}\n${value}`)
    else joined.push(value.replace(/^\s*\*+ ?/gm, ''))
    end = type === 'Line' ? ends : -1
  }
  return joined
}

/** Strings of at least three words that begin with a capital letter. A value within a string counts as a word. */
function stringsOf(program) {
  const found = []
  const add = text => {
    if (/^\s*[A-Z]\S*\s+\S+\s+\S/.test(text)) found.push(text)
  }
  new Visitor({
    Literal: ({ value }) => typeof value === 'string' && add(value),
    JSXText: ({ value }) => add(value),
    TemplateLiteral: ({ quasis }) => add(quasis.map(({ value }) => value.cooked).join('value')),
  }).visit(program)
  return found
}

/** Paragraphs and list items, without code, headings and tables. */
const paragraphsOf = markdown =>
  markdown
    .replace(/```[\s\S]*?```/g, '')
    .split('\n')
    .filter(line => !/^\s*[|#<]/.test(line))
    .join('\n')
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.)\s)/)
    .map(paragraph => paragraph.replace(/^\s*(?:[-*]|\d+\.)\s+/, ''))

const sentencesOf = text =>
  text
    .replace(/@example[\s\S]*?(?=\n\s*@|$)/g, '')
    .replace(/`[^`]*`/g, 'code')
    .split(/\n\s*@\w+(?:\s+TernError code)?|(?<=[.!?:;])\s+(?=[A-Z“"'(])/)
    .map(sentence =>
      sentence
        .replace(/^\s*@\w+/, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter(sentence => /[a-z]{2}/.test(sentence))

const countOf = (text, pattern) => text.match(pattern)?.length ?? 0

function measure(sentence) {
  const words = sentence.split(' ').length
  return {
    words,
    sentences: 1,
    openings: opening.test(sentence) && !plainOpening.test(sentence) && !sentence.endsWith('?') ? 1 : 0,
    what: countOf(sentence, what),
    markers: countOf(sentence, marker),
    long: words > maxWords ? 1 : 0,
  }
}

const parts = new Map()
const sentences = []

function count(part, path, texts) {
  const sum = parts.get(part) ?? { words: 0, sentences: 0, openings: 0, what: 0, markers: 0, long: 0 }
  for (const sentence of texts.flatMap(sentencesOf)) {
    const found = measure(sentence)
    for (const key of Object.keys(sum)) sum[key] += found[key]
    sentences.push({ path, sentence, badness: found.openings + found.long + found.markers / 3 })
  }
  parts.set(part, sum)
}

const paths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 1e8,
})
for (const path of paths.split('\n').filter(path => isSource(path) || isDocument(path))) {
  let text
  try {
    text = readFileSync(join(root, path), 'utf8')
  } catch {
    // Deleted, and not committed yet.
    continue
  }
  if (isDocument(path)) count('documents', path, paragraphsOf(text))
  else if (path.endsWith('.css'))
    count(
      partOf(path),
      path,
      [...text.matchAll(/\/\*([\s\S]*?)\*\//g)].map(([, comment]) => comment),
    )
  else {
    const { comments, program } = parseSync(path, text)
    count(partOf(path), path, commentsOf(text, comments))
    if (isInterface(path)) count('interface', path, stringsOf(program))
  }
}

/** Openings and long sentences in percent of the sentences, the others per 1,000 words; rounded up to a tenth. */
function figuresOf({ words, sentences, openings, what, markers, long }) {
  const share = (part, whole, of) => Math.ceil((10 * of * part) / Math.max(whole, 1)) / 10
  return {
    openings: share(openings, sentences, 100),
    what: share(what, words, 1_000),
    markers: share(markers, words, 1_000),
    long: share(long, sentences, 100),
  }
}

const at = process.argv.indexOf('--worst')
if (at >= 0) {
  const [number, under = ''] = process.argv.slice(at + 1)
  const worst = sentences.filter(({ path, badness }) => path.startsWith(under) && badness > 0)
  worst.sort((one, other) => other.badness - one.badness)
  for (const { path, sentence } of worst.slice(0, Number(number ?? 20))) console.log(`${path}\n  ${sentence}\n`)
} else {
  const ceilings = JSON.parse(readFileSync(ceilingsFile, 'utf8'))
  const isLowering = process.argv.includes('--lower')
  const lowered = {}
  console.log(`${''.padEnd(26)}   words  openings %  what ‰  markers ‰  over ${maxWords} words %`)
  for (const [part, sum] of [...parts].sort()) {
    const figures = figuresOf(sum)
    const ceiling = ceilings[part] ?? targets
    const above = Object.keys(targets).filter(key => figures[key] > ceiling[key])
    const columns = [sum.words, figures.openings, figures.what, figures.markers, figures.long]
    const [words, openings, what, markers, long] = columns.map(String)
    const row = `${words.padStart(8)}${openings.padStart(12)}${what.padStart(8)}${markers.padStart(11)}${long.padStart(16)}`
    console.log(`${part.padEnd(26)}${row}${above.map(key => `  ${key}: at most ${ceiling[key]}`).join('')}`)
    if (above.length > 0) process.exitCode = 1
    const keys = Object.keys(targets)
    lowered[part] = Object.fromEntries(
      keys.map(key => [key, Math.min(ceiling[key], Math.max(figures[key], targets[key]))]),
    )
  }
  if (isLowering) writeFileSync(ceilingsFile, `${JSON.stringify(lowered, null, 2)}\n`)
  else if (process.exitCode) console.log('\nWrite it more plainly: node scripts/plainEnglish.mjs --worst 20 <folder>')
}
