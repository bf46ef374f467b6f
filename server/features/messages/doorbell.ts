/** Lets one loop sleep until something happens. */
export interface Doorbell {
  ring(): void
  /** Until the next ring, at most so many milliseconds; at once if it rang since the last wait. */
  waitForRing(milliseconds: number): Promise<void>
  /** For so many milliseconds, whoever rings. */
  rest(milliseconds: number): Promise<void>
  /** Ends every sleep, now and from now on. */
  close(): void
}

export function createDoorbell(): Doorbell {
  let rung = false
  let closed = false
  let wakeUp: (() => void) | undefined
  let ringWakes = false

  const sleep = (milliseconds: number, wakesByRing: boolean): Promise<void> => {
    if (closed || (wakesByRing && rung)) return Promise.resolve()
    ringWakes = wakesByRing
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  return {
    ring() {
      rung = true
      if (ringWakes) wakeUp?.()
    },
    async waitForRing(milliseconds) {
      await sleep(milliseconds, true)
      rung = false
    },
    rest: (milliseconds) => sleep(milliseconds, false),
    close() {
      closed = true
      wakeUp?.()
    },
  }
}
