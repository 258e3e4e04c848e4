import { isNews, isOver, type Outcome } from '../../src/send/outcome.ts'
import type { NodePlan } from './faultPlan.ts'
import type { Landing } from './ledger.ts'
import type { Report, Run } from './run.ts'

/** Lists the violations of a run, each with its invariant's number. */
export function violationsOf(run: Run): readonly string[] {
  return [
    ...executedTwice(run),
    ...sentUnnoted(run),
    ...sentAfterFailure(run),
    ...saidExpiredTooEarly(run),
    ...saidOtherThanTrue(run),
    ...saidTwice(run),
    ...tookNoLegalStep(run),
    ...tookBackForNothing(run),
  ]
}

const landingOf = ({ ledger }: Run, signatures: readonly string[]) =>
  signatures.flatMap(signature => ledger.landingOf(signature) ?? [])
const signaturesOf = ({ signed }: Run, id: string) => (signed.get(id) ?? []).map(({ signature }) => signature)
const idsIn = ({ reports, noted }: Run) => [...new Set([...noted.keys(), ...reports.map(({ id }) => id)])]

/**
 * I1: no two transactions of a wish succeed.
 * A fork can undo a failure after a replacement was signed. Copies that left before the report can still land, and no engine can stop that.
 * Copies that left later violate `sentAfterFailure`.
 */
function executedTwice(run: Run): readonly string[] {
  const all = new Set(run.ledger.everLanded.map(({ signature }) => signature))
  const executed = landingOf(run, [...all]).filter(({ error }) => error === null)
  const ids = executed.map(({ signature }) => idsIn(run).find(id => signaturesOf(run, id).includes(signature)))
  const hasFailed = (id: string) => run.reports.some(report => report.id === id && report.outcome.status === 'failed')
  const wasForked = run.plan.forks.length > 0 && ids.includes('second') && ids.includes('first') && hasFailed('first')
  if (executed.length <= (wasForked ? 2 : 1)) return []
  return [`I1: ${executed.map(({ signature }) => signature).join(' and ')} both succeeded`]
}

/** I2: every sent transaction was in the journal before. */
const sentUnnoted = ({ sent }: Run): readonly string[] =>
  sent
    .filter(({ isNoted }) => !isNoted)
    .map(({ signature }) => `I2: ${signature} was sent unnoted`)
    .slice(0, 1)

/** I1: bytes that were reported as failed or expired are never sent again, because a replacement may exist. */
const sentAfterFailure = ({ sent }: Run): readonly string[] =>
  sent
    .filter(({ wasGivenUp }) => wasGivenUp)
    .map(({ signature }) => `I1: ${signature} was sent after it had failed`)
    .slice(0, 1)

/** I4: an *expired* transaction has not landed and never lands. */
function saidExpiredTooEarly(run: Run): readonly string[] {
  return run.reports
    .filter(({ outcome }) => outcome.status === 'expired')
    .flatMap(({ id, atMs }) => {
      const names = signaturesOf(run, id)
      const landed = run.ledger.everLanded.filter(
        landing => names.includes(landing.signature) && (landing.atMs >= atMs || isThere(run, landing)),
      )
      return landed.map(({ signature }) => `I4: ${signature} was called expired and landed`)
    })
}

const isThere = ({ ledger }: Run, { signature }: Landing) => ledger.landingOf(signature) !== undefined

/** I5: every final outcome is true. If enough honest nodes answer in the end, every intent gets a final outcome. */
function saidOtherThanTrue(run: Run): readonly string[] {
  const lies = run.reports.filter(report => isOver(report.outcome) && !isTrue(run, report))
  const missing = isDecidable(run)
    ? idsIn(run).filter(
        id => !run.reports.some(report => report.id === id && isOver(report.outcome)) && !isUndecided(run, id),
      )
    : []
  return [
    ...lies.map(({ id, outcome }) => `I5: ${id} was said to be ${outcome.status} in the end, and is not`),
    ...missing.map(id => `I5: what became of ${id} was never said`),
  ]
}

function isTrue(run: Run, { id, outcome }: Report): boolean {
  const [landed] = landingOf(run, signaturesOf(run, id))
  if (outcome.status === 'expired') return landed === undefined
  if (outcome.status === 'unknown' || landed === undefined) return false
  const error = outcome.status === 'failed' ? outcome.error : null
  const isSame = outcome.signature === landed.signature && outcome.slot === BigInt(landed.slot)
  return isSame && JSON.stringify(error) === JSON.stringify(landed.error)
}

/** Checks if enough honest nodes answer in the end. */
function isDecidable({ plan: { nodes, faults } }: Run): boolean {
  return nodes.filter(node => !isLiar(node)).length >= Math.min(faults + 1, nodes.length)
}

const isLiar = ({ phases, socket }: NodePlan) => phases.some(({ state }) => state.is === 'lies') || socket.is === 'lies'

/** An unused durable nonce stays valid for ever. */
const isUndecided = (run: Run, id: string) =>
  run.plan.life.kind === 'nonce' &&
  landingOf(run, signaturesOf(run, id)).length === 0 &&
  run.signed.get(id)?.[0]?.message.lifetime.kind === 'nonce' &&
  nonceIn(run, id) === run.ledger.nonceAt(run.ledger.tip)

function nonceIn({ signed }: Run, id: string): string | undefined {
  const lifetime = signed.get(id)?.[0]?.message.lifetime
  return lifetime?.kind === 'nonce' ? lifetime.nonce : undefined
}

/** I10: each change is reported once in each life of the page. */
function saidTwice(run: Run): readonly string[] {
  return sequences(run).flatMap(outcomes =>
    outcomes.flatMap((outcome, i) => {
      const before = outcomes[i - 1]
      return before !== undefined && !isNews(before, outcome) ? [`I10: ${outcome.status} was said twice`] : []
    }),
  )
}

/** I12: nothing follows a final outcome, and only a landing is rolled back. */
function tookNoLegalStep(run: Run): readonly string[] {
  return sequences(run).flatMap(outcomes =>
    outcomes.flatMap((outcome, i) => {
      const before: Outcome = outcomes[i - 1] ?? { status: 'unknown' }
      if (isOver(before)) return [`I12: ${outcome.status} after the end`]
      const isRolledBack = outcome.status === 'unknown' && outcome.rolledBack !== undefined
      if (outcome.status === 'unknown' && !(isRolledBack && before.status !== 'unknown'))
        return [`I12: ${before.status} became unknown`]
      return []
    }),
  )
}

/** I5: a rollback is reported only after a fork or a lie. */
function tookBackForNothing({ plan, reports }: Run): readonly string[] {
  const mayBe = plan.forks.length > 0 || plan.nodes.some(isLiar)
  return reports.some(({ outcome }) => outcome.status === 'unknown') && !mayBe ? ['I5: nobody took it back'] : []
}

/** Lists the outcomes of each intent in each life of the page. */
function sequences({ reports }: Run): readonly (readonly Outcome[])[] {
  const byLife = new Map<string, Outcome[]>()
  for (const { id, life, outcome } of reports)
    byLife.set(`${id} ${life}`, [...(byLife.get(`${id} ${life}`) ?? []), outcome])
  return [...byLife.values()]
}
