import { Button } from '@mantine/core'
import { IconArrowBackUp, IconCash, IconUserOff } from '@tabler/icons-react'
import type { CoachLesson } from '../../../../shared/contract/lessons/coachLessons.ts'
import { whoComes } from './lessonTexts.ts'
import { type Mark, markOf, useLessonMarks } from './useLessonMarks.ts'

export const markLooks: Record<Mark, { set: string; undo: string; Icon: typeof IconCash }> = {
  paid: { set: 'Paid', undo: 'Undo paid', Icon: IconCash },
  'no-show': { set: 'No-show', undo: 'Undo no-show', Icon: IconUserOff },
}

/** 'Paid' and 'No-show' in one tap; afterwards the same button takes it back. */
export const MarkButtons = ({ lesson, now }: { lesson: CoachLesson; now: Date }) => (
  <>
    <MarkButton lesson={lesson} mark="paid" now={now} />
    <MarkButton lesson={lesson} mark="no-show" now={now} />
  </>
)

function MarkButton({ lesson, mark, now }: { lesson: CoachLesson; mark: Mark; now: Date }) {
  const marks = useLessonMarks()
  const state = markOf(lesson, mark, now)
  if (!state) return null
  const { Icon, ...labels } = markLooks[mark]
  const Shown = state === 'undo' ? IconArrowBackUp : Icon
  return (
    <Button
      variant="default"
      loading={marks.isPending}
      leftSection={<Shown size={20} aria-hidden />}
      aria-label={`${labels[state]}: ${whoComes(lesson)}`}
      onClick={() => void marks.mark({ lesson, mark, undo: state === 'undo' })}
    >
      {labels[state]}
    </Button>
  )
}
