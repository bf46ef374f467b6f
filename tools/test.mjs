import { ensureInstalled } from './setup/install.mjs'
import { ensureChromium } from './testing/chromium.mjs'
import { ensureFakeClock } from './testing/clock.mjs'
import { ensureEngines } from './testing/engines.mjs'
import {
  build,
  checks,
  e2e,
  endurance,
  http,
  mondayJourneys,
  quickHttp,
  quickJourneys,
  torture,
  unit,
} from './testing/parts.mjs'
import { runPart } from './testing/run-part.mjs'

// `npm test` runs everything; `npm run test:quick` what finds most mistakes in a quarter of the time; `npm run check`,
// `test:unit`, `test:http` and `test:e2e` a part of it. After a failing
// part the next one still runs. Journeys whose browser is missing are reported as not run, and count as
// neither. The end of the output says again what failed, with its error; its last line is always `N passed, N failed`.

/**
 * What runs one after the other; each step is a list of lanes that run side by side, small enough for two cores.
 * @type {Record<string, import('./testing/parts.mjs').Part[][][]>}
 */
const plans = {
  all: [[checks, [unit, build]], [[http]], [[endurance]], [[torture]], [[e2e]], [[mondayJourneys]]],
  quick: [[checks, [unit, build]], [[quickHttp]], [[quickJourneys]]],
  check: [[checks]],
  unit: [[[unit]]],
  http: [[[build]], [[http]], [[endurance]], [[torture]]],
  e2e: [[[build]], [[e2e]], [[mondayJourneys]]],
}

const [name = 'all'] = process.argv.slice(2)
const plan = plans[name]
if (!plan) {
  console.error(`There is no part '${name}'; there are ${Object.keys(plans).join(', ')}.`)
  process.exit(2)
}

ensureInstalled()
const parts = plan.flat(2)
if (parts.includes(e2e) || parts.includes(quickJourneys)) {
  if (!ensureChromium()) {
    console.error('No Chromium was found and none could be installed: the browser journeys will fail.')
  }
}
if (parts.includes(e2e)) {
  ensureEngines()
  ensureFakeClock()
}

const total = { passed: 0, failed: 0 }
/** @type {string[]} */
const notRun = []
/** @type {string[]} */
const unstable = []
/** @type {string[]} */
const failures = []
for (const lanes of plan) await Promise.all(lanes.map(runLane))
for (const name of notRun) console.log(`\nNot run: ${name}`)
for (const name of unstable) console.log(`\nUnstable, passed at the second try: ${name}`)
for (const name of failures) console.log(`\nFailed: ${name}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1

/** @param {import('./testing/parts.mjs').Part[]} lane */
async function runLane(lane) {
  for (const part of lane) {
    const count = await runPart(part)
    total.passed += count.passed
    total.failed += count.failed
    notRun.push(...(count.notRun ?? []))
    unstable.push(...(count.unstable ?? []))
    failures.push(...(count.failures ?? []))
  }
}
