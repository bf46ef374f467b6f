// Ends process groups, named by their ids, once the process that started this one is gone.

const parent = process.ppid
const watch = setInterval(() => {
  if (process.ppid === parent) return
  clearInterval(watch)
  for (const group of process.argv.slice(2)) {
    try {
      process.kill(-Number(group), 'SIGTERM')
    } catch {
      // It has ended.
    }
  }
}, 250)
