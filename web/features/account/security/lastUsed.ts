const MINUTE = 60_000
const units = [
  { unit: 'day', milliseconds: 24 * 60 * MINUTE },
  { unit: 'hour', milliseconds: 60 * MINUTE },
  { unit: 'minute', milliseconds: MINUTE },
] as const

/** How long ago a device was last used; what is noted to within five minutes says no more than that. */
export function lastUsedText(instant: string, now: Date): string {
  const ago = Math.max(0, now.getTime() - Date.parse(instant))
  if (ago < 6 * MINUTE) return 'Used in the last few minutes'
  const found = units.find(({ milliseconds }) => ago >= milliseconds)
  const { unit, milliseconds } = found ?? { unit: 'minute', milliseconds: MINUTE }
  const count = Math.floor(ago / milliseconds)
  return `Last used ${count} ${unit}${count === 1 ? '' : 's'} ago`
}
