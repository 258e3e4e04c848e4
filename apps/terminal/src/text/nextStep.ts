type Steps = Readonly<Record<string, string>>
type StepsByPattern = readonly (readonly [RegExp, string])[]

const askedAgain = 'It is asked again every few seconds; what you typed stays.'

/** What to do about a refusal, by the refusal's text: the texts are the specification's and say only what is wrong. */
const steps: Record<string, string> = {
  'invalid number string': 'Write digits with one point, like 0.5.',
  'decimals overflow': 'There are more digits after the point than there are units for.',
  'failed to get info for multiple accounts, RPC_ERROR':
    'The chain’s node did not tell what the trade is worked out from. It is asked again every few seconds.',
  'The node cannot be reached': askedAgain,
  'The node is asked too often': 'Try again shortly; what you typed stays.',
  'The server cannot be reached': 'Is your Tern server running?',
  'You are offline': 'What you typed stays. Trading opens when you are back.',
}

/** What to do about texts that name what they are about. */
const stepsByPattern: (readonly [RegExp, string])[] = [
  [/^The node (did not answer|gave no proper answer to) /, askedAgain],
  [/^[a-z]\w+: .+ \(-?\d+\)$/, 'These are the node’s words. Try again in a moment; what you typed stays.'],
]

/** One thing to do about a refusal or an error, in a sentence; `undefined` when its own text says enough. */
export function nextStep(text: string): string | undefined {
  return steps[text] ?? stepsByPattern.find(([pattern]) => pattern.test(text))?.[1]
}

/** A refusal as a sentence, and what to do about it. */
export function withNextStep(text: string): string {
  const next = nextStep(text)
  return next === undefined ? `${text}.` : `${text}. ${next}`
}

/** The same function, which from here on knows these steps too: a page that never says what they are about does without. */
export function knowing(more: Steps, byPattern: StepsByPattern): typeof nextStep {
  Object.assign(steps, more)
  stepsByPattern.push(...byPattern)
  return nextStep
}
