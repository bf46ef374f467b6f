import { existsSync } from 'node:fs'
import { findProgram, installPackages, works } from './chromium.mjs'

/**
 * The other engines in which the journeys of e2e/engines run. Each is the machine's own unless a variable names another
 * program.
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
    // It needs a display, which Xvfb provides.
    find: () =>
      findProgram(['Xvfb']) ? (process.env.WEBKIT_DRIVER_PATH ?? findProgram(['WebKitWebDriver'])) : null,
    packages: ['webkit2gtk-driver', 'xvfb'],
  },
}

/** Installs what is missing, as root on Debian. Journeys in an engine that cannot be installed are reported as not run. */
export function ensureEngines() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  for (const { title, find, packages } of Object.values(engines)) {
    if (find()) continue
    console.log(`Installing ${title} for the browser tests …`)
    installPackages(packages)
  }
}
