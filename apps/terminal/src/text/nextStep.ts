type Steps = Readonly<Record<string, string>>
type StepsByPattern = readonly (readonly [RegExp, string])[]

const askedAgain = 'Retrying every few seconds; your input stays.'

/** The next step by the text of a refusal. The specification fixes these texts, and they name only the fault. */
const steps: Record<string, string> = {
  'invalid number string': 'Write digits with one point, like 0.5.',
  'decimals overflow': 'Use fewer digits after the point.',
  'failed to get info for multiple accounts, RPC_ERROR':
    'The node did not send the accounts that the trade needs. Retrying every few seconds.',
  'account info must be base64': 'The node did not send accounts as it was asked to. Retrying every few seconds.',
  'The node cannot be reached': askedAgain,
  'Too many requests to the node': 'Try again shortly; your input stays.',
  'The server cannot be reached': 'Is your Tern server running?',
  'You are offline': 'Your input stays. Trading resumes when you reconnect.',
}

/** The next step for texts that contain names. */
const stepsByPattern: (readonly [RegExp, string])[] = [
  [/^The node (did not answer|gave no proper answer to) /, askedAgain],
  [/^[a-z]\w+: .+ \(-?\d+\)$/, 'This is the node’s own message. Try again in a moment; your input stays.'],
]

/** Finds the next step after a refusal or an error, as a sentence; `undefined` if its own text is enough. */
export function nextStep(text: string): string | undefined {
  return steps[text] ?? stepsByPattern.find(([pattern]) => pattern.test(text))?.[1]
}

/** Writes a refusal as a sentence, with the next step after it. */
export function withNextStep(text: string): string {
  const next = nextStep(text)
  return next === undefined ? `${text}.` : `${text}. ${next}`
}

/** Adds steps to `nextStep`, and returns it. Pages that cannot meet these refusals do not load their steps. */
export function knowing(more: Steps, byPattern: StepsByPattern): typeof nextStep {
  Object.assign(steps, more)
  stepsByPattern.push(...byPattern)
  return nextStep
}
