interface Built {
  ensureBuilt(): Promise<void>
}

/** Builds before the first file of a tier that starts servers. Two servers that start at once would build into one folder. */
export async function setup(): Promise<void> {
  const { ensureBuilt } = (await import(new URL('../scripts/build.mjs', import.meta.url).href)) as Built
  await ensureBuilt()
}
