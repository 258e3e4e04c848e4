interface Built {
  ensureBuilt(): Promise<void>
}

/** Before any file of a tier that starts servers: two that began at once would build into the same folder. */
export async function setup(): Promise<void> {
  const { ensureBuilt } = (await import(new URL('../scripts/build.mjs', import.meta.url).href)) as Built
  await ensureBuilt()
}
