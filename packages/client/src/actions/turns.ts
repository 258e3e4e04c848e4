import { isTernError, type Owner, type SignedTransaction, type TernError } from '@tern/core'
import type { SentUpdate } from './followSent.ts'
import type { Settled } from './settled.ts'
import { signedPlans } from './signedPlans.ts'
import { type Once, runTurn, type Turn, type TurnOptions } from './turn.ts'

/** The state of a turn. */
export interface TurnState<Receipt> {
  /** `waiting`: not begun, or left out because it was done before. */
  readonly status: 'waiting' | SentUpdate['status']
  readonly isDone?: true
  /** Unset until it is signed. */
  readonly transaction?: SignedTransaction
  readonly receipt?: Receipt
  /** With *failed* and no receipt: the reason why it was not signed or not sent. With *sending*: every provider refused it so far. */
  readonly error?: TernError
}

/** How to execute several turns. */
export interface TurnsOptions<Receipt> extends Omit<TurnOptions<Receipt>, 'believe' | 'onStatus'> {
  /** Unset: the action may be executed again. */
  readonly once?: Once
  /** Returns `true` if the turn at this position was done before. Positions count from 0 through all stages. */
  readonly done?: (at: number) => boolean
  /** Called after each change. */
  readonly onStates?: (states: readonly TurnState<Receipt>[]) => void
}

/**
 * Executes an action: signs each turn when it comes, sends it, and goes on once it is confirmed.
 * The turns of a stage run in parallel. The next stage begins once all turns of the stage are confirmed.
 *
 * @returns the state of each turn. A turn that was not signed or not sent has the error.
 * @throws TernError `once.error`.
 * @throws errors that are not a TernError.
 */
export async function executeTurns<Sent extends { readonly transaction: SignedTransaction }, Receipt extends Settled>(
  owner: Owner,
  stages: readonly (readonly Turn<Sent, Receipt>[])[],
  { once, done = () => false, onStates, onLater, ...options }: TurnsOptions<Receipt>,
): Promise<readonly TurnState<Receipt>[]> {
  if (once !== undefined && !signedPlans.begin(once.plan)) throw once.error
  let states = stages
    .flat()
    .map((_, at): TurnState<Receipt> => ({ status: 'waiting', ...(done(at) && { isDone: true }) }))
  const change = (at: number, changed: TurnState<Receipt>) => {
    states = states.map((state, i) => {
      if (i !== at) return state
      const { error: _, ...known } = state
      return { ...known, ...changed }
    })
    onStates?.(states)
  }
  // The next turn depends on an outcome, and cannot be recalled.
  const believe = states.length > 1 ? ({ believe: 'enough' } as const) : {}

  async function execute(turn: Turn<Sent, Receipt>, at: number) {
    change(at, { status: 'sending' })
    const noted: Turn<Sent, Receipt> = {
      sign: signer => turn.sign(signer),
      follow(sent, following) {
        change(at, { status: 'sending', transaction: sent.transaction })
        return turn.follow(sent, following)
      },
    }
    try {
      const receipt = await runTurn(owner, noted, {
        ...options,
        ...believe,
        once,
        onStatus({ status, error }) {
          if (status === 'sending' || status === 'sent') change(at, { status, ...(error && { error }) })
        },
        ...(onLater && {
          onLater(later: Receipt) {
            change(at, { status: later.status, receipt: later })
            onLater(later)
          },
        }),
      })
      change(at, { status: receipt.status, receipt })
    } catch (error) {
      if (!isTernError(error)) throw error
      change(at, { status: 'failed', error })
    }
  }

  let begun = 0
  for (const stage of stages) {
    const from = begun
    begun += stage.length
    await Promise.all(stage.map((turn, i) => (done(from + i) ? undefined : execute(turn, from + i))))
    if (states.slice(0, begun).some(({ status, isDone }) => status !== 'confirmed' && !isDone)) break
  }
  return states
}
