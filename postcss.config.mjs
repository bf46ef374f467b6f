import { globSync, readFileSync } from 'node:fs'
import mantine from 'postcss-preset-mantine'

/** The parts of Mantine's dates that are in the build; their styles come as one file. */
const usedDates = ['CalendarHeader', 'DatePicker', 'Day', 'LevelsGroup', 'Month', 'WeekdaysRow']
const unusedDates = globSync('node_modules/@mantine/dates/esm/components/*/*.module.mjs', {
  cwd: import.meta.dirname,
})
  .filter((file) => !usedDates.some((part) => file.endsWith(`/${part}.module.mjs`)))
  .flatMap((file) => readFileSync(`${import.meta.dirname}/${file}`, 'utf8').match(/m_[0-9a-f]+/g) ?? [])

/** Classes and animations of Mantine's styles whose parts are not in the build (web/build/withoutUnusedParts.ts). */
const unused = [
  ['dates/styles.layer.css', ...unusedDates],
  ['Button.layer.css', 'm_80d6d844', 'm_70be2a01'],
  ['ActionIcon.layer.css', 'm_1a0f1b21', 'm_437b6484'],
  ['Checkbox.layer.css', 'm_26775b0a', 'm_5e5256ee', 'm_1b1c543a'],
  ['Loader.layer.css', 'm_7a2bd4cd', 'm_870bb79', 'm_5d2b3b9d', 'm_4e3f22d7', 'm_870c4af', 'm_aac34a1'],
]

/** @param {import('postcss').Node} node */
const unusedIn = (node) =>
  unused.find(([file = '']) => node.source?.input.file?.endsWith(file))?.slice(1) ?? []

const withoutUnusedClasses = {
  postcssPlugin: 'dugout:without-unused-classes',
  /** @param {import('postcss').Rule} rule */
  Rule(rule) {
    const classes = unusedIn(rule)
    const isUnused = (selector) => classes.some((name) => selector.includes(`.${name}`))
    if (!rule.selectors.some(isUnused)) return
    const used = rule.selectors.filter((selector) => !isUnused(selector))
    if (used.length === 0) rule.remove()
    else rule.selectors = used
  },
  AtRule: {
    /** @param {import('postcss').AtRule} rule */
    keyframes: (rule) => void (unusedIn(rule).includes(rule.params) && rule.remove()),
  },
}

/** Mantine's `light-dark()` in CSS modules, for the scheme that the page is in and not only the system's. */
export default { plugins: [mantine(), withoutUnusedClasses] }
