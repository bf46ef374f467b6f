import { VisuallyHidden } from '@mantine/core'
import { Text } from '../../../../ui/layout.tsx'
import { lineDiff } from './lineDiff.ts'
import classes from './Templates.module.css'
import { type Part, partLabels, parts } from './templateDraft.ts'

type Texts = Readonly<Record<Part, string>>

interface TextDifferenceProps {
  before: Texts
  after: Texts
  /** Said where nothing is different. */
  same: string
}

const marks = { same: ' ', gone: '−', added: '+' } as const
const words = { same: '', gone: 'removed: ', added: 'added: ' } as const

/** What is different in a message's texts, line by line. */
export function TextDifference({ before, after, same }: TextDifferenceProps) {
  const changed = parts.filter((part) => before[part] !== after[part])
  if (changed.length === 0) return <p>{same}</p>
  return (
    <>
      {changed.map((part) => (
        <section key={part} aria-label={partLabels[part]}>
          <Text as="h3" size="lg" below={4} className={classes.part}>
            {partLabels[part]}
          </Text>
          <pre className={classes.diff}>
            {lineDiff(before[part], after[part]).map((line, number) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and the list is never reordered
              <span key={number} data-change={line.change} className={classes.line}>
                <span aria-hidden>{marks[line.change]} </span>
                <VisuallyHidden component="span">{words[line.change]}</VisuallyHidden>
                {line.text}
                {'\n'}
              </span>
            ))}
          </pre>
        </section>
      ))}
    </>
  )
}
