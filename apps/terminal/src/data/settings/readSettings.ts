import { maxU64 } from '@tern/core/internal'
import { type KeyMap, keyActionNames, keyActions } from '../keys/keyActions.ts'
import { firstConflict, isKeyText } from '../keys/keyStrokes.ts'
import {
  dockHeights,
  idleMinuteChoices,
  maxFilterLength,
  maxFilterSetNameLength,
  maxFilterSets,
  maxPresetNameLength,
  maxStarred,
  type Preset,
  type PresetFee,
  type Settings,
  type TippedProvider,
  tippedProviders,
} from './standardSettings.ts'

/** Called for each invalid value, with its path (`presets.1.slippageBps.buy`) and the reason. */
type OnBad = (at: string, why: string) => void
type Json = Readonly<Record<string, unknown>>

/** Reads the value at path `at`. If it is absent or invalid, returns `base`. */
type Read<T> = (value: unknown, base: T, at: string, onBad: OnBad) => T

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Makes a reader for a value that is valid or invalid as a whole. `parse` returns `undefined` for an invalid value. */
function whole<T>(why: string, parse: (value: unknown) => T | undefined): Read<T> {
  return (value, base, at, onBad) => {
    const read = value === undefined ? base : parse(value)
    if (read === undefined) onBad(at, why)
    return read ?? base
  }
}

const oneOf = <T extends string | number>(...choices: readonly T[]) =>
  whole<T>(`must be one of ${choices.join(', ')}`, value => choices.find(choice => choice === value))

/** Makes a reader for an object of named fields. It reports an unknown name as invalid. */
function fields<T extends object>(reads: { readonly [K in keyof T]: Read<T[K]> }): Read<T> {
  const names = Object.keys(reads) as (keyof T & string)[]
  return (value, base, at, onBad) => {
    const under = (name: string) => (at === '' ? name : `${at}.${name}`)
    const from = isJson(value) ? value : {}
    if (value !== undefined && !isJson(value)) onBad(at, 'must be an object')
    for (const name of Object.keys(from)) if (!Object.hasOwn(reads, name)) onBad(under(name), 'is not known')
    const own = (name: string) => (Object.hasOwn(from, name) ? from[name] : undefined)
    return Object.fromEntries(names.map(name => [name, reads[name](own(name), base[name], under(name), onBad)])) as T
  }
}

function parseLamports(value: unknown): bigint | undefined {
  if (typeof value !== 'string' || !/^(?:0|[1-9]\d{0,19})$/.test(value)) return undefined
  const lamports = BigInt(value)
  return lamports > maxU64 ? undefined : lamports
}

const parseSomeLamports = (value: unknown) => parseLamports(value) || undefined

const parseBps = (min: number) => (value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= 10_000 ? value : undefined

/** Makes a reader for exactly four values. */
const four = <T>(why: string, parse: (value: unknown) => T | undefined) =>
  whole<readonly T[]>(`must be four ${why}`, value => {
    if (!Array.isArray(value) || value.length !== 4) return undefined
    const read = value.map(parse).filter(one => one !== undefined)
    return read.length === 4 ? read : undefined
  })

function parseFee(value: unknown): PresetFee | undefined {
  if (!isJson(value)) return undefined
  if (value.kind === 'auto') return { kind: 'auto' }
  const [priorityFee, bribeFee] = [parseLamports(value.priorityFee), parseLamports(value.bribeFee)]
  const isWhole = value.kind === 'manual' && priorityFee !== undefined && bribeFee !== undefined
  return isWhole ? { kind: 'manual', priorityFee, bribeFee } : undefined
}

function parseInstant(value: unknown): Settings['instant'] | undefined {
  if (!isJson(value)) return undefined
  if (value.kind === 'off') return { kind: 'off' }
  const idleMinutes = idleMinuteChoices.find(choice => choice === value.idleMinutes)
  return value.kind === 'armable' && idleMinutes !== undefined ? { kind: 'armable', idleMinutes } : undefined
}

/** Cleans a name: no control characters, no spaces at its ends. `undefined` if it is empty or too long. */
function parseName(value: unknown, maxLength: number): string | undefined {
  if (typeof value !== 'string') return undefined
  const name = value.replace(/\p{C}/gu, '').trim()
  return name !== '' && name.length <= maxLength ? name : undefined
}

/** Returns a preset's name of 1 to 12 characters; `undefined` if it is invalid. */
export const parsePresetName = (value: unknown): string | undefined => parseName(value, maxPresetNameLength)

/** Returns a filter set's name of 1 to 24 characters; `undefined` if it is invalid. */
export const parseFilterSetName = (value: unknown): string | undefined => parseName(value, maxFilterSetNameLength)

const parseDockHeight = (value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) && value >= dockHeights.min && value <= dockHeights.max
    ? value
    : undefined

function parseStarred(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value) || value.length > maxStarred) return undefined
  const mints = value.filter(
    (one): one is string => typeof one === 'string' && /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(one),
  )
  return mints.length === value.length && new Set(mints).size === mints.length ? mints : undefined
}

