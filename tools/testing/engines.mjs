import { existsSync } from 'node:fs'
import { findProgram, installPackages, works } from './chromium.mjs'

/**
 * The other engines that the journeys in e2e/engines run in. Each is the machine's own; a variable names another one.
 * @typedef {'firefox' | 'webkit'} EngineName
 * @type {Record<EngineName, { title: string, find: () => string | null, packages: string[] }>}
 */
export const engines = {
  firefox: {
    title: 'Firefox',
    find: () => {
      const program =
        process.env.FIREFOX_PATH ??
        findProgram(['firefox-esr', 'firefox'], ['/Applications/Firefox.app/Contents/MacOS/firefox'])
      return works(program) ? program : null
    },
    packages: ['firefox-esr'],
  },
  webkit: {
    title: 'WebKit',
    // It draws on a screen, which Xvfb gives it.
    find: () =>
      findProgram(['Xvfb']) ? (process.env.WEBKIT_DRIVER_PATH ?? findProgram(['WebKitWebDriver'])) : null,
    packages: ['webkit2gtk-driver', 'xvfb'],
  },
}

/** Installs what is missing, as root on Debian. What cannot be installed is not run, and the tests say so. */
export function ensureEngines() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  for (const { title, find, packages } of Object.values(engines)) {
    if (find()) continue
    console.log(`Installing ${title} for the browser tests …`)
    installPackages(packages)
  }
}
