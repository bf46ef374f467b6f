import type { Changes } from '../../db/changes.ts'

/** What a rendered page was made of, and when. */
export interface Made {
  /** The parts of its answers (`RenderedPage.madeOf`). */
  readonly of: readonly string[]
  /** How many changes had been heard before its rendering began. */
  readonly after: number
}

/** Knows which rendered pages the database's notifications have made untrue. */
export interface PageChanges {
  /** How many changes have been heard. */
  readonly heard: number
  /** Whether something has changed that the page is about, such as its day. */
  hasNewSubject(made: Made): boolean
  /** Whether something has changed that the page tells beside its subject, such as how much is free on another day. */
  hasNewAside(made: Made): boolean
}

/** Numbers the notified changes of what pages show (decision record 059). */
export function createPageChanges(changes: Changes): PageChanges {
  let heard = 0
  let everything = 0
  /** The last change of each part. No more parts than the facility has days with bookings, and coaches. */
  const subjects = new Map<string, number>()
  const asides = new Map<string, number>()
  const note = (changed: Map<string, number>, ...parts: string[]) => {
    heard += 1
    for (const part of parts) changed.set(part, heard)
  }
  const hasChanged = (changed: Map<string, number>, { of, after }: Made) =>
    of.some((part) => (changed.get(part) ?? 0) > after)

  changes.on('schedule_changed', (day) => {
    note(subjects, day)
    // Coaches' times need a free cage too: the days of a month, the next day that has some, and the next of each coach.
    note(asides, `open-times ${day}`, day.slice(0, 'yyyy-MM'.length), 'next', 'next-times')
  })
  changes.on('coach_changed', (coachAndDay) => {
    note(subjects, coachAndDay.slice(0, coachAndDay.indexOf(' ')))
    note(asides, 'next-times')
  })
  changes.on('seats_changed', () => note(subjects, 'camps', 'classes'))
  // Classes and camps name their coaches.
  changes.on('people_changed', () => note(subjects, 'coaches', 'classes', 'camps', 'memberships'))
  // Connections: whether cards are taken, and whether they are only tested.
  for (const channel of ['facility_changed', 'connections_changed'] as const)
    changes.on(channel, () => {
      heard += 1
      everything = heard
    })

  return {
    get heard() {
      return heard
    },
    hasNewSubject: (made) => made.after < everything || hasChanged(subjects, made),
    hasNewAside: (made) => hasChanged(asides, made),
  }
}
