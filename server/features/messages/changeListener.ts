/** Lets one loop sleep until something changes. */
export interface ChangeListener {
  notify(): void
  /** Until the next notification, at most so many milliseconds; at once if there was one since the last wait. */
  waitForChange(milliseconds: number): Promise<void>
  /** For so many milliseconds, whatever changes. */
  pause(milliseconds: number): Promise<void>
  /** Ends every wait, now and from now on. */
  close(): void
}

export function createChangeListener(): ChangeListener {
  let notified = false
  let closed = false
  let wakeUp: (() => void) | undefined
  let changeWakes = false

  const sleep = (milliseconds: number, wakesByChange: boolean): Promise<void> => {
    if (closed || (wakesByChange && notified)) return Promise.resolve()
    changeWakes = wakesByChange
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  return {
    notify() {
      notified = true
      if (changeWakes) wakeUp?.()
    },
    async waitForChange(milliseconds) {
      await sleep(milliseconds, true)
      notified = false
    },
    pause: (milliseconds) => sleep(milliseconds, false),
    close() {
      closed = true
      wakeUp?.()
    },
  }
}
