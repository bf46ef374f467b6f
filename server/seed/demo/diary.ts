/** The times that the demo has taken so far, so that the ledger refuses no further entry. In minutes of the day. */
export interface Diary {
  /** `who` is a cage's or a coach's id. */
  isFree(who: string, day: string, from: number, to: number): boolean
  take(who: string, day: string, from: number, to: number): void
  /** Takes the first `count` free ones; null, and nothing taken, when there are fewer. */
  takeFree(of: readonly string[], count: number, day: string, from: number, to: number): string[] | null
}

/** An empty record of which cages and coaches the demo has taken, in minutes of a day. */
export function createDiary(): Diary {
  const taken = new Map<string, [from: number, to: number][]>()
  const page = (who: string, day: string) => taken.get(`${who} ${day}`) ?? []

  const diary: Diary = {
    isFree: (who, day, from, to) => page(who, day).every(([start, end]) => to <= start || end <= from),
    take: (who, day, from, to) => void taken.set(`${who} ${day}`, [...page(who, day), [from, to]]),
    takeFree(of, count, day, from, to) {
      const free = of.filter((who) => diary.isFree(who, day, from, to)).slice(0, count)
      if (free.length < count) return null
      for (const who of free) diary.take(who, day, from, to)
      return free
    },
  }
  return diary
}
