import { useLocalStorage, useWindowEvent } from '@mantine/hooks'

/** The keys of the schedule and what each does. */
export const scheduleKeys = [
  { key: 't', act: 'today', text: 'Today' },
  { key: 'd', act: 'day', text: 'Day view' },
  { key: 'w', act: 'week', text: 'Week view' },
  { key: 'm', act: 'month', text: 'Month view' },
  { key: 'ArrowLeft', act: 'previous', text: 'Previous day, week or month' },
  { key: 'ArrowRight', act: 'next', text: 'Next day, week or month' },
  { key: 'n', act: 'create', text: 'New booking' },
  { key: '?', act: 'help', text: 'This list' },
] as const

export type ScheduleAct = (typeof scheduleKeys)[number]['act']

/** Where keys have another meaning: fields, and whatever moves or acts by keys of its own. */
const OWN_KEYS =
  'input, textarea, select, [contenteditable], [role="grid"], [role="menu"], [role="listbox"], [role="dialog"], [data-own-keys]'

/** What a key does on the schedule, or undefined where it means something else. */
export function actOf(event: KeyboardEvent): ScheduleAct | undefined {
  if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey)
    return undefined
  const { target } = event
  if (target instanceof Element && target.closest(OWN_KEYS) && !isPlainKeyOfView(event, target))
    return undefined
  if (document.querySelector('[role="dialog"], [role="menu"]')) return undefined
  const pressed = event.key.length === 1 ? event.key.toLowerCase() : event.key
  return scheduleKeys.find(({ key }) => key === pressed)?.act
}

/** In a week or month only the arrows have another meaning. */
const isPlainKeyOfView = ({ key }: KeyboardEvent, target: Element): boolean =>
  target.closest('[data-own-keys]') !== null &&
  target.closest('input, select, textarea') === null &&
  key.length === 1

/**
 * Whether this browser's person wants keys of one character: they can be turned off, because speech input presses them
 * too (WCAG 2.1.4).
 */
export const useKeysWanted = () =>
  useLocalStorage({ key: 'schedule-keys', defaultValue: true, getInitialValueInEffect: false })

/** Hears the schedule's keys while the page is shown. */
export function useScheduleKeys(wanted: boolean, onAct: (act: ScheduleAct) => void): void {
  useWindowEvent('keydown', (event) => {
    const act = wanted ? actOf(event) : undefined
    if (!act) return
    event.preventDefault()
    onAct(act)
  })
}
