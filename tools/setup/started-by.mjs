/** npm, where it runs this: read at once, because it may end while packages are installed. */
export const npm = ['start', 'dev'].includes(process.env.npm_lifecycle_event ?? '') ? process.ppid : null

/**
 * Asks this process to stop once the one that started it is gone, also after `kill -9`, which nobody can pass on: it would
 * keep the port and the data, and the next start would fail. On Windows a process keeps the id of its parent.
 * @param {number} parent
 */
export function stopWithout(parent) {
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  watch.unref()
}

// A program of the project loads this file first (become.mjs).
const parent = Number(process.env.DUGOUT_STARTED_BY)
delete process.env.DUGOUT_STARTED_BY
if (parent) stopWithout(parent)