function parseFilterSets(value: unknown): Settings['filterSets'] | undefined {
  if (!Array.isArray(value) || value.length > maxFilterSets) return undefined
  const sets = value.flatMap((one: unknown) => {
    if (!isJson(one) || typeof one.filter !== 'string') return []
    const { filter } = one
    const name = parseFilterSetName(one.name)
    return name === undefined || filter === '' || filter.length > maxFilterLength ? [] : [{ name, filter }]
  })
  return sets.length === value.length && new Set(sets.map(({ name }) => name)).size === sets.length ? sets : undefined
}

function parseProviders(value: unknown): readonly TippedProvider[] | undefined {
  if (!Array.isArray(value)) return undefined
  const known = tippedProviders.filter(name => value.includes(name))
  return known.length === value.length ? known : undefined
}

const slippage = whole('must be whole basis points, 0 to 10000', parseBps(0))

const preset = fields<Preset>({
  name: whole(`must be a name of 1 to ${maxPresetNameLength} characters`, parsePresetName),
  buyAmounts: four('amounts in lamports, as text', parseSomeLamports),
  sellShares: four('shares in basis points, 1 to 10000', parseBps(1)),
  slippageBps: fields<Preset['slippageBps']>({ buy: slippage, sell: slippage }),
  fee: whole('must be { kind: auto } or { kind: manual, priorityFee, bribeFee } in lamports, as text', parseFee),
  mevProtection: whole('must be true or false', value => (typeof value === 'boolean' ? value : undefined)),
})

const presets: Read<Settings['presets']> = (value, base, at, onBad) => {
  const three: readonly unknown[] = Array.isArray(value) && value.length === 3 ? value : []
  if (value !== undefined && three.length === 0) onBad(at, 'must be three presets')
  const read = (index: 0 | 1 | 2) => preset(three[index], base[index], `${at}.${index}`, onBad)
  return [read(0), read(1), read(2)]
}

const key = whole('must be a key, or two with a space between', value =>
  typeof value === 'string' && isKeyText(value) ? value : undefined,
)

const eachKey = fields<KeyMap>(
  Object.fromEntries(keyActionNames.map(name => [name, key])) as Record<keyof KeyMap, Read<string>>,
)

/** If any two keys conflict, all keys are as in `base`. */
const keys: Read<KeyMap> = (value, base, at, onBad) => {
  const read = eachKey(value, base, at, onBad)
  const conflict = firstConflict(read)
  if (conflict === undefined) return read
  onBad(`${at}.${conflict[0]}`, `is the key of ${conflict[1]} too`)
  return base
}

const all = fields<Settings>({
  theme: oneOf('system', 'dark', 'light'),
  colours: oneOf('harbour', 'high-separation', 'classic', 'red-up'),
  density: oneOf('comfortable', 'compact'),
  motion: oneOf('system', 'reduced'),
  sounds: oneOf('off', 'on'),
  presets,
  chosenPreset: oneOf<0 | 1 | 2>(0, 1, 2),
  quickBuy: whole('must be more than 0 lamports, as text', parseSomeLamports),
  providers: whole(`must be a list of some of ${tippedProviders.join(', ')}, each once`, parseProviders),
  instant: whole(
    `must be { kind: off } or { kind: armable, idleMinutes: ${idleMinuteChoices.join(', ')} }`,
    parseInstant,
  ),
  dockHeight: whole(`must be whole pixels, ${dockHeights.min} to ${dockHeights.max}`, parseDockHeight),
  starred: whole(`must be a list of at most ${maxStarred} mints, each once`, parseStarred),
  filterSets: whole(
    `must be a list of at most ${maxFilterSets} { name, filter }, each name once, 1 to ${maxFilterSetNameLength} characters`,
    parseFilterSets,
  ),
  keys,
})

/**
 * Reads settings from any value. An absent or invalid field is as in `base`, and `onBad` gets the invalid fields. Never throws.
 */
export function readSettings(json: unknown, base: Settings, onBad: OnBad): Settings {
  return all(json, base, '', onBad)
}

/**
 * Converts settings to JSON, with lamports as text, because JSON numbers are exact only up to 2⁵³. `readSettings` reads it.
 */
export function settingsToJson(settings: Settings): Json {
  return JSON.parse(
    JSON.stringify(settings, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  )
}

/**
 * Adds the keys of actions that are newer than the stored settings.
 * A new action gets no key if its default key is taken by another action.
 */
export function withNewKeys(json: unknown): unknown {
  if (!isJson(json) || !isJson(json.keys)) return json
  const { keys: stored } = json
  const isTaken = (name: keyof KeyMap) => Object.values(stored).some(key => key === keyActions[name].key)
  const added = keyActionNames.filter(name => !Object.hasOwn(stored, name) && isTaken(name))
  return { ...json, keys: { ...Object.fromEntries(added.map(name => [name, ''])), ...stored } }
}
