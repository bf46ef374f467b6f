import { ActionIcon, Button, NativeSelect } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import type { ClassSchedule } from '../../../../shared/contract/programs/classes.ts'
import { mondayFirst } from '../../../../shared/domain/facility/openingHours.ts'
import {
  defaultScheduleLine,
  mostScheduleLines,
  scheduleProblems,
} from '../../../../shared/domain/programs/classSeason.ts'
import { formatWallTime, weekdayNames } from '../../../../shared/domain/time/timeFormat.ts'
import { Row, Stack, Text } from '../../../ui/layout.tsx'
import classes from './ScheduleEditor.module.css'
import { endsAfter, movedTo, startChoices } from './scheduleTimes.ts'

interface ScheduleEditorProps {
  value: readonly ClassSchedule[]
  onChange: (lines: ClassSchedule[]) => void
  /** What the lines come to, e.g. '12 sessions'. */
  summary: string
}

const problemTexts = {
  backwards: 'A session must end after it begins.',
  overlap: 'This overlaps another line of the same day.',
} as const

/** The week of a class: any number of lines, several on one day too. */
export function ScheduleEditor({ value, onChange, summary }: ScheduleEditorProps) {
  const frame = useRef<HTMLFieldSetElement>(null)
  const problems = new Map(scheduleProblems(value).map(({ index, problem }) => [index, problem]))
  const change = (at: number, line: ClassSchedule) => onChange(value.with(at, line))
  /** After the row is gone, the focus stays among the rows. */
  function remove(at: number) {
    onChange(value.toSpliced(at, 1))
    queueMicrotask(() => {
      const rows = frame.current?.querySelectorAll<HTMLElement>('select[data-day]')
      ;(rows?.[Math.min(at, (rows?.length ?? 0) - 1)] ?? frame.current?.querySelector('button'))?.focus()
    })
  }
  return (
    <fieldset ref={frame} className={classes.editor}>
      <legend>Weekly Schedule</legend>
      {value.length === 0 && (
        <Text tone="dim" above={4}>
          No sessions yet. Add the first line of the week.
        </Text>
      )}
      <Stack above={4} as="ul" gap="xs">
        {value.map((line, index) => {
          const problem = problems.get(index)
          const name = `Line ${index + 1}`
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no names of their own, and are only added at the end
            <li key={index} className={classes.line}>
              <NativeSelect
                aria-label={`${name}, day`}
                data-day
                className={classes.day ?? ''}
                value={String(line.day_of_week)}
                data={mondayFirst.map((day) => ({ value: String(day), label: weekdayNames[day] ?? '' }))}
                onChange={({ currentTarget }) =>
                  change(index, { ...line, day_of_week: Number(currentTarget.value) })
                }
              />
              <NativeSelect
                aria-label={`${name}, from`}
                value={line.start_time}
                data={startChoices(line.start_time)}
                onChange={({ currentTarget }) => change(index, movedTo(line, currentTarget.value))}
              />
              <Text as="span" tone="dim" aria-hidden className={classes.to}>
                to
              </Text>
              <NativeSelect
                aria-label={`${name}, to`}
                value={line.end_time}
                data={endsAfter(line)}
                error={problem !== undefined}
                onChange={({ currentTarget }) => change(index, { ...line, end_time: currentTarget.value })}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                size="xl"
                className={classes.remove ?? ''}
                aria-label={`Remove ${weekdayNames[line.day_of_week]} ${formatWallTime(line.start_time)}`}
                onClick={() => remove(index)}
              >
                <IconTrash size={20} aria-hidden />
              </ActionIcon>
              {problem && (
                <Text tone="problem" size="sm" role="alert" className={classes.problem}>
                  {problemTexts[problem]}
                </Text>
              )}
            </li>
          )
        })}
      </Stack>
      <Row above="sm" className={classes.foot}>
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          disabled={value.length >= mostScheduleLines}
          onClick={() => onChange([...value, freeLine(value)])}
        >
          Add to the Week
        </Button>
        <Text as="output" tone="dim">
          {summary}
        </Text>
      </Row>
    </fieldset>
  )
}

/** Monday 16:00 to 17:00 (spec 3 §9), or the next weekday on which that overlaps no other line. */
const freeLine = (lines: readonly ClassSchedule[]): ClassSchedule =>
  mondayFirst
    .map((day_of_week) => ({ ...defaultScheduleLine, day_of_week }))
    .find((line) => scheduleProblems([...lines, line]).every(({ index }) => index < lines.length)) ??
  defaultScheduleLine
