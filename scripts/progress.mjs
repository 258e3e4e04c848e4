/** Runs `work` and shows that it continues: a counter on a terminal, elsewhere a line every ten seconds. */
export async function withProgress(label, work) {
  const started = Date.now()
  const seconds = () => Math.round((Date.now() - started) / 1000)
  const live = process.stdout.isTTY
  process.stdout.write(live ? `${label} …` : `${label} …\n`)
  const timer = setInterval(
    () => process.stdout.write(live ? `\r${label} … ${seconds()} s` : `${label} … ${seconds()} s\n`),
    live ? 1000 : 10_000,
  )
  try {
    const result = await work()
    process.stdout.write(live ? `\r${label}: done in ${seconds()} s\n` : `${label}: done in ${seconds()} s\n`)
    return result
  } catch (error) {
    if (live) process.stdout.write('\n')
    throw error
  } finally {
    clearInterval(timer)
  }
}
