import { changeSettings, type FilterSet, settings } from './settings.ts'
import { maxFilterSets } from './standardSettings.ts'

/** Adds a filter set at the end, or replaces the set of the same name. If the list is full, returns it unchanged. */
export function withFilterSet(sets: readonly FilterSet[], set: FilterSet): readonly FilterSet[] {
  if (sets.some(({ name }) => name === set.name)) return sets.map(one => (one.name === set.name ? set : one))
  return sets.length < maxFilterSets ? [...sets, set] : sets
}

/** Saves a filter under a name, and replaces a filter of the same name. */
export const saveFilterSet = (set: FilterSet): void =>
  changeSettings({ filterSets: withFilterSet(settings.get().filterSets, set) })

export const deleteFilterSet = (name: string): void =>
  changeSettings({ filterSets: settings.get().filterSets.filter(one => one.name !== name) })
