/** Lets a loop sleep until a notification arrives. */
export interface ChangeListener {
  notify(): void
  /** Waits for the next notification, at most this long; returns at once if one arrived since the last wait. */
  waitForChange(milliseconds: number): Promise<void>
  /** Waits for the given milliseconds, regardless of notifications. */
  pause(milliseconds: number): Promise<void>
  /** Ends every current and future wait. */
  close(): void
}

/** Lets one loop sleep until a time, a notification or the end. */
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
