import { changeSettings, type FilterSet, settings } from './settings.ts'
import { mostFilterSets } from './standardSettings.ts'

/** With one more at the end, or another filter under a name that there is. Full: the same. */
export function withFilterSet(sets: readonly FilterSet[], set: FilterSet): readonly FilterSet[] {
  if (sets.some(({ name }) => name === set.name)) return sets.map(one => (one.name === set.name ? set : one))
  return sets.length < mostFilterSets ? [...sets, set] : sets
}

/** Keeps a filter under a name; one of that name is replaced. */
export const saveFilterSet = (set: FilterSet): void =>
  changeSettings({ filterSets: withFilterSet(settings.get().filterSets, set) })

export const deleteFilterSet = (name: string): void =>
  changeSettings({ filterSets: settings.get().filterSets.filter(one => one.name !== name) })
