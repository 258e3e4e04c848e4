import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { TradeButton } from './TradeButton.tsx'

const nothing = () => {}

function markupOf(label: string): string {
  const does = { onTrade: nothing, onReview: nothing, onConfirm: nothing, describedBy: 'step' }
  return renderToStaticMarkup(<TradeButton button={{ kind: 'blocked', label }} side="buy" {...does} />)
}

/** The button's text, and the texts that describe it. */
function readButton(markup: string) {
  const [, attributes = '', text] = /<button ([^>]*)>([^<]*)<\/button>/.exec(markup) ?? []
  const ids = /aria-describedby="([^"]*)"/.exec(attributes)?.[1]?.split(' ') ?? []
  const [described] = ids.map(id => markup.split(`id="${id}"`)[1]?.match(/>([^<]*)</)?.[1])
  return { text, described, ids: ids.length }
}

it.each([
  ['invalid number string', 'Not a number'],
  ['No enough SOL to buy tokens', 'Not enough SOL'],
  ['No blockhash', 'Reconnecting'],
  ['Not enough KITE', 'Not enough KITE'],
])('leads with plain words, and is described by the reason to the letter: %s', (reason, lead) => {
  expect(readButton(markupOf(reason))).toEqual({ text: lead, described: reason, ids: 2 })
})
