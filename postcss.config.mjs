import { globSync, readFileSync } from 'node:fs'
import mantine from 'postcss-preset-mantine'

/** The parts of Mantine's dates that are in the build; their styles come as one file. */
const usedDates = ['CalendarHeader', 'DatePicker', 'Day', 'LevelsGroup', 'Month', 'WeekdaysRow']
const unusedDates = globSync('node_modules/@mantine/dates/esm/components/*/*.module.mjs', {
  cwd: import.meta.dirname,
})
  .filter((file) => !usedDates.some((part) => file.endsWith(`/${part}.module.mjs`)))
  .flatMap((file) => readFileSync(`${import.meta.dirname}/${file}`, 'utf8').match(/m_[0-9a-f]+/g) ?? [])

/** Classes of Mantine's styles whose components are not in the build (web/build/withoutUnusedParts.ts). */
const unused = [
  ['dates/styles.layer.css', ...unusedDates],
  ['Button.layer.css', 'm_80d6d844', 'm_70be2a01'],
  ['ActionIcon.layer.css', 'm_1a0f1b21', 'm_437b6484'],
  ['Checkbox.layer.css', 'm_26775b0a', 'm_5e5256ee', 'm_1b1c543a'],
]

const withoutUnusedClasses = {
  postcssPlugin: 'dugout:without-unused-classes',
  /** @param {import('postcss').Rule} rule */
  Rule(rule) {
    const classes = unused.find(([file = '']) => rule.source?.input.file?.endsWith(file))?.slice(1) ?? []
    const isUnused = (selector) => classes.some((name) => selector.includes(`.${name}`))
    if (!rule.selectors.some(isUnused)) return
    const used = rule.selectors.filter((selector) => !isUnused(selector))
    if (used.length === 0) rule.remove()
    else rule.selectors = used
  },
}

/** Mantine's `light-dark()` in CSS modules, for the scheme that the page is in and not only the system's. */
export default { plugins: [mantine(), withoutUnusedClasses] }
