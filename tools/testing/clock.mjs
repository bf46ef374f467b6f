import { existsSync, readdirSync } from 'node:fs'
import { installPackages } from './chromium.mjs'

/** Debian's libfaketime shifts the time of the server, PostgreSQL and the journeys; pages are shifted by e2e/pageClock.ts. */
const findLibrary = () =>
  readdirSync('/usr/lib', { withFileTypes: true })
    .map(({ name }) => `/usr/lib/${name}/faketime/libfaketime.so.1`)
    .find((file) => existsSync(file))

/** Installs libfaketime when it is missing, as root on Debian. Elsewhere all journeys run at the present time. */
export function ensureFakeClock() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  if (!findLibrary()) installPackages(['libfaketime'])
}

/**
 * The environment of journeys whose clock begins at a time of the demo facility.
 * @param {string} wallTime such as `2028-12-04T03:20`. Years ahead no answer of the server looks old to a browser at the present time.
 * @returns {Record<string, string>} empty without libfaketime
 */
export function fakeClock(wallTime, present = Date.now()) {
  const library = process.platform === 'linux' ? findLibrary() : undefined
  if (!library) return {}
  const shift = Math.round((demoTime(wallTime) - present) / 1000)
  return {
    LD_PRELOAD: library,
    FAKETIME: `${shift < 0 ? '' : '+'}${shift}s`,
    // Time limits are counted by the monotonic clock, and files keep the times they have.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
  }
}

/**
 * The instant of a wall time of the demo facility, in milliseconds.
 * @param {string} wallTime
 */
function demoTime(wallTime) {
  const asUtc = Date.parse(`${wallTime}Z`)
  if (Number.isNaN(asUtc)) throw new Error(`This is no time such as 2028-12-04T03:20: ${wallTime}`)
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Chicago', timeZoneName: 'longOffset' })
  const offset = parts
    .formatToParts(asUtc)
    .find(({ type }) => type === 'timeZoneName')
    ?.value.slice(3)
  return Date.parse(`${wallTime}${offset}`)
}
